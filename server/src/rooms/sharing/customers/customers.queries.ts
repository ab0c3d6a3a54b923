import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Reach } from '../../../core/scope.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { Suppression } from '../../messaging/recipient-events.ts'

/** Queries of customers and their addresses. Names are sealed (sealed-names.ts). */

/** The owner of customers: a business, or a user who belongs to none. */
export interface CustomerOwner {
  businessentity_id: number | null
  user_id: number
}

/** Returns the owner as one text: 'b12' for a business, 'u7' for a user without one. */
export const ownerKey = ({ businessentity_id, user_id }: CustomerOwner): string =>
  businessentity_id === null ? `u${user_id}` : `b${businessentity_id}`

const ofOwner = ({ businessentity_id, user_id }: CustomerOwner) =>
  businessentity_id === null
    ? sql<SqlBool>`(c.businessentity_id is null and c.user_id = ${user_id})`
    : sql<SqlBool>`c.businessentity_id = ${businessentity_id}`

export const selectCustomers = (db: Db, site: Site) =>
  db
    .selectFrom('customers as c')
    .selectAll('c')
    .select(
      sql<{ key: string; address: string }[]>`(select coalesce(
          json_agg(json_build_object('key', a.address_key, 'address', a.address) order by a.address_key), '[]')
        from customer_addresses a
        where a.web_site_id = c.web_site_id and a.customer_id = c.customer_id)`.as('addresses'),
    )
    .where('c.web_site_id', '=', site.web_site_id)

export type CustomerRow = Awaited<ReturnType<ReturnType<typeof selectCustomers>['executeTakeFirstOrThrow']>>

/** Returns customers by id, if the caller reaches the user or the location that wrote to them, or is assigned. */
export const findCustomersById = (db: Db, site: Site, ids: readonly number[], reach: Reach): Promise<CustomerRow[]> =>
  selectCustomers(db, site).where('c.customer_id', 'in', ids).where(reachedCustomers(reach)).execute()

/** Limits a query of `customers as c` to those within reach. */
export const reachedCustomers = (reach: Reach) =>
  sql<SqlBool>`(${reach.users('c.user_id')} or ${reach.users('c.assigned_user_id')} or ${reach.place('c')})`

export const findCustomer = (db: Db, site: Site, customerId: number): Promise<CustomerRow | undefined> =>
  selectCustomers(db, site).where('c.customer_id', '=', customerId).executeTakeFirst()

/** Returns a customer, locked until the end of the transaction. */
export const lockCustomer = (db: Db, site: Site, customerId: number): Promise<CustomerRow | undefined> =>
  selectCustomers(db, site).where('c.customer_id', '=', customerId).forUpdate('c').executeTakeFirst()

export interface Search {
  /** Keyed hashes of the beginnings of the words; empty if the search has no words. */
  names: readonly string[]
  /** The typed text in lower case. */
  text: string
  /** The digits of a search that may be a number; else empty. */
  digits: string
}

/** Limits a query of `customers as c` to those that match a search by name, number, address or repair order. */
export function matchingCustomers({ names, text, digits }: Search) {
  const ways = [sql<SqlBool>`c.ro_number ilike ${`%${escaped(text)}%`}`]
  if (names.length > 0) ways.push(sql<SqlBool>`c.name_index @> ${[...names]}::text[]`)
  const ofAddress = (pattern: string) =>
    sql<SqlBool>`exists (select from customer_addresses a
      where a.web_site_id = c.web_site_id and a.customer_id = c.customer_id and a.address_key like ${pattern})`
  if (/[a-z@]/i.test(text)) ways.push(ofAddress(`${escaped(text)}%`))
  if (digits !== '') ways.push(ofAddress(`+%${digits}%`))
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}

/** Returns customers of an owner that match a search, the latest first. */
export const searchCustomers = (
  db: Db,
  site: Site,
  owner: CustomerOwner,
  search: Search,
  most: number,
): Promise<CustomerRow[]> =>
  selectCustomers(db, site)
    .where(ofOwner(owner))
    .where(matchingCustomers(search))
    .orderBy('c.last_at', 'desc')
    .orderBy('c.customer_id', 'desc')
    .limit(most)
    .execute()

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** Returns the customer of an owner with an address. */
export async function findCustomerByAddress(
  db: Db,
  site: Site,
  owner: CustomerOwner,
  addressKey: string,
): Promise<CustomerRow | undefined> {
  const row = await db
    .selectFrom('customer_addresses')
    .select('customer_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('owner', '=', ownerKey(owner))
    .where('address_key', '=', addressKey)
    .executeTakeFirst()
  return row && findCustomer(db, site, row.customer_id)
}

export interface Address {
  address_key: string
  /** As it was typed. */
  address: string
}

export interface NewCustomer {
  businessentity_id: number | null
  user_id: number | null
  location_id: number | null
  language_id: number | null
  last_at: Date
  assigned_user_id: number | null
}

/** Inserts a customer with one address. Returns the id; that of the existing customer if the address is known. */
export async function insertCustomer(
  db: Db,
  site: Site,
  owner: CustomerOwner,
  address: Address,
  customer: NewCustomer,
): Promise<number> {
  // Two first messages at the same moment would make two customers; the second waits and finds the first.
  const key = `customer ${site.web_site_id} ${ownerKey(owner)} ${address.address_key}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
  const known = await findCustomerByAddress(db, site, owner, address.address_key)
  if (known) return known.customer_id
  const { customer_id } = await db
    .insertInto('customers')
    .values({ web_site_id: site.web_site_id, created_at: customer.last_at, ...customer })
    .returning('customer_id')
    .executeTakeFirstOrThrow()
  await insertAddress(db, site, owner, customer_id, address)
  return customer_id
}

/** Adds an address to a customer. Returns false if another customer of the owner has it. */
export async function insertAddress(
  db: Db,
  site: Site,
  owner: CustomerOwner,
  customerId: number,
  address: Address,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('customer_addresses')
    .values({ web_site_id: site.web_site_id, owner: ownerKey(owner), customer_id: customerId, ...address })
    .onConflict((c) =>
      c
        .columns(['web_site_id', 'owner', 'address_key'])
        .doUpdateSet({ address: address.address })
        .where('customer_addresses.customer_id', '=', customerId),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteAddress(db: Db, site: Site, customerId: number, addressKey: string): Promise<void> {
  await db
    .deleteFrom('customer_addresses')
    .where('web_site_id', '=', site.web_site_id)
    .where('customer_id', '=', customerId)
    .where('address_key', '=', addressKey)
    .execute()
}

export type CustomerChange = Partial<Omit<CustomerRow, 'web_site_id' | 'customer_id' | 'addresses' | 'created_at'>>

export async function changeCustomer(db: Db, site: Site, customerId: number, change: CustomerChange): Promise<void> {
  await db
    .updateTable('customers')
    .set(change)
    .where('web_site_id', '=', site.web_site_id)
    .where('customer_id', '=', customerId)
    .execute()
}

/** Counts the customers within reach with something new. */
export async function countUnreadCustomers(db: Db, site: Site, reach: Reach): Promise<number> {
  const { n } = await db
    .selectFrom('customers as c')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('c.web_site_id', '=', site.web_site_id)
    .where('c.unread', '>', 0)
    .where(reachedCustomers(reach))
    .executeTakeFirstOrThrow()
  return n
}

/** Counts something new from a customer as unread. */
export async function countUnread(
  db: Db,
  site: Site,
  customerId: number,
  { at, mayStop = false }: { at: Date; mayStop?: boolean },
): Promise<void> {
  await db
    .updateTable('customers')
    .set({ unread: sql`unread + 1`, last_at: at, ...(mayStop ? { may_stop: true } : {}) })
    .where('web_site_id', '=', site.web_site_id)
    .where('customer_id', '=', customerId)
    .execute()
}

/** Counts an answer or a question on the page of a link as unread for the customer whom it was sent to. */
export async function customerReacted(db: Db, site: Site, linkId: number, at: Date): Promise<void> {
  const customer = db
    .selectFrom('send_recipients as r')
    .select('r.customer_id')
    .where('r.web_site_id', '=', site.web_site_id)
    .where('r.link_id', '=', linkId)
  await db
    .updateTable('customers')
    .set({ unread: sql`unread + 1`, last_at: at })
    .where('web_site_id', '=', site.web_site_id)
    .where('customer_id', '=', customer)
    .execute()
}

/**
 * Counts again what is unread of customers: messages since the conversation was read, and what they did on pages of
 * links since the conversation or the send was read. Returns the sum.
 */
export async function recountUnread(
  db: Db,
  site: Pick<Site, 'web_site_id'>,
  customerIds: readonly number[],
): Promise<number> {
  if (customerIds.length === 0) return 0
  // Locked before it counts: an event that is being stored is counted by one of the two.
  await db
    .selectFrom('customers')
    .select('customer_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('customer_id', 'in', customerIds)
    .orderBy('customer_id')
    .forUpdate()
    .execute()
  const { rows } = await sql<{ unread: number }>`
    update customers c set unread = (
        select count(*) from customer_messages m where m.web_site_id = c.web_site_id and m.customer_id = c.customer_id
          and m.direction = 'in' and m.at > coalesce(c.read_at, '-infinity'::timestamptz)
      ) + (
        select count(*) from (select distinct link_id from send_recipients r
          where r.web_site_id = c.web_site_id and r.customer_id = c.customer_id) r
        cross join lateral (
          select greatest(coalesce(c.read_at, '-infinity'::timestamptz), max(k.read_at)) as at from link_reads k
          where k.web_site_id = c.web_site_id and k.link_id = r.link_id
        ) seen
        cross join lateral (
          select n.at from link_answers n where n.web_site_id = c.web_site_id and n.link_id = r.link_id
          union all
          select q.at from link_questions q where q.web_site_id = c.web_site_id and q.link_id = r.link_id
        ) did
        where did.at > seen.at
      )
    where c.web_site_id = ${site.web_site_id} and c.customer_id = any(${customerIds}::int[])
    returning c.unread`.execute(db)
  return rows.reduce((sum, { unread }) => sum + unread, 0)
}

/** Returns the customers whom a link was sent to. */
export async function findCustomersOfLink(db: Db, site: Site, linkId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('send_recipients')
    .select('customer_id')
    .distinct()
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
    .where('customer_id', 'is not', null)
    .execute()
  return rows.flatMap(({ customer_id }) => customer_id ?? [])
}

export interface ConsentFacts {
  /** The address is suppressed since this moment: by the person's wish, or because mail came back. */
  suppressed_at: Date | null
  suppressed_by: Suppression | null
  /** The day of the last agreement that the owner recorded, YYYY-MM-DD. */
  granted_on: string | null
}

/** Returns the suppression of each address, and the last agreement that an owner recorded. */
export async function consentFacts(
  db: Db,
  site: Site,
  owner: CustomerOwner,
  keys: readonly string[],
): Promise<Map<string, ConsentFacts>> {
  if (keys.length === 0) return new Map()
  const own =
    owner.businessentity_id === null
      ? sql<SqlBool>`(g.businessentity_id is null and g.user_id = ${owner.user_id})`
      : sql<SqlBool>`g.businessentity_id = ${owner.businessentity_id}`
  const { rows } = await sql<ConsentFacts & { address_key: string }>`
    select k.address_key, s.since as suppressed_at, g.granted_on,
      case when s.reason = 'bounce' then 'bounced' when s.reason is not null then 'unsubscribed' end as suppressed_by
    from unnest(${[...keys]}::text[]) as k (address_key)
    left join suppressions s on s.web_site_id = ${site.web_site_id} and s.address_key = k.address_key
    left join lateral (
      select coalesce(g.opt_in_date::text, to_char(g.at, 'YYYY-MM-DD')) as granted_on from consents g
      where g.web_site_id = ${site.web_site_id} and g.address_key = k.address_key and g.action = 'granted' and ${own}
      order by g.at desc, g.consent_id desc limit 1
    ) g on true`.execute(db)
  return new Map(rows.map(({ address_key, ...facts }) => [address_key, facts]))
}
