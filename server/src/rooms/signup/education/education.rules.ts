import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Limit } from '../codes/attempts.ts'

/** The signed link that activates the account of a school. Pure: callers pass the time. */

export const linkSeconds = 7 * 24 * 3600

interface Signed {
  secret: string
  webSiteId: number
  businessId: number
}

const sign = ({ secret, webSiteId, businessId }: Signed, until: string): string =>
  createHmac('sha256', secret)
    .update(['education account', webSiteId, businessId, until].join('\n'))
    .digest('base64url')

/** Returns the signature of a link that is valid for a week. */
export function linkSignature(signed: Signed, now: Date): string {
  const until = String(Math.floor(now.getTime() / 1000) + linkSeconds)
  return `${until}.${sign(signed, until)}`
}

export function isLinkSignature(signed: Signed, given: string | undefined, now: Date): boolean {
  const [, until = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(given ?? '') ?? []
  if (until === '' || Number(until) * 1000 <= now.getTime()) return false
  const typed = Buffer.from(signature)
  const right = Buffer.from(sign(signed, until))
  return typed.length === right.length && timingSafeEqual(typed, right)
}

export const applicationMark = 'school'

/** Limits the requests for accounts of schools: three of a mail address in a day, ten of an IP address in an hour. */
export const applicationLimits = (key: string, from: string): Limit[] => [
  { kind: applicationMark, subject: key, windows: [{ most: 3, seconds: 24 * 3600 }] },
  { kind: applicationMark, subject: `ip ${from}`, windows: [{ most: 10, seconds: 3600 }] },
]
