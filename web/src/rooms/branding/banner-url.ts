import { webAddress } from '@cutaway/contract/web-address.ts'

/** Whether a banner may lead there: a whole address of the web, or nowhere. The server has the last word. */
export function isBannerUrl(typed: string): boolean {
  const text = typed.trim()
  return text === '' || (text.length <= 2000 && webAddress(text) !== undefined)
}
