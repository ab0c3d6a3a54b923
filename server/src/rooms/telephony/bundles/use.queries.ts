import { sql } from 'kysely'
import type { UseRow } from '@cutaway/contract/rooms/telephony/bundles.ts'
import type { ListQuery } from '@cutaway/contract/administration/list.ts'
import type { Db } from '../../../core/db/database.ts'
import { contains, readPage } from '../../../core/db/list.ts'
import type { Site } from '../../../core/tenancy.ts'
import { addDays, type Day } from '../../billing/days.ts'

/** What the text messages of a business were used for. */

export interface DayOfUse {
  day: Day
  count: number
}

/** Days that the chart shows. */
const chartDays = 30

/** Returns the text messages of each of the last 30 days, without those that were given back; today is the last. */
export async function usePerDay(db: Db, site: Site, businessId: number, today: Day): Promise<DayOfUse[]> {
  const first = addDays(today, 1 - chartDays)
  const { rows } = await sql<DayOfUse>`
    select to_char(e.at at time zone ${site.time_zone}, 'YYYY-MM-DD') as day, (-sum(e.delta))::int as count
    from message_credit_entries e
    where e.web_site_id = ${site.web_site_id} and e.businessentity_id = ${businessId} and e.reason = 'send'
      and e.at >= ${first}::date::timestamp at time zone ${site.time_zone}
      and not exists (select from message_credit_entries r where r.web_site_id = e.web_site_id
        and r.message_id = e.message_id and r.reason = 'return')
    group by 1`.execute(db)
  const counts = new Map(rows.map(({ day, count }) => [day, count]))
  return Array.from({ length: chartDays }, (_, n) => {
    const day = addDays(first, n)
    return { day, count: counts.get(day) ?? 0 }
  })
}

/** Days of use without which nothing is foretold, and over which the pace is measured. */
const fewestDays = 3
const paceDays = 14

/** Returns the days that a balance lasts at the pace of the last 14 days; null if there is too little to go by. */
export function daysLeft(balance: number, days: readonly DayOfUse[]): number | null {
  const used = days.slice(-paceDays)
  const begun = days.findIndex(({ count }) => count > 0)
  const known = Math.min(paceDays, begun === -1 ? 0 : days.length - begun)
  const sum = used.reduce((total, { count }) => total + count, 0)
  if (known < fewestDays || sum === 0) return null
  return Math.floor((balance * known) / sum)
}

/** Returns the last purchase or grant of a business; undefined if it never had one. */
export const lastAdded = (db: Db, site: Site, businessId: number) =>
  db
    .selectFrom('message_credit_entries')
    .select(['entry_id', 'delta'])
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where('reason', 'in', ['purchase', 'grant'])
    .orderBy('entry_id', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface UseFilter {
  month?: string | undefined
  sender_id?: number | undefined
  location_id?: number | undefined
  part_id?: string | undefined
}

const userName = sql`coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username)`
const originColumns = {
  sent_by: userName,
  location_name: sql.ref('l.businessentity_location_name'),
  part_ids: sql.ref('o.part_ids'),
} as const

interface Read {
  entry_id: number
  at: Date
  reason: 'purchase' | 'send' | 'return' | 'grant' | 'reversal'
  delta: number
  balance: number
  message_id: string | null
  to_number: string | null
  from_number: string | null
  sent_by: string | null
  location_name: string | null
  part_ids: string[] | null
  state: 'pending' | 'sent' | 'delivered' | 'failed' | 'outcome_unknown' | null
  segments: number | null
  returned: boolean
  paid_minor: number | null
  paid_count: number | null
  currency: string | null
}

/** Returns the entries of an account: messages that failed cost nothing, so their return is no row of its own. */
export async function findUse(
  db: Db,
  site: Site,
  businessId: number,
  { search, month, sender_id, location_id, part_id, ...list }: ListQuery<'at'> & UseFilter,
  nameOf: (partId: string) => string,
): Promise<{ rows: UseRow[]; total: number }> {
  const origin = (column: 'sent_by' | 'location_name' | 'part_ids') =>
    sql<string | null>`(select ${originColumns[column]} from text_message_origins o
      left join users u on u.web_site_id = o.web_site_id and u.user_id = o.user_id
      left join locations l on l.web_site_id = o.web_site_id and l.location_id = o.location_id
      where o.web_site_id = e.web_site_id and o.message_id = e.message_id limit 1)`.as(column)
  const query = db
    .selectFrom('message_credit_entries as e')
    .leftJoin('messages as m', (j) =>
      j.onRef('m.web_site_id', '=', 'e.web_site_id').onRef('m.message_id', '=', 'e.message_id'),
    )
    .leftJoin('deliveries as d', (j) =>
      j.onRef('d.web_site_id', '=', 'e.web_site_id').onRef('d.delivery_id', '=', 'e.message_id'),
    )
    .select([
      'e.entry_id',
      'e.at',
      'e.reason',
      'e.delta',
      'e.balance',
      'e.message_id',
      'm.to_number',
      'm.from_number',
      'm.segments',
      'd.state',
    ])
    .select(
      sql<boolean>`exists (select from message_credit_entries r where r.web_site_id = e.web_site_id
        and r.message_id = e.message_id and r.reason = 'return')`.as('returned'),
    )
    .select([origin('sent_by'), origin('location_name'), origin('part_ids')])
    // The price of a message is that of the bundle that was bought last before it.
    .select((q) =>
      (['total_minor', 'sms_count', 'currency'] as const).map((column) =>
        q
          .selectFrom('message_credit_entries as p')
          .innerJoin('sms_orders as o', (j) =>
            j.onRef('o.web_site_id', '=', 'p.web_site_id').onRef('o.order_id', '=', 'p.order_id'),
          )
          .select(`o.${column}`)
          .whereRef('p.web_site_id', '=', 'e.web_site_id')
          .whereRef('p.businessentity_id', '=', 'e.businessentity_id')
          .where('p.reason', '=', 'purchase')
          .whereRef('p.entry_id', '<=', 'e.entry_id')
          .orderBy('p.entry_id', 'desc')
          .limit(1)
          .as(column === 'total_minor' ? 'paid_minor' : column === 'sms_count' ? 'paid_count' : 'currency'),
      ),
    )
    .where('e.web_site_id', '=', site.web_site_id)
    .where('e.businessentity_id', '=', businessId)
    .where('e.reason', '<>', 'return')
    .$if(month !== undefined, (q) =>
      q.where(sql<string>`to_char(e.at at time zone ${site.time_zone}, 'YYYY-MM')`, '=', month!),
    )
    .$if(
      [sender_id, location_id, part_id].some((value) => value !== undefined),
      (q) =>
        q.where(
          sql<boolean>`exists (select from text_message_origins o where o.web_site_id = e.web_site_id
          and o.message_id = e.message_id
          and (${sender_id ?? null}::int is null or o.user_id = ${sender_id ?? null}::int)
          and (${location_id ?? null}::int is null or o.location_id = ${location_id ?? null}::int)
          and (${part_id ?? null}::text is null or ${part_id ?? null}::text = any(o.part_ids)))`,
        ),
    )
    // Numbers are typed in groups, and stored without.
    .where(contains(['m.to_number'], search.replaceAll(/[\s().-]/g, '')))
  const { rows, total } = await readPage(query, list, { by: { at: sql.ref('e.entry_id') }, unique: 'e.entry_id' })
  return { rows: (rows as unknown as Read[]).map((row) => shown(row, nameOf)), total }
}

/** Returns the senders, locations and films of the messages since a time. */
export async function findUseFilters(db: Db, site: Site, businessId: number, since: Date) {
  const { rows } = await sql<{ kind: 'sender' | 'location' | 'film'; id: string; name: string }>`
    with used as materialized (
      select o.user_id, o.location_id, o.part_ids from message_credit_entries e
      join text_message_origins o on o.web_site_id = e.web_site_id and o.message_id = e.message_id
      where e.web_site_id = ${site.web_site_id} and e.businessentity_id = ${businessId} and e.reason = 'send'
        and e.at >= ${since})
    select 'sender' as kind, u.user_id::text as id, ${userName} as name from users u
      where u.web_site_id = ${site.web_site_id} and u.user_id in (select user_id from used)
    union all
    select 'location', l.location_id::text, l.businessentity_location_name from locations l
      where l.web_site_id = ${site.web_site_id} and l.location_id in (select location_id from used)
    union all
    select 'film', part_id, '' from (select distinct unnest(part_ids) as part_id from used) f
    order by 1, 3, 2`.execute(db)
  return rows
}

function shown(row: Read, nameOf: (partId: string) => string): UseRow {
  const messages = row.returned ? 0 : row.delta
  const priced = row.paid_minor !== null && row.paid_count !== null
  const isBought = row.reason === 'purchase' || row.reason === 'reversal'
  const pieces = isBought ? row.delta : -messages
  return {
    entry_id: row.entry_id,
    at: row.at.toISOString(),
    reason: row.reason as UseRow['reason'],
    to: row.to_number,
    from: row.from_number,
    sent_by: row.sent_by ?? '',
    location_name: row.location_name ?? '',
    films: (row.part_ids ?? []).map(nameOf),
    state: row.message_id === null ? null : (row.state ?? 'withdrawn'),
    segments: row.segments ?? (row.reason === 'send' ? -row.delta : 0),
    messages,
    cost: priced && row.reason !== 'grant' ? ((row.paid_minor! * pieces) / row.paid_count! / 100).toFixed(4) : null,
    currency: row.currency,
    balance: row.balance,
  }
}
