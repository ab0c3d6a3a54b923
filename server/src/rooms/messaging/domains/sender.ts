import type { Config } from '../../../core/config.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { domainOf, identityOf } from '../mail-identity.ts'
import { findBusinessDomains, findCheck, findChecks, type BusinessDomain, type DomainCheck } from './domains.queries.ts'
import { isAligned } from './policy.ts'

/** Chooses From and the signature of a mail, so that the policy of the domain in From lets it pass. */

export interface MailSender {
  /** The web site's own address. */
  noReply: string
  /** The user's address for From; null: the web site's own. */
  fromAddress: string | null
  /** The key that signs; null: none. */
  dkim: { domain: string; selector: string } | null
}

/** How mail of a domain is sent: from the user's own address, or from the web site's with Reply-To. */
export type SendsAs = { from: 'own' | 'site'; because: 'own_key' | 'site_key' | 'no_policy' | 'policy' | 'unknown' }

/** Decides for one domain. `check` is undefined before the first lookup. */
export function sendsAs(
  domain: string,
  given: { check: DomainCheck | undefined; ownKey: BusinessDomain | undefined; siteDomain: string | undefined },
): SendsAs {
  const { check, ownKey, siteDomain } = given
  const policy = { policyDomain: check?.policy_domain ?? null, isStrict: check?.is_strict ?? false }
  if (ownKey) return { from: 'own', because: 'own_key' }
  if (isAligned(domain, siteDomain, policy)) return { from: 'own', because: 'site_key' }
  if (check === undefined || check.policy === 'none') return { from: 'own', because: 'no_policy' }
  return { from: 'site', because: check.policy === 'unknown' ? 'unknown' : 'policy' }
}

/** Returns the published key of a business that makes mail from a domain pass. */
export const keyFor = (
  domain: string,
  keys: readonly BusinessDomain[],
  check: DomainCheck | undefined,
): BusinessDomain | undefined =>
  keys.find(
    (key) =>
      key.published_since !== null &&
      isAligned(domain, key.domain, {
        policyDomain: check?.policy_domain ?? null,
        isStrict: check?.is_strict ?? false,
      }),
  )

/** Returns the sender of a mail that a user of a business sends from an address; null: from the web site's own. */
export async function mailSenderOf(
  db: Db,
  config: Pick<Config, 'mail'>,
  site: Site,
  from: { address: string | null; entityId: number | null },
): Promise<MailSender> {
  const { noReply, dkim } = await identityOf(db, config, site)
  const ofSite = dkim ? { domain: dkim.domainName, selector: dkim.keySelector } : null
  if (from.address === null) return { noReply, fromAddress: null, dkim: ofSite }
  const domain = domainOf(from.address).toLowerCase()
  const check = await findCheck(db, site, domain)
  const keys = from.entityId === null ? [] : await findBusinessDomains(db, site, from.entityId)
  const ownKey = keyFor(domain, keys, check)
  const { from: chosen } = sendsAs(domain, { check, ownKey, siteDomain: dkim?.domainName })
  if (chosen === 'site') return { noReply, fromAddress: null, dkim: ofSite }
  const signing = ownKey ? { domain: ownKey.domain, selector: ownKey.selector } : ofSite
  return { noReply, fromAddress: from.address, dkim: signing }
}

/** Returns those of the domains whose mail comes from the web site's own address, because the domain forbids it. */
export async function domainsSentFromSite(
  db: Db,
  config: Pick<Config, 'mail'>,
  site: Site,
  { domains, entityId }: { domains: readonly string[]; entityId: number | null },
): Promise<ReadonlySet<string>> {
  if (domains.length === 0) return new Set()
  const { dkim } = await identityOf(db, config, site)
  const keys = entityId === null ? [] : await findBusinessDomains(db, site, entityId)
  const checks = await findChecks(db, site, [...new Set(domains.map((domain) => domain.toLowerCase()))])
  const isOfSite = (domain: string) => {
    const name = domain.toLowerCase()
    const check = checks.find((one) => one.domain === name)
    return sendsAs(name, { check, ownKey: keyFor(name, keys, check), siteDomain: dkim?.domainName }).from === 'site'
  }
  return new Set(domains.filter(isOfSite))
}
