import { isIPv6 } from 'node:net'
import { secondsAfter } from '../../core/clock.ts'
import type { Config } from '../../core/config.ts'
import { isLocalHost } from '../../core/auth/cookies.ts'
import { hostName } from '../../core/tenancy.ts'

/** Limits and rules of login, sessions and password links. Pure: the time is always given. */

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Failures of one name, or from one address, within the window that lead to a block (decision 17). */
export const loginLimits = { ofUser: 5, ofAddress: 20, windowSeconds: 15 * minute, blockSeconds: hour }

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

/**
 * Where a mailed link leads: the origin of the request, but only if its host is one of the site's. A made-up Host header
 * must not carry somebody's token to another house.
 */
export function linkOrigin(
  requestOrigin: string,
  siteHosts: readonly string[],
  { secure, publicBaseUrl }: Pick<Config, 'secure' | 'publicBaseUrl'>,
): string {
  const scheme = secure ? 'https' : 'http'
  const asked = URL.canParse(requestOrigin) ? new URL(requestOrigin) : undefined
  if (asked && (siteHosts.includes(hostName(asked.host)) || (!secure && isLocalHost(asked.host))))
    return `${scheme}://${asked.host}`
  return publicBaseUrl ?? `${scheme}://${siteHosts[0] ?? 'localhost'}`
}
