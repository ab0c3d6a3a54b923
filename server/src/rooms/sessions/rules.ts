import { isIPv6 } from 'node:net'
import { secondsAfter } from '../../core/clock.ts'

/** Limits and rules of login, sessions and password links. Pure: the time is always given. */

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * Failures within the window that lead to a block (decision 17): of one name, or from one address. A known device has the
 * limit of a name for itself. A name at one address has one more, since the first request for a puzzle counts there.
 */
export const loginLimits = { ofUser: 5, ofAddress: 20, ofPair: 6, windowSeconds: 15 * minute, blockSeconds: hour }

/** Failures after which strangers solve a puzzle with each attempt. */
const puzzleAfter = { ofUser: 2, ofAddress: 5 }

/** How long an address counts as one from which the user logs in, and how many of them there are for a user. */
export const knownPlaces = { seconds: 180 * day, perUser: 20 }

/** Failures within the window, of a name and from an address. */
export interface Failures {
  ofUser: number
  ofAddress: number
}

export const needsPuzzle = (failures: Failures): boolean =>
  failures.ofUser >= puzzleAfter.ofUser || failures.ofAddress >= puzzleAfter.ofAddress

/** Milliseconds that a stranger waits for the result of an attempt: longer with each failure, at most two seconds. */
export function delayOf({ ofUser, ofAddress }: Failures): number {
  const byUser = ofUser < puzzleAfter.ofUser ? 0 : 500 * 2 ** (ofUser - puzzleAfter.ofUser)
  const byAddress = 100 * Math.max(0, ofAddress - puzzleAfter.ofAddress + 1)
  return Math.min(2000, Math.max(byUser, byAddress))
}

/** A session ends after `idle` without use; no session outlives `longest`, which is also what "stay logged in" gives. */
export const sessionSeconds = { idle: 12 * hour, longest: 30 * day, writeEvery: 5 * minute }

/** A link for a new password (decision 21). `perAccount` links at most are good at one time. */
export const passwordLinks = { validSeconds: hour, perAccount: 3 }

/** The name under which attempts are counted and accounts are found: one for every spelling of letters. */
export const userKey = (username: string): string => username.trim().toLowerCase()

/** The address under which attempts are counted. A customer of IPv6 owns a whole /64, so that counts as one. */
export function addressKey(ip: string): string {
  const plain = ip.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const missing = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return `${[...head, ...missing, ...tail].slice(0, 4).join(':')}::/64`
}

/** When a session that begins now ends by itself. */
export const sessionEnd = (now: Date, stay: boolean): Date =>
  secondsAfter(now, stay ? sessionSeconds.longest : sessionSeconds.idle)

/** The later end of a session that was used now; null while it need not be written. */
export function slide(session: { createdAt: Date; lastSeenAt: Date; expiresAt: Date }, now: Date): Date | null {
  if (now < secondsAfter(session.lastSeenAt, sessionSeconds.writeEvery)) return null
  const idleEnd = secondsAfter(now, sessionSeconds.idle)
  const longestEnd = secondsAfter(session.createdAt, sessionSeconds.longest)
  const next = idleEnd < longestEnd ? idleEnd : longestEnd
  return next > session.expiresAt ? next : session.expiresAt
}
