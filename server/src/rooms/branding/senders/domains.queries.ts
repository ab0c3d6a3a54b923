import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Returns the sender addresses that a user has or may use: the user's own, and the default of the business. */
export async function senderDomainsOf(db: Db, site: Site, userId: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select a.email from sender_addresses a
    where a.web_site_id = ${site.web_site_id} and a.user_id = ${userId}
    union
    select a.email from users u
    join entity_sender_defaults d on d.web_site_id = u.web_site_id and d.businessentity_id = u.businessentity_id
    join sender_addresses a on a.web_site_id = d.web_site_id and a.address_id = d.address_id
    where u.web_site_id = ${site.web_site_id} and u.user_id = ${userId}
    order by email`.execute(db)
  return rows.map(({ email }) => email)
}

/** Returns every domain of a sender address or of a business's key, on all web sites. */
export async function domainsToCheck(db: Db): Promise<{ web_site_id: number; domain: string }[]> {
  const { rows } = await sql<{ web_site_id: number; domain: string }>`
    select web_site_id, lower(split_part(email, '@', 2)) as domain from sender_addresses
    union
    select web_site_id, domain from business_mail_domains where removed_at is null
    order by web_site_id, domain`.execute(db)
  return rows
}
