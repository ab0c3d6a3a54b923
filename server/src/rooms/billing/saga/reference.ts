import { createHash, randomBytes } from 'node:crypto'
import type { Reference } from '../../../outside/payments.ts'

/** Our names for attempts and refunds at the providers: 'CW31-5QK3ZXJH2A7MC'. They name the web site. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newReference = (webSiteId: number): Reference => referenceFrom(webSiteId, randomBytes(8))

/**
 * A name that is made from what is charged, so that a database which was restored from a backup gives the same charge the
 * same name, by which the provider still knows it.
 */
export const referenceOf = (webSiteId: number, charged: string): Reference =>
  referenceFrom(webSiteId, createHash('sha256').update(`${webSiteId} ${charged}`).digest())

function referenceFrom(webSiteId: number, bytes: Buffer): Reference {
  let bits = bytes.readBigUInt64BE()
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
