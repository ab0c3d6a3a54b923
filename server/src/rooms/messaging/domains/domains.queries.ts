import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { DomainPolicy } from './policy.ts'

/** Queries of the policies of senders' domains, and of the domains whose mail a business signs with its own key. */

export const findCheck = (db: Db, site: Pick<Site, 'web_site_id'>, domain: string) =>
  db
    .selectFrom('mail_domain_checks')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('domain', '=', domain)
    .executeTakeFirst()
/** Returns the policies of several domains. */
export const findChecks = (
  db: Db,
  site: Pick<Site, 'web_site_id'>,
  domains: readonly string[],
): Promise<DomainCheck[]> =>
  domains.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('mail_domain_checks')
        .selectAll()
        .where('web_site_id', '=', site.web_site_id)
        .where('domain', 'in', domains)
        .execute()

export type DomainCheck = NonNullable<Awaited<ReturnType<typeof findCheck>>>

/** Records a policy. `found` is undefined if no name server responded: what was known before stays. */
export async function writeCheck(
  db: Db,
  { web_site_id }: Pick<Site, 'web_site_id'>,
  domain: string,
  found: DomainPolicy | undefined,
  checked_at: Date,
): Promise<void> {
  const row = {
    policy: found?.policy ?? ('unknown' as const),
    policy_domain: found?.policyDomain ?? null,
    is_strict: found?.isStrict ?? false,
    dmarc_record: found?.dmarcRecord ?? null,
    spf_record: found?.spfRecord ?? null,
    checked_at,
  }
  await db
    .insertInto('mail_domain_checks')
    .values({ web_site_id, domain, ...row })
    .onConflict((c) => {
      const same = c.columns(['web_site_id', 'domain'])
      return found ? same.doUpdateSet(row) : same.doNothing()
    })
    .execute()
}

export const findBusinessDomains = (db: Db, site: Pick<Site, 'web_site_id'>, entityId: number) =>
  db
    .selectFrom('business_mail_domains')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', entityId)
    .where('removed_at', 'is', null)
    .orderBy('domain')
    .execute()
export type BusinessDomain = Awaited<ReturnType<typeof findBusinessDomains>>[number]

/** Returns every business's key for a domain of a web site. */
export const findKeysOf = (db: Db, site: Pick<Site, 'web_site_id'>, domain: string) =>
  db
    .selectFrom('business_mail_domains')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('domain', '=', domain)
    .where('removed_at', 'is', null)
    .execute()

/** Stores a new key; keeps one that exists, because it may be published already. A removed one is replaced. */
export async function insertBusinessDomain(
  db: Db,
  { web_site_id }: Pick<Site, 'web_site_id'>,
  row: Pick<BusinessDomain, 'businessentity_id' | 'domain' | 'selector' | 'private_key'>,
): Promise<void> {
  await db
    .insertInto('business_mail_domains')
    .values({ web_site_id, ...row })
    .onConflict((c) =>
      c
        .columns(['web_site_id', 'businessentity_id', 'domain'])
        .doUpdateSet({
          selector: row.selector,
          private_key: row.private_key,
          checked_at: null,
          published_since: null,
          removed_at: null,
        })
        .where('business_mail_domains.removed_at', 'is not', null),
    )
    .execute()
}

/** Removes a key: it signs no new mail. A published one still signs queued mail. Returns whether there was one. */
export async function removeBusinessDomain(
  db: Db,
  { web_site_id }: Pick<Site, 'web_site_id'>,
  { businessentity_id, domain }: { businessentity_id: number; domain: string },
  now: Date,
): Promise<boolean> {
  // A new key for the domain does not overwrite this copy.
  await db
    .insertInto('former_mail_keys')
    .columns(['web_site_id', 'businessentity_id', 'domain', 'selector', 'private_key', 'removed_at'])
    .expression((e) =>
      e
        .selectFrom('business_mail_domains')
        .select(['web_site_id', 'businessentity_id', 'domain', 'selector', 'private_key'])
        .select(e.val(now).as('removed_at'))
        .where('web_site_id', '=', web_site_id)
        .where('businessentity_id', '=', businessentity_id)
        .where('domain', '=', domain)
        .where('removed_at', 'is', null)
        .where('published_since', 'is not', null),
    )
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('business_mail_domains')
    .set({ removed_at: now, published_since: null })
    .where('web_site_id', '=', web_site_id)
    .where('businessentity_id', '=', businessentity_id)
    .where('domain', '=', domain)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the keys that were removed before a time, on all web sites. */
export async function deleteRemovedDomains(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('business_mail_domains').where('removed_at', '<', before).execute()
  await db.deleteFrom('former_mail_keys').where('removed_at', '<', before).execute()
}

/** Returns the former keys of a business for a domain that were removed after a time. */
export const findFormerKeys = (
  db: Db,
  site: Pick<Site, 'web_site_id'>,
  { businessentity_id, domain }: { businessentity_id: number; domain: string },
  after: Date,
) =>
  db
    .selectFrom('former_mail_keys')
    .select(['domain', 'selector', 'private_key', 'removed_at'])
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessentity_id)
    .where('domain', '=', domain)
    .where('removed_at', '>', after)
    .orderBy('removed_at', 'desc')
    .execute()
export type FormerKey = Awaited<ReturnType<typeof findFormerKeys>>[number]

/** Records whether the published key matches. */
export async function writePublished(db: Db, key: BusinessDomain, isPublished: boolean, now: Date): Promise<void> {
  await db
    .updateTable('business_mail_domains')
    .set({ checked_at: now, published_since: isPublished ? (key.published_since ?? now) : null })
    .where('web_site_id', '=', key.web_site_id)
    .where('businessentity_id', '=', key.businessentity_id)
    .where('domain', '=', key.domain)
    .execute()
}

/** Returns the private key of a selector that a mail of the web site was queued with. It may have been replaced since. */
export async function findSigningKey(
  db: Db,
  site: Pick<Site, 'web_site_id'>,
  { domain, selector }: { domain: string; selector: string },
): Promise<{ private_key: string } | undefined> {
  const keyIn = (table: 'business_mail_domains' | 'former_mail_keys') =>
    db
      .selectFrom(table)
      .select('private_key')
      .where('web_site_id', '=', site.web_site_id)
      .where('domain', '=', domain)
      .where('selector', '=', selector)
      .executeTakeFirst()
  return (await keyIn('business_mail_domains')) ?? keyIn('former_mail_keys')
}
