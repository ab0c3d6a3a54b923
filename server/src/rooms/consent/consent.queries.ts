import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import type { Suppression } from '../messaging/recipient-events.ts'

/** Queries of the append-only consent ledger and of the suppressions that follow from it. */

export type ConsentScreen =
  | 'share_sms'
  | 'share_mms'
  | 'unsubscribe_page'
  | 'unsigned_unsubscribe_page'
  | 'one_click'
  | 'text_message'
  | 'conversation'
  | 'bounce'
  | 'sent_list'
  | 'same_repair_order'

/** Screens of entries that follow from one business's sends and not from the person's own words. */
const notSaid: readonly ConsentScreen[] = ['bounce', 'same_repair_order']
/** Reasons that the person's own request replaces. */
const notProved: readonly ConsentScreen[] = [...notSaid, 'unsigned_unsubscribe_page']
/** Returns the weaker reasons that a reason replaces: a bounce, which the shop can lift, never hides a request. */
const weakerThan = (reason: ConsentScreen): readonly ConsentScreen[] =>
  reason === 'bounce' ? [] : notProved.includes(reason) ? ['bounce'] : notProved

export interface Consent {
  at: Date
  address_key: string
  /** `bounced` and `bounce_lifted` are about the address; the person has said nothing. */
  action: 'granted' | 'revoked' | 'bounced' | 'bounce_lifted'
  /** The full wording. */
  wording: string
  screen: ConsentScreen
  user_id?: number
  /** The owner of the entry; null or absent: the person addressed the web site. */
  businessentity_id?: number | null
  opt_in_date?: string
  remote_address?: string
}

/** Returns the form in which addresses are compared: mail in lower case, numbers as E.164. */
export const addressKey = (address: string): string =>
  address.includes('@') ? address.trim().toLowerCase() : address.replaceAll(/[^\d+]/g, '')
export const channelOf = (key: string): 'email' | 'phone' => (key.includes('@') ? 'email' : 'phone')

export async function writeConsent(db: Db, site: Site, consent: Consent): Promise<void> {
  await db
    .insertInto('consents')
    .values({ web_site_id: site.web_site_id, channel: channelOf(consent.address_key), ...consent })
    .execute()
}

/** Returns the addresses that are suppressed, and whether the person asked for it. */
export async function findSuppressed(db: Db, site: Site, keys: readonly string[]): Promise<Map<string, Suppression>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('suppressions')
    .select(['address_key', 'reason'])
    .where('web_site_id', '=', site.web_site_id)
    .where('address_key', 'in', keys)
    .execute()
  return new Map(rows.map((r) => [r.address_key, r.reason === 'bounce' ? 'bounced' : 'unsubscribed']))
}

/** Suppresses an address. Returns whether that is new: the address was not suppressed, or for a weaker reason. */
export async function suppress(db: Db, site: Site, key: string, reason: ConsentScreen, since: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('suppressions')
    .values({ web_site_id: site.web_site_id, address_key: key, channel: channelOf(key), reason, since })
    .onConflict((c) => {
      const same = c.columns(['web_site_id', 'address_key'])
      const weaker = weakerThan(reason)
      return weaker.length === 0
        ? same.doNothing()
        : same.doUpdateSet({ reason }).where('suppressions.reason', 'in', weaker)
    })
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Ends the suppression of an address to which mail came back; never that of a person who unsubscribed. Returns whether
 * there was one.
 */
export async function liftBounceSuppression(db: Db, site: Site, key: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('suppressions')
    .where('web_site_id', '=', site.web_site_id)
    .where('address_key', '=', key)
    .where('reason', '=', 'bounce')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends the suppression of an address. Returns whether it was suppressed. */
export async function unsuppress(db: Db, site: Site, key: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('suppressions')
    .where('web_site_id', '=', site.web_site_id)
    .where('address_key', '=', key)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The owner of sends and entries: a business, or a user who belongs to none. */
export interface Owner {
  businessentity_id: number | null
  user_id: number
}

const isOf = (table: 's' | 'c', { businessentity_id: entity, user_id: user }: Owner) =>
  entity === null
    ? sql<SqlBool>`(${sql.ref(`${table}.businessentity_id`)} is null and ${sql.ref(`${table}.user_id`)} = ${user})`
    : sql<SqlBool>`${sql.ref(`${table}.businessentity_id`)} = ${entity}`

/**
 * Returns other addresses of the same person as far as the web site can know them: those that a business wrote to about
 * the same repair order, with that business.
 */
export async function findCompanions(db: Db, site: Site, key: string) {
  const { rows } = await sql<{ address_key: string; businessentity_id: number | null }>`
    select distinct other.address_key, t.businessentity_id
    from send_recipients mine
    join sends s on s.web_site_id = mine.web_site_id and s.send_id = mine.send_id and s.ro_number <> ''
    join sends t on t.web_site_id = s.web_site_id and t.businessentity_id is not distinct from s.businessentity_id
      and (t.businessentity_id is not null or t.user_id = s.user_id)
      and t.ro_number = s.ro_number and t.ro_number <> ''
    join send_recipients other on other.web_site_id = t.web_site_id and other.send_id = t.send_id
    where mine.web_site_id = ${site.web_site_id} and mine.address_key = ${key} and other.address_key <> ${key}
    limit 50`.execute(db)
  return rows
}

/** Returns the business whose mail to an address bounced last; undefined if no send did. */
export async function findBounced(db: Db, site: Site, key: string): Promise<number | null | undefined> {
  const row = await db
    .selectFrom('send_recipients as r')
    .innerJoin('deliveries as d', (j) =>
      j.onRef('d.web_site_id', '=', 'r.web_site_id').onRef('d.delivery_id', '=', 'r.mail_id'),
    )
    .innerJoin('sends as s', (j) => j.onRef('s.web_site_id', '=', 'r.web_site_id').onRef('s.send_id', '=', 'r.send_id'))
    .select('s.businessentity_id')
    .where('r.web_site_id', '=', site.web_site_id)
    .where('r.address_key', '=', key)
    .where('d.state', '=', 'failed')
    .orderBy('d.ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.businessentity_id
}

/**
 * Returns whether an owner has written to the address. A recipient that was left out because of a suppression does not
 * count.
 */
export async function isReachedBy(db: Db, site: Site, key: string, owner: Owner): Promise<boolean> {
  const sent = await db
    .selectFrom('send_recipients as r')
    .innerJoin('sends as s', (j) => j.onRef('s.web_site_id', '=', 'r.web_site_id').onRef('s.send_id', '=', 'r.send_id'))
    .select('r.recipient_id')
    .where('r.web_site_id', '=', site.web_site_id)
    .where('r.address_key', '=', key)
    .where('r.is_suppressed', '=', false)
    .where(isOf('s', owner))
    .limit(1)
    .executeTakeFirst()
  return sent !== undefined
}

/**
 * Restricts the ledger to what an owner may read: the owner's own entries, and what the person said to the web site
 * since the owner first wrote to the address. Everything else belongs to other businesses.
 */
const readableBy = (owner: Owner) => sql<SqlBool>`(${isOf('c', owner)} or (
  c.businessentity_id is null and c.user_id is null and c.screen not in (${sql.join(notSaid)})
  and c.at >= (
    select min(s.created_at) from send_recipients r
    join sends s on s.web_site_id = r.web_site_id and s.send_id = r.send_id and ${isOf('s', owner)}
    where r.web_site_id = c.web_site_id and r.address_key = c.address_key and not r.is_suppressed
  )))`

/**
 * Returns the ledger of an address in order of time, with the people who recorded it. `owner` limits it to what that
 * owner may read; undefined returns the whole ledger of the web site.
 */
export const findConsents = (db: Db, site: Site, key: string, owner: Owner | undefined) =>
  db
    .selectFrom('consents as c')
    .leftJoin('users as u', (j) => j.onRef('u.web_site_id', '=', 'c.web_site_id').onRef('u.user_id', '=', 'c.user_id'))
    .select(['c.at', 'c.address_key', 'c.wording', 'c.screen', 'c.remote_address', 'u.username'])
    // The previous version recorded a bounce as if the person had revoked consent.
    .select(sql<Consent['action']>`case when c.screen = 'bounce' then 'bounced' else c.action end`.as('action'))
    .select(sql<string | null>`c.opt_in_date::text`.as('opt_in_date'))
    .where('c.web_site_id', '=', site.web_site_id)
    .where('c.address_key', '=', key)
    .$if(owner !== undefined, (query) => query.where(readableBy(owner!)))
    .orderBy('c.at')
    .orderBy('c.consent_id')
    .execute()

/**
 * Returns how many unsigned requests of the unsubscribe page came from one remote address since a time. Concurrent
 * requests from the same address wait until the transaction ends, so that the count stays correct.
 */
export async function countUnsigned(db: Db, site: Site, remoteAddress: string, since: Date): Promise<number> {
  const place = `unsigned unsubscribing ${site.web_site_id} ${remoteAddress}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`.execute(db)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from consents
    where web_site_id = ${site.web_site_id} and remote_address = ${remoteAddress} and at > ${since}
      and screen = 'unsigned_unsubscribe_page'`.execute(db)
  return rows[0]!.n
}
