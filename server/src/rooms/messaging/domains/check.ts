import type { Db } from '../../../core/db/database.ts'
import type { Services } from '../../../core/services.ts'
import { dkimRecord, publishes } from './dkim-key.ts'
import { findKeysOf, writeCheck, writePublished, type BusinessDomain, type FormerKey } from './domains.queries.ts'
import { lookUpPolicy } from './policy.ts'

type Needed = Pick<Services, 'database' | 'dns' | 'clock' | 'log'>

/**
 * Looks up a domain and records its policy and which keys of businesses are published. No transaction is open while the
 * name servers respond. Returns whether they did.
 */
export async function checkDomain(services: Needed, webSiteId: number, domain: string): Promise<boolean> {
  const { database, dns, clock, log } = services
  const site = { web_site_id: webSiteId }
  const keys = await database.inTenant(webSiteId, (db) => findKeysOf(db, site, domain), { lane: 'background' })
  const policy = await lookUpPolicy(dns, domain).catch((error: unknown) => {
    log.warn({ err: error, domain }, 'the policy of a mail domain could not be looked up')
    return undefined
  })
  const published = new Map<BusinessDomain, boolean>()
  for (const key of keys) {
    // A key that cannot be looked up stays as it was known.
    const texts = await dns.txt(dkimName(key)).catch(() => undefined)
    if (texts)
      published.set(
        key,
        texts.some((text) => publishes(text, key.private_key)),
      )
  }
  const now = clock.now()
  const record = async (db: Db) => {
    await writeCheck(db, site, domain, policy, now)
    for (const [key, isPublished] of published) await writePublished(db, key, isPublished, now)
  }
  await database.inTenant(webSiteId, record, { lane: 'background' })
  return policy !== undefined
}

export const dkimName = ({ selector, domain }: Pick<BusinessDomain, 'selector' | 'domain'>): string =>
  `${selector}._domainkey.${domain}`

/** A record as the owner of the domain must publish it, and as it is published now. */
export interface RecordState {
  kind: 'dkim' | 'dmarc' | 'spf'
  name: string
  /** What to publish; null if nothing has to change. */
  value: string | null
  /** What is published; null: nothing. */
  found: string | null
  state: 'good' | 'missing' | 'different' | 'not_needed'
  /** Of a former key: the end of the time in which mail servers may still check its signatures. */
  keep_until: string | null
}

/** Looks up each record of a domain now. Throws if no name server responds. */
export async function recordStates(
  { dns }: Pick<Services, 'dns'>,
  key: BusinessDomain,
  policy: { dmarc_record: string | null; policy_domain: string | null; spf_record: string | null } | undefined,
): Promise<RecordState[]> {
  const texts = await dns.txt(dkimName(key))
  const isPublished = texts.some((text) => publishes(text, key.private_key))
  const dmarc = policy?.dmarc_record ?? null
  return [
    {
      kind: 'dkim',
      name: dkimName(key),
      value: isPublished ? null : dkimRecord(key.private_key),
      found: texts[0] ?? null,
      state: isPublished ? 'good' : texts.length > 0 ? 'different' : 'missing',
      keep_until: null,
    },
    {
      kind: 'dmarc',
      name: `_dmarc.${policy?.policy_domain ?? key.domain}`,
      value: dmarc === null ? `v=DMARC1; p=none; rua=mailto:postmaster@${key.domain}` : null,
      found: dmarc,
      state: dmarc === null ? 'missing' : 'good',
      keep_until: null,
    },
    // Mail servers check SPF for the envelope, which has the portal's domain.
    {
      kind: 'spf',
      name: key.domain,
      value: null,
      found: policy?.spf_record ?? null,
      state: 'not_needed',
      keep_until: null,
    },
  ]
}

/** Looks up the record of a former key, which must stay until its mail has been delivered. */
export async function formerRecordState(
  { dns }: Pick<Services, 'dns'>,
  key: FormerKey,
  keepUntil: Date,
): Promise<RecordState> {
  const texts = await dns.txt(dkimName(key))
  const isPublished = texts.some((text) => publishes(text, key.private_key))
  return {
    kind: 'dkim',
    name: dkimName(key),
    value: isPublished ? null : dkimRecord(key.private_key),
    found: texts[0] ?? null,
    state: isPublished ? 'good' : texts.length > 0 ? 'different' : 'missing',
    keep_until: keepUntil.toISOString(),
  }
}
