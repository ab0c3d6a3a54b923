import { webAddress } from '@cutaway/contract/web-address.ts'

/** Returns whether a banner may link there: an absolute web URL, or empty. The server validates again. */
export function isBannerUrl(typed: string): boolean {
  const text = typed.trim()
  return text === '' || (text.length <= 2000 && webAddress(text) !== undefined)
}
