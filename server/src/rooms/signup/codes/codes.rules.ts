import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Site } from '../../../core/tenancy.ts'
import type { Limit } from './attempts.ts'

/** One-time codes: six digits, five minutes, five tries. */

export const codeRules = { validSeconds: 300, tries: 5, resendSeconds: 20 }

const minutes = 60
const day = 24 * 3600

/** Kinds of marks. */
export const codeMark = 'code'
export const siteSmsMark = 'code.sms'

/** The limits of codes to one address, and from one IP address. */
export const codeLimits = (addressKey: string, ip: string): Limit[] => [
  {
    kind: codeMark,
    subject: addressKey,
    windows: [
      { most: 3, seconds: 10 * minutes },
      { most: 5, seconds: day },
    ],
  },
  {
    kind: codeMark,
    subject: `ip ${ip}`,
    windows: [
      { most: 5, seconds: 10 * minutes },
      { most: 20, seconds: day },
    ],
  },
]

/**
 * The limit of text messages with codes of a web site, for each purpose. Beyond it codes go by mail only. Free trials,
 * which anybody can ask for, do not use up the messages of people who pay.
 */
export const siteSmsLimit = (purpose: string): Limit => ({
  kind: siteSmsMark,
  subject: purpose,
  windows: [{ most: 100, seconds: 3600 }],
})

export const newCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0')

interface Signed {
  secret: string
  site: Pick<Site, 'web_site_id'>
  codeId: string
}

/** Returns what is stored of a code. */
export const codeHmac = ({ secret, site, codeId }: Signed, code: string): string =>
  createHmac('sha256', secret).update(['one-time code', site.web_site_id, codeId, code].join('\n')).digest('base64url')

/** Compares a typed code with the stored one in constant time. Spaces and dashes do not matter. */
export function isRightCode(signed: Signed, stored: string, typed: string): boolean {
  const given = Buffer.from(codeHmac(signed, typed.replaceAll(/[\s-]/g, '')))
  const right = Buffer.from(stored)
  return given.length === right.length && timingSafeEqual(given, right)
}
