import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import type { Reach } from '../../core/scope.ts'
import type { Site } from '../../core/tenancy.ts'
import { conversationRoles } from '@cutaway/contract/roles.ts'
import type { Delivery } from '@cutaway/contract/rooms/sharing/receipts.ts'
import {
  matchingCustomers,
  reachedCustomers,
  recountUnread,
  selectCustomers,
  type Search,
} from '../sharing/customers/customers.queries.ts'

/** Queries of conversations: the list, the messages of one, and what customers did with their films. */

export interface ThreadsAsked {
  tab: 'mine' | 'unassigned' | 'all' | 'may_stop'
  user_id: number
  page: number
  size: number
  search: Search | null
}

const inTab = ({ tab, user_id }: Pick<ThreadsAsked, 'tab' | 'user_id'>) =>
  ({
    mine: sql<SqlBool>`c.assigned_user_id = ${user_id}`,
    unassigned: sql<SqlBool>`c.assigned_user_id is null`,
    all: sql<SqlBool>`true`,
    may_stop: sql<SqlBool>`c.may_stop`,
  })[tab]

/** Returns a page of the conversations in reach, the latest first. */
export async function findThreads(db: Db, site: Site, reach: Reach, asked: ThreadsAsked) {
  const chosen = selectCustomers(db, site)
    .where(reachedCustomers(reach))
    .where(inTab(asked))
    .$if(asked.search !== null, (query) => query.where(matchingCustomers(asked.search!)))
  const { total } = await chosen
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  const rows = await chosen
    .orderBy('c.last_at', 'desc')
    .orderBy('c.customer_id', 'desc')
    .limit(asked.size)
    .offset((asked.page - 1) * asked.size)
    .execute()
  return { rows, total }
}

/** Counts unread conversations in reach for each tab, and those in which a person decides about stopping. */
export async function countUnreadThreads(db: Db, site: Site, reach: Reach, userId: number) {
  return db
    .selectFrom('customers as c')
    .select([
      sql<number>`count(*) filter (where c.unread > 0 and c.assigned_user_id = ${userId})::int`.as('mine'),
      sql<number>`count(*) filter (where c.unread > 0 and c.assigned_user_id is null)::int`.as('unassigned'),
      sql<number>`count(*) filter (where c.unread > 0)::int`.as('all'),
      sql<number>`count(*) filter (where c.may_stop)::int`.as('may_stop'),
    ])
    .where('c.web_site_id', '=', site.web_site_id)
    .where(reachedCustomers(reach))
    .executeTakeFirstOrThrow()
}

export interface LastWords {
  customer_id: number
  from: 'customer' | 'shop' | 'automatic'
  text: string
}

/** Returns the last message or question of each customer. */
export async function findLastWords(db: Db, site: Site, customerIds: readonly number[]): Promise<LastWords[]> {
  if (customerIds.length === 0) return []
  const { rows } = await sql<LastWords>`
    select distinct on (customer_id) customer_id, "from", text from (
      select customer_id, at, body as text,
        case when direction = 'in' then 'customer' when is_automatic then 'automatic' else 'shop' end as "from"
      from customer_messages
      where web_site_id = ${site.web_site_id} and customer_id = any(${[...customerIds]}::int[])
      union all
      select r.customer_id, q.at, q.message, 'customer'
      from send_recipients r
      join link_questions q on q.web_site_id = r.web_site_id and q.link_id = r.link_id
      where r.web_site_id = ${site.web_site_id} and r.customer_id = any(${[...customerIds]}::int[])
      union all
      -- Later answers repeat the question of a row that they do not change.
      select r.customer_id, min(n.at), x.question, 'customer'
      from send_recipients r
      join link_answers n on n.web_site_id = r.web_site_id and n.link_id = r.link_id
      join link_answer_rows x on x.web_site_id = n.web_site_id and x.answer_id = n.answer_id and x.question <> ''
      where r.web_site_id = ${site.web_site_id} and r.customer_id = any(${[...customerIds]}::int[])
      group by r.customer_id, n.link_id, x.question
    ) words order by customer_id, at desc`.execute(db)
  return rows
}

/** Returns the users with these ids. */
export const findPeople = (db: Db, site: Site, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('users')
        .select(['user_id', 'first_name', 'last_name', 'businessentity_id'])
        .where('web_site_id', '=', site.web_site_id)
        .where('user_id', 'in', ids)
        .where('deleted_at', 'is', null)
        .execute()

/** Returns the users of a business to whom a conversation can be assigned. */
export const findColleagues = (db: Db, site: Site, businessentityId: number, most: number) =>
  db
    .selectFrom('users')
    .select(['user_id', 'first_name', 'last_name'])
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessentityId)
    .where('deleted_at', 'is', null)
    .where('user_access_id', 'in', conversationRoles)
    .orderBy('first_name')
    .orderBy('user_id')
    .limit(most)
    .execute()

/** Returns the messages of a customer with their delivery, the oldest first; the newest ones if there are more. */
export async function findMessages(db: Db, site: Site, customerId: number, most: number) {
  const rows = await db
    .selectFrom('customer_messages as m')
    .leftJoin('users as u', (j) => j.onRef('u.web_site_id', '=', 'm.web_site_id').onRef('u.user_id', '=', 'm.user_id'))
    .leftJoin('deliveries as d', (j) =>
      j.onRef('d.web_site_id', '=', 'm.web_site_id').onRef('d.delivery_id', '=', 'm.delivery_id'),
    )
    .select(['m.customer_message_id', 'm.at', 'm.direction', 'm.channel', 'm.address_key', 'm.body', 'm.is_automatic'])
    .select(['u.first_name', 'u.last_name', 'm.delivery_id'])
    .select(
      sql<Delivery>`case when d.state = 'pending' then 'waiting' when d.failure = 'bounced' then 'bounced'
        when d.state in ('sent', 'delivered', 'failed') then d.state else 'unknown' end`.as('delivery'),
    )
    .where('m.web_site_id', '=', site.web_site_id)
    .where('m.customer_id', '=', customerId)
    .orderBy('m.at', 'desc')
    .orderBy('m.customer_message_id', 'desc')
    .limit(most)
    .execute()
  return rows.toReversed()
}

/** Returns what happened to all links beside answers: visits by people, questions, and reminders that were sent. */
export async function findReactions(db: Db, site: Site, customerId: number, most: number) {
  const { rows } = await sql<{
    recipient_id: number
    at: Date
    kind: 'opened' | 'watched' | 'question' | 'reminded'
    part_id: string | null
    percent: number | null
    text: string
  }>`
    with mine as (
      select recipient_id, link_id, reminded_at from send_recipients
      where web_site_id = ${site.web_site_id} and customer_id = ${customerId} and link_id is not null
    )
    select * from (
      select m.recipient_id, v.opened_at as at, case when v.first_frame_at is null then 'opened' else 'watched' end as kind,
        v.part_id, v.watched_percent as percent, '' as text
      from mine m join link_views v on v.web_site_id = ${site.web_site_id} and v.link_id = m.link_id
      union all
      select m.recipient_id, q.at, 'question', null, null, concat_ws(E'\n', nullif(q.message, ''), nullif(q.contact, ''))
      from mine m join link_questions q on q.web_site_id = ${site.web_site_id} and q.link_id = m.link_id
      union all
      select recipient_id, reminded_at, 'reminded', null, null, '' from mine where reminded_at is not null
    ) reactions order by at desc limit ${most}`.execute(db)
  return rows.toReversed()
}

export interface NewMessage {
  customer_id: number
  at: Date
  direction: 'in' | 'out'
  channel: 'sms' | 'email'
  address_key: string
  body: string
  user_id?: number
  is_automatic?: boolean
  delivery_id?: string
  request_key?: string
  carrier_reference?: string | null
}

/** Stores a message. Returns false if it was stored before. */
export async function insertMessage(db: Db, site: Site, message: NewMessage): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('customer_messages')
    .values({ web_site_id: site.web_site_id, ...message })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Returns whether a user has sent an answer with this key. */
export async function isAnswered(db: Db, site: Site, userId: number, requestKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('customer_messages')
    .select('customer_message_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the time and the sender's address of the customer's last message by a channel. */
export async function lastInbound(
  db: Db,
  site: Site,
  customerId: number,
  channel: 'sms' | 'email',
): Promise<{ at: Date; address_key: string } | undefined> {
  return db
    .selectFrom('customer_messages')
    .select(['at', 'address_key'])
    .where('web_site_id', '=', site.web_site_id)
    .where('customer_id', '=', customerId)
    .where('direction', '=', 'in')
    .where('channel', '=', channel)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns whether a person of the shop has written to a customer since a time. */
export async function isAnsweredSince(db: Db, site: Site, customerId: number, since: Date): Promise<boolean> {
  const { rows } = await sql<{ answered: boolean }>`select
    exists (select from customer_messages m where m.web_site_id = ${site.web_site_id} and m.customer_id = ${customerId}
      and m.direction = 'out' and not m.is_automatic and m.at > ${since})
    or exists (select from send_recipients r where r.web_site_id = ${site.web_site_id}
      and r.customer_id = ${customerId} and r.created_at > ${since}) as answered`.execute(db)
  return rows[0]!.answered
}

/**
 * Marks the messages up to a moment as read, and for the reader the sends with what the customer did on their pages.
 * Returns the number of newer ones.
 */
export async function markRead(
  db: Db,
  site: Site,
  { customerId, userId, until }: { customerId: number; userId: number; until: Date },
): Promise<number> {
  await sql`
    insert into link_reads (web_site_id, user_id, link_id, read_at)
    select distinct l.web_site_id, ${userId}::int, l.link_id, ${until}::timestamptz
    from send_recipients r join links l on l.web_site_id = r.web_site_id and l.link_id = r.link_id
    where r.web_site_id = ${site.web_site_id} and r.customer_id = ${customerId} and l.customer_at is not null
    on conflict (web_site_id, user_id, link_id) do update set read_at = greatest(link_reads.read_at, excluded.read_at)
  `.execute(db)
  await db
    .updateTable('customers')
    .set({ read_at: sql`greatest(coalesce(read_at, ${until}::timestamptz), ${until}::timestamptz)` })
    .where('web_site_id', '=', site.web_site_id)
    .where('customer_id', '=', customerId)
    .execute()
  return recountUnread(db, site, [customerId])
}

/** Returns the business to which messages to a number belong if no customer is known: its own, else the only one. */
export async function findOwnerOfMessages(db: Db, site: Site, number: string): Promise<number | undefined> {
  const own = await db
    .selectFrom('message_numbers')
    .select('businessentity_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('number', '=', number)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  if (own?.businessentity_id) return own.businessentity_id
  const all = await db
    .selectFrom('business_entities')
    .select('businessentity_id')
    .where('web_site_id', '=', site.web_site_id)
    .limit(2)
    .execute()
  return all.length === 1 ? all[0]!.businessentity_id : undefined
}

/** Returns the business whose own number it is, and the location; null for a number of the web site. */
export async function ownerOfNumber(
  db: Db,
  site: Site,
  number: string,
): Promise<{ businessId: number | null; locationId: number | null }> {
  const row = await db
    .selectFrom('message_numbers as n')
    .leftJoin('locations as l', (j) =>
      j
        .onRef('l.web_site_id', '=', 'n.web_site_id')
        .onRef('l.location_id', '=', 'n.location_id')
        .on('l.deleted_at', 'is', null),
    )
    .select(['n.businessentity_id', 'l.location_id'])
    .where('n.web_site_id', '=', site.web_site_id)
    .where('n.number', '=', number)
    .where('n.is_default', '=', false)
    .where('n.released_at', 'is', null)
    .executeTakeFirst()
  return { businessId: row?.businessentity_id ?? null, locationId: row?.location_id ?? null }
}

/**
 * Returns the customer with an address: of a business if one is given, else of the business that had to do with the person
 * last.
 */
export const findAddressee = (db: Db, site: Site, addressKey: string, businessId: number | null = null) =>
  selectCustomers(db, site)
    .innerJoin('customer_addresses as a', (j) =>
      j.onRef('a.web_site_id', '=', 'c.web_site_id').onRef('a.customer_id', '=', 'c.customer_id'),
    )
    .where('a.address_key', '=', addressKey)
    .$if(businessId !== null, (q) => q.where('c.businessentity_id', '=', businessId))
    .orderBy('c.last_at', 'desc')
    .limit(1)
    .executeTakeFirst()
