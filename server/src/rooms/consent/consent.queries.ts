import { sql } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'

/** The ledger of consent, which only grows, and who gets nothing any more because of it. */

export type ConsentScreen =
  'share_sms' | 'share_mms' | 'unsubscribe_page' | 'one_click' | 'text_message' | 'bounce' | 'same_repair_order'

export interface Consent {
  at: Date
  address_key: string
  action: 'granted' | 'revoked'
  /** The words in full. */
  wording: string
  screen: ConsentScreen
  user_id?: number
  businessentity_id?: number | null
  opt_in_date?: string
  remote_address?: string
}

/** How addresses are compared: mail in lower case, numbers as E.164. */
export const addressKey = (address: string): string =>
  address.includes('@') ? address.trim().toLowerCase() : address.replaceAll(/[^\d+]/g, '')
export const channelOf = (key: string): 'email' | 'phone' => (key.includes('@') ? 'email' : 'phone')

export async function writeConsent(db: Db, site: Site, consent: Consent): Promise<void> {
  await db
    .insertInto('consents')
    .values({ web_site_id: site.web_site_id, channel: channelOf(consent.address_key), ...consent })
    .execute()
}

/** Those of the addresses that do not want messages. */
export async function findSuppressed(db: Db, site: Site, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('suppressions')
    .select('address_key')
    .where('web_site_id', '=', site.web_site_id)
    .where('address_key', 'in', keys)
    .execute()
  return new Set(rows.map((r) => r.address_key))
}

/** Answers whether the address was not yet suppressed. */
export async function suppress(db: Db, site: Site, key: string, reason: string, since: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('suppressions')
    .values({ web_site_id: site.web_site_id, address_key: key, channel: channelOf(key), reason, since })
    .onConflict((c) => c.columns(['web_site_id', 'address_key']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Answers whether the address was suppressed. */
export async function unsuppress(db: Db, site: Site, key: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('suppressions')
    .where('web_site_id', '=', site.web_site_id)
    .where('address_key', '=', key)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Other addresses of the same person, as far as the web site can know: those that a business wrote to about the same
 * repair order.
 */
export async function findCompanions(db: Db, site: Site, key: string): Promise<string[]> {
  const { rows } = await sql<{ address_key: string }>`
    select distinct other.address_key
    from send_recipients mine
    join sends s on s.web_site_id = mine.web_site_id and s.send_id = mine.send_id and s.ro_number <> ''
    join sends t on t.web_site_id = s.web_site_id and t.businessentity_id is not distinct from s.businessentity_id
      and t.ro_number = s.ro_number and t.ro_number <> ''
    join send_recipients other on other.web_site_id = t.web_site_id and other.send_id = t.send_id
    where mine.web_site_id = ${site.web_site_id} and mine.address_key = ${key} and other.address_key <> ${key}
    limit 50`.execute(db)
  return rows.map((r) => r.address_key)
}

/** Whether a business has written to the address. */
export async function isReachedBy(db: Db, site: Site, key: string, entityId: number | null): Promise<boolean> {
  const sent = await db
    .selectFrom('send_recipients as r')
    .innerJoin('sends as s', (j) => j.onRef('s.web_site_id', '=', 'r.web_site_id').onRef('s.send_id', '=', 'r.send_id'))
    .select('r.recipient_id')
    .where('r.web_site_id', '=', site.web_site_id)
    .where('r.address_key', '=', key)
    .where('s.businessentity_id', '=', entityId)
    .limit(1)
    .executeTakeFirst()
  return sent !== undefined
}

/** Everything about an address in order of time, with the people who wrote it down. */
export const findConsents = (db: Db, site: Site, key: string) =>
  db
    .selectFrom('consents as c')
    .leftJoin('users as u', (j) => j.onRef('u.web_site_id', '=', 'c.web_site_id').onRef('u.user_id', '=', 'c.user_id'))
    .select(['c.at', 'c.address_key', 'c.action', 'c.wording', 'c.screen', 'c.remote_address', 'u.username'])
    .select(sql<string | null>`c.opt_in_date::text`.as('opt_in_date'))
    .where('c.web_site_id', '=', site.web_site_id)
    .where('c.address_key', '=', key)
    .orderBy('c.at')
    .orderBy('c.consent_id')
    .execute()
