import { isEmail } from '@cutaway/contract/addresses.ts'
import type { AddressState } from '@cutaway/contract/rooms/branding/addresses.ts'

/** Rules of sender addresses and texts that need no database. */

/** Validity of a mailed link: 48 hours. */
export const linkSeconds = 48 * 3600
/** Minimum time between two mails to one address. */
export const pauseSeconds = 60
/** Maximum number of mailed links in 24 hours. The limit per address protects a stranger's mailbox. */
export const mailsADay = { user: 20, address: 5 }

interface Proof {
  verified_at: Date | null
  token_sent_at: Date | null
}

/** Returns the confirmation state of an address. */
export function stateOf({ verified_at, token_sent_at }: Proof, now: Date): AddressState {
  if (verified_at) return 'confirmed'
  return token_sent_at && isGood(token_sent_at, now) ? 'waiting' : 'expired'
}

/** Returns whether a link mailed at `sentAt` is still valid. */
export const isGood = (sentAt: Date, now: Date): boolean => now.getTime() - sentAt.getTime() < linkSeconds * 1000

/** Returns whether the previous mail is too recent to send another. */
export const isTooSoon = (sentAt: Date | null, now: Date): boolean =>
  sentAt !== null && now.getTime() - sentAt.getTime() < pauseSeconds * 1000

/**
 * Returns the trimmed address, or null if it is invalid. Stricter than for recipients: not every mail server accepts
 * non-ASCII characters in a sender.
 */
export function senderAddress(typed: string): string | null {
  const email = typed.trim()
  return email.length <= 200 && isEmail(email) && /^[!-~]+$/.test(email) ? email : null
}
