import type { EmbedState } from '@cutaway/contract/rooms/embeds/fields.ts'
import { isWithin } from '@cutaway/contract/rooms/embeds/domains.ts'
import type { EmbedRow, ListedEmbed } from './embeds.queries.ts'

/** Where an embed may be shown, and whether it is. Pure. */

type Domains = Pick<EmbedRow, 'domain_name' | 'domain_temp' | 'temp_until'>

/** Returns the domains that may show an embed now: the permanent one, and the test site until it ends. */
export function domainsNow({ domain_name, domain_temp, temp_until }: Domains, now: Date): string[] {
  const isTest = domain_temp !== '' && temp_until !== null && temp_until > now
  return [domain_name, isTest ? domain_temp : ''].filter(Boolean)
}

/**
 * Returns the sources of `frame-ancestors`: the portal itself for its preview, and each domain with all its sub-domains,
 * at any port. The browser holds every ancestor against them, also of nested frames; a sandboxed page has none.
 */
export const frameAncestors = (domains: readonly string[]): string[] => [
  "'self'",
  ...domains.flatMap((domain) =>
    ['https', 'http'].flatMap((scheme) => [`${scheme}://${domain}:*`, `${scheme}://*.${domain}:*`]),
  ),
]

export const isListed = (host: string, domains: readonly string[]): boolean =>
  domains.some((domain) => isWithin(host, domain))

const days = (number: number) => number * 86_400_000

export function stateOf(embed: ListedEmbed, films: number, now: Date): EmbedState {
  if (films === 0) return 'no_film'
  if (domainsNow(embed, now).length === 0) return 'test_ended'
  if (embed.blocked_on.length > 0) return 'blocked'
  const since = now.getTime() - days(7)
  if (embed.last_seen !== null && embed.last_seen.getTime() >= since) return 'live'
  return embed.created_at.getTime() >= since ? 'new' : 'not_found'
}
