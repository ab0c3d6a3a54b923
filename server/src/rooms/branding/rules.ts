import type { AddressState } from '@cutaway/contract/rooms/branding.ts'

/** What is decided about sender addresses and texts without a database. */

/** A mailed link is good for 48 hours. */
export const linkSeconds = 48 * 3600
/** Between two mails to one address. */
export const pauseSeconds = 60
/** Mails with links in 24 hours: nobody's mailbox is filled by somebody else's list. */
export const mailsADay = { user: 20, address: 5 }

interface Proof {
  verified_at: Date | null
  token_sent_at: Date | null
}

/** How far an address is on its way to be used. */
export function stateOf({ verified_at, token_sent_at }: Proof, now: Date): AddressState {
  if (verified_at) return 'confirmed'
  return token_sent_at && isGood(token_sent_at, now) ? 'waiting' : 'expired'
}

/** Whether a link that was mailed then still works. */
export const isGood = (sentAt: Date, now: Date): boolean => now.getTime() - sentAt.getTime() < linkSeconds * 1000

/** Whether a mail went out so short a time ago that another one would only lie beside it. */
export const isTooSoon = (sentAt: Date | null, now: Date): boolean =>
  sentAt !== null && now.getTime() - sentAt.getTime() < pauseSeconds * 1000

/** One @, a dot in the domain, letters that a mail header can hold; null for anything else. Blanks around it are dropped. */
export function plausibleEmail(typed: string): string | null {
  const email = typed.trim()
  const local = "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
  const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
  const whole = new RegExp(`^${local}@${label}(?:\\.${label})*\\.[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$`)
  return email.length <= 200 && whole.test(email) && !/^\.|\.\.|\.@/.test(email) ? email : null
}

/** Written on one line: a line break would begin another header of the mail. */
export const oneLine = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- they are what is removed
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g, ' ').trim()

/** Plain text of several lines, without signs that no person types. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    // oxlint-disable-next-line no-control-regex -- they are what is removed
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .trim()
