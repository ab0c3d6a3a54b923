import { isIPv6 } from 'node:net'
import { secondsAfter } from '../../core/clock.ts'

/** Limits and rules of login, sessions and password reset links. Pure functions: callers pass the time. */

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * Failures within the window that cause a block (decision 17): of one name, or from one address. A known device has a
 * separate limit equal to that of a name. A name at one address has one more, because the first request for a captcha
 * counts there.
 */
export const loginLimits = { ofUser: 5, ofAddress: 20, ofPair: 6, windowSeconds: 15 * minute, blockSeconds: hour }

/** Failures after which each attempt of a stranger requires a captcha. */
const puzzleAfter = { ofUser: 2, ofAddress: 5 }

/** How long an address stays known for a user, and the maximum number of known addresses per user. */
export const knownPlaces = { seconds: 180 * day, perUser: 20 }

/** Failures within the window, of a name and from an address. */
export interface Failures {
  ofUser: number
  ofAddress: number
}

export const needsPuzzle = (failures: Failures): boolean =>
  failures.ofUser >= puzzleAfter.ofUser || failures.ofAddress >= puzzleAfter.ofAddress

/** Returns the delay of a stranger's result in milliseconds: it grows with each failure, to at most two seconds. */
export function delayOf({ ofUser, ofAddress }: Failures): number {
  const byUser = ofUser < puzzleAfter.ofUser ? 0 : 500 * 2 ** (ofUser - puzzleAfter.ofUser)
  const byAddress = 100 * Math.max(0, ofAddress - puzzleAfter.ofAddress + 1)
  return Math.min(2000, Math.max(byUser, byAddress))
}

/** The role of a free trial. */
export const trialRole = 9

/** A session expires after `idle` without use; no session outlives `longest`, which "stay logged in" also grants. */
export const sessionSeconds = { idle: 12 * hour, longest: 30 * day, writeEvery: 5 * minute }

/** A password reset link (decision 21). An account has at most `perAccount` valid links. */
export const passwordLinks = { validSeconds: hour, perAccount: 3 }

/** Returns the key under which attempts are counted and accounts are found: the same for every capitalisation. */
export const userKey = (username: string): string => username.trim().toLowerCase()

/** Returns the key under which an address's attempts are counted. An IPv6 customer owns a /64, which counts as one. */
export function addressKey(ip: string): string {
  const plain = ip.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const missing = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return `${[...head, ...missing, ...tail].slice(0, 4).join(':')}::/64`
}

/** Returns the expiry of a session that starts now. */
export const sessionEnd = (now: Date, stay: boolean): Date =>
  secondsAfter(now, stay ? sessionSeconds.longest : sessionSeconds.idle)

/** Returns the extended expiry of a session used now, or null if no write is due. */
export function slide(session: { createdAt: Date; lastSeenAt: Date; expiresAt: Date }, now: Date): Date | null {
  if (now < secondsAfter(session.lastSeenAt, sessionSeconds.writeEvery)) return null
  const idleEnd = secondsAfter(now, sessionSeconds.idle)
  const longestEnd = secondsAfter(session.createdAt, sessionSeconds.longest)
  const next = idleEnd < longestEnd ? idleEnd : longestEnd
  return next > session.expiresAt ? next : session.expiresAt
}
