import type { Config } from '../config.ts'
import { isLocalHost } from '../auth/cookies.ts'
import { hostName } from '../tenancy.ts'

/**
 * Returns the origin of a site: that of the request if its host belongs to the site, else PUBLIC_BASE_URL or the site's
 * primary host. A forged Host header therefore never reaches a link, a mail or a redirect.
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
