import { randomBytes } from 'node:crypto'
import type { Reference } from '../../../outside/payments.ts'

/** Our names for attempts and refunds at the providers: 'CW31-5QK3ZXJH2A7MC'. They name the web site. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function newReference(webSiteId: number): Reference {
  let bits = randomBytes(8).readBigUInt64BE()
  let text = ''
  for (let n = 0; n < 13; n += 1) {
    text += alphabet[Number(bits & 31n)]
    bits >>= 5n
  }
  return `CW${webSiteId}-${text}`
}

/** Returns the web site of a reference; undefined for a text that is none of ours. */
export function siteOfReference(reference: string): number | undefined {
  const [, site] = /^CW(\d{1,6})-[A-Z2-7]{13}$/.exec(reference) ?? []
  return site === undefined ? undefined : Number(site)
}
