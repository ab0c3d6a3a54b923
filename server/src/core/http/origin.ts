import type { Config } from '../config.ts'
import { isLocalHost } from '../auth/cookies.ts'
import { hostName } from '../tenancy.ts'

/**
 * Returns the origin of a site: that of the request if its host belongs to the site, else PUBLIC_BASE_URL if that is an
 * address of the site, else the site's primary host. A forged Host header therefore never reaches a link, a mail or a
 * redirect, and what an operator does on another web site links to that one.
 */
export function linkOrigin(
  requestOrigin: string,
  siteHosts: readonly string[],
  { secure, publicBaseUrl, port }: Pick<Config, 'secure' | 'publicBaseUrl'> & { port?: number },
): string {
  const scheme = secure ? 'https' : 'http'
  const asked = URL.canParse(requestOrigin) ? new URL(requestOrigin) : undefined
  if (asked && siteHosts.includes(hostName(asked.host))) return `${scheme}://${asked.host}`
  if (asked && !secure && isLocalHost(asked.host)) return `${scheme}://${localHost(asked, siteHosts)}`
  const primary = siteHosts.find((host) => !isLocalHost(host))
  if (publicBaseUrl !== undefined && (!primary || siteHosts.includes(hostName(new URL(publicBaseUrl).host))))
    return publicBaseUrl
  const host = primary ?? siteHosts[0] ?? 'localhost'
  // A mail that no request has caused, on a developer's computer: local names are served at the portal's own port.
  const isAtPort = !primary && !secure && port !== undefined && port !== 0 && port !== 80
  return `${scheme}://${host}${isAtPort ? `:${port}` : ''}`
}

/** On a developer's computer: the site's own local name at the port of the request; the request's, if it has none. */
function localHost(asked: URL, siteHosts: readonly string[]): string {
  const own = siteHosts.find(isLocalHost)
  if (own === undefined || siteHosts.includes('localhost')) return asked.host
  return asked.port === '' ? own : `${own}:${asked.port}`
}
