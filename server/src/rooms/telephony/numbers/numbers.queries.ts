import { sql, type Selectable } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Tables } from '../../../core/db/tables.ts'
import type { Site } from '../../../core/tenancy.ts'
import { unfinished } from '../../billing/states.ts'
import type { NumberState } from '../tables.ts'

/** Queries of telephone numbers. Every change of the state compares the old one. */

export type NumberRow = Selectable<Tables['phone_numbers']>
export type QuoteRow = Selectable<Tables['phone_number_quotes']>

/** Numbers about which something is under way, or that are the business's own. */
export const live = ['paying', 'buying', 'owned', 'refunding', 'releasing'] as const satisfies readonly NumberState[]

const moves: Record<NumberState, readonly NumberState[]> = {
  paying: ['failed', 'buying'],
  failed: ['paying'],
  buying: ['owned', 'refunding'],
  owned: ['releasing'],
  refunding: ['refunded'],
  refunded: [],
  releasing: ['released'],
  released: [],
}
const before = (to: NumberState) => (Object.keys(moves) as NumberState[]).filter((from) => moves[from].includes(to))

const numbers = (db: Db, site: Site) =>
  db.selectFrom('phone_numbers').selectAll().where('web_site_id', '=', site.web_site_id)

export const findNumber = (db: Db, site: Site, id: string): Promise<NumberRow | undefined> =>
  numbers(db, site).where('phone_number_id', '=', id).executeTakeFirst()

export const lockNumber = (db: Db, site: Site, id: string): Promise<NumberRow | undefined> =>
  numbers(db, site).where('phone_number_id', '=', id).forUpdate().executeTakeFirst()

export const findByQuote = (db: Db, site: Site, quoteId: string): Promise<NumberRow | undefined> =>
  numbers(db, site).where('quote_id', '=', quoteId).executeTakeFirst()

export const numbersOf = (
  db: Db,
  site: Site,
  businessId: number,
  states: readonly NumberState[] = live,
): Promise<NumberRow[]> =>
  numbers(db, site)
    .where('businessentity_id', '=', businessId)
    .where('state', 'in', states)
    .orderBy('created_at')
    .orderBy('phone_number_id')
    .execute()

/**
 * Returns the numbers of a business that pages list: its own, and those about which something is under way. An order that
 * waits for money without a payment was given up.
 */
export const listedNumbers = (db: Db, site: Site, businessId: number): Promise<NumberRow[]> =>
  numbers(db, site)
    .where('businessentity_id', '=', businessId)
    .where('state', 'in', live)
    .where((q) =>
      q.or([
        q('state', '<>', 'paying'),
        q.exists(
          q
            .selectFrom('payments as p')
            .select('p.payment_id')
            .whereRef('p.web_site_id', '=', 'phone_numbers.web_site_id')
            .where('p.purpose', '=', 'phone_number')
            .whereRef('p.order_id', '=', sql<string>`phone_numbers.phone_number_id::text`)
            .where('p.state', 'in', unfinished),
        ),
      ]),
    )
    .orderBy('created_at')
    .orderBy('phone_number_id')
    .execute()

/** Returns whether a payment of an order is under way. */
export async function isBeingPaid(db: Db, site: Site, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('payment_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('purpose', '=', 'phone_number')
    .where('order_id', '=', id)
    .where('state', 'in', unfinished)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function moveNumber(
  db: Db,
  site: Site,
  id: string,
  to: NumberState,
  columns: Partial<
    Pick<
      NumberRow,
      'provider_id' | 'subscription_id' | 'payment_id' | 'asked_at' | 'last_error' | 'owned_at' | 'released_at'
    >
  > = {},
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('phone_numbers')
    .set({ state: to, ...columns })
    .where('web_site_id', '=', site.web_site_id)
    .where('phone_number_id', '=', id)
    .where('state', 'in', before(to))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function noteNumber(
  db: Db,
  site: Site,
  id: string,
  columns: Partial<Pick<NumberRow, 'asked_at' | 'last_error' | 'forward_to' | 'spoken_text' | 'location_id'>>,
): Promise<void> {
  await db
    .updateTable('phone_numbers')
    .set(columns)
    .where('web_site_id', '=', site.web_site_id)
    .where('phone_number_id', '=', id)
    .execute()
}

export const lockQuote = (db: Db, site: Site, id: string): Promise<QuoteRow | undefined> =>
  db
    .selectFrom('phone_number_quotes')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('quote_id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Makes a number the one to which messages of people belong. A row of its own that was released is taken up again. */
export async function putMessageNumber(
  db: Db,
  site: Site,
  {
    number,
    businessId,
    locationId,
    canSend,
  }: { number: string; businessId: number; locationId: number | null; canSend: boolean },
): Promise<void> {
  const set = {
    businessentity_id: businessId,
    location_id: locationId,
    can_send: canSend,
    is_default: false,
    released_at: null,
  }
  await db
    .insertInto('message_numbers')
    .values({ web_site_id: site.web_site_id, number, ...set })
    .onConflict((c) => c.columns(['web_site_id', 'number']).doUpdateSet(set))
    .execute()
}

/** Hands a number to another location, or to the whole business: texts leave from it, and answers go there, from now on. */
export async function moveMessageNumber(db: Db, site: Site, number: string, locationId: number | null): Promise<void> {
  await db
    .updateTable('message_numbers')
    .set({ location_id: locationId })
    .where('web_site_id', '=', site.web_site_id)
    .where('number', '=', number)
    .where('released_at', 'is', null)
    .execute()
}

export async function releaseMessageNumber(db: Db, site: Site, number: string, at: Date): Promise<void> {
  await db
    .updateTable('message_numbers')
    .set({ can_send: false, released_at: at })
    .where('web_site_id', '=', site.web_site_id)
    .where('number', '=', number)
    .execute()
}

/** Returns how many messages wait to leave from a number. */
export async function waitingFrom(db: Db, site: Site, number: string): Promise<number> {
  const { count } = await db
    .selectFrom('messages as m')
    .innerJoin('deliveries as d', (j) =>
      j.onRef('d.web_site_id', '=', 'm.web_site_id').onRef('d.delivery_id', '=', 'm.message_id'),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .where('m.web_site_id', '=', site.web_site_id)
    .where('m.from_number', '=', number)
    .where('d.state', 'in', ['pending', 'outcome_unknown'])
    .executeTakeFirstOrThrow()
  return count
}

export interface MonthOfUse {
  phone_number: string
  month: string
  sent: number
  delivered: number
  failed: number
  segments: number
  received: number
}

/** Returns the messages of numbers by month: those that left from each, with what became of them, and those that came. */
export async function useByMonth(db: Db, site: Site, businessId: number, of: readonly string[]): Promise<MonthOfUse[]> {
  if (of.length === 0) return []
  const month = (column: string) => sql`to_char(${sql.ref(column)} at time zone ${site.time_zone}, 'YYYY-MM')`
  const { rows } = await sql<MonthOfUse>`
    with sent as (
      select m.from_number as phone_number, ${month('m.created_at')} as month, count(*)::int as sent,
        (count(*) filter (where d.state = 'delivered'))::int as delivered,
        (count(*) filter (where d.state = 'failed'))::int as failed, sum(m.segments)::int as segments
      from messages m join deliveries d on d.web_site_id = m.web_site_id and d.delivery_id = m.message_id
      where m.web_site_id = ${site.web_site_id} and m.businessentity_id = ${businessId}
        and m.from_number in (${sql.join(of)})
      group by 1, 2),
    received as (
      select r.phone_number, ${month('r.at')} as month, count(*)::int as received, sum(r.segments)::int as segments
      from received_texts r where r.web_site_id = ${site.web_site_id} and r.phone_number in (${sql.join(of)})
      group by 1, 2)
    select coalesce(s.phone_number, r.phone_number) as phone_number, coalesce(s.month, r.month) as month,
      coalesce(s.sent, 0) as sent, coalesce(s.delivered, 0) as delivered, coalesce(s.failed, 0) as failed,
      coalesce(s.segments, 0) + coalesce(r.segments, 0) as segments, coalesce(r.received, 0) as received
    from sent s full join received r on r.phone_number = s.phone_number and r.month = s.month
    order by 2 desc, 1`.execute(db)
  return rows
}
