import { isEmail } from '@cutaway/contract/addresses.ts'
import type { AddressState } from '@cutaway/contract/rooms/branding/addresses.ts'

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

/**
 * The address behind blanks; null where it is none. Plainer than a recipient's: not every mail server takes letters beyond
 * ASCII in a sender.
 */
export function senderAddress(typed: string): string | null {
  const email = typed.trim()
  return email.length <= 200 && isEmail(email) && /^[!-~]+$/.test(email) ? email : null
}
