import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Site } from '../../../core/tenancy.ts'
import type { Limit } from '../codes/attempts.ts'

/** Limits of free trials, and the token of their page. Pure: callers pass the time. */

export const tokenSeconds = 600
export const windowSeconds = 24 * 3600

/** Kinds of marks. */
export const askMark = 'trial.ask'
export const startMark = 'trial.start'

/** At most three codes in a minute from one IP address. */
export const askLimit = (ip: string): Limit => ({ kind: askMark, subject: ip, windows: [{ most: 3, seconds: 60 }] })

/** At most ten new trials a day from one IP address; then none for an hour at a time. */
export const startLimit = (ip: string): Limit => ({
  kind: startMark,
  subject: ip,
  windows: [{ most: 10, seconds: windowSeconds }],
})
export const blockSeconds = 3600

interface Signed {
  secret: string
  site: Pick<Site, 'web_site_id'>
  /** The key of the IP address. */
  ip: string
}

const sign = ({ secret, site, ip }: Signed, until: string): string =>
  createHmac('sha256', secret).update(['free trial', site.web_site_id, ip, until].join('\n')).digest('base64url')

/** Returns the token of a page that is opened now. */
export function trialToken(signed: Signed, now: Date): string {
  const until = String(Math.floor(now.getTime() / 1000) + tokenSeconds)
  return `${until}.${sign(signed, until)}`
}

/** Returns whether a token was made for this web site and address, and its time has not run out. */
export function isTrialToken(signed: Signed, token: string, now: Date): boolean {
  const [, until = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? []
  if (until === '' || Number(until) * 1000 <= now.getTime()) return false
  const given = Buffer.from(signature)
  const right = Buffer.from(sign(signed, until))
  return given.length === right.length && timingSafeEqual(given, right)
}
