import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { Day } from '../days.ts'

/** Reads the recurring revenue of a web site, from the periods of subscriptions and the invoices of these. */

export interface MonthEnd {
  month: string
  /** The last day of the month; today in the present one. */
  last: Day
}

export interface PaidAtEnd {
  month: string
  subscription_id: string
  currency: string
  plan: string
  country: string
  /** What a month of it costs before tax. */
  monthly_minor: number
}

/** Returns the subscriptions that had a period on each of the days, with what a month of the period cost. */
export async function paidAt(db: Db, site: Site, ends: readonly MonthEnd[]): Promise<PaidAtEnd[]> {
  const { rows } = await sql<Omit<PaidAtEnd, 'monthly_minor'> & { monthly_minor: string }>`
    select e.month, s.subscription_id, i.currency, coalesce(l.name, '') as plan,
      coalesce(i.buyer ->> 'country', '') as country,
      round(l.net_minor::numeric / case when p.period_end - p.period_start > 60 then 12 else 1 end)
        as monthly_minor
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as e(month text, last date)
    join subscription_periods p on p.web_site_id = ${site.web_site_id}
      and p.period_start <= e.last and p.period_end > e.last
    join subscriptions s on s.web_site_id = p.web_site_id and s.subscription_id = p.subscription_id
    join invoices i on i.web_site_id = p.web_site_id and i.invoice_id = p.invoice_id
      and i.state not in ('written_off', 'credited')
    join lateral (select sum(n.net_minor) as net_minor, max(n.name) as name from invoice_lines n
      where n.web_site_id = i.web_site_id and n.invoice_id = i.invoice_id
        and n.kind in ('recurring', 'difference', 'credit', 'number')) l on true
    where l.net_minor is not null`.execute(db)
  return rows.map((row) => ({ ...row, monthly_minor: Number(row.monthly_minor) }))
}

/** Returns what is due and unpaid of subscriptions, for each currency. */
export async function pastDue(
  db: Db,
  site: Site,
): Promise<{ currency: string; subscriptions: number; open: number }[]> {
  const rows = await db
    .selectFrom('subscriptions as s')
    .leftJoin('invoices as i', (j) =>
      j
        .onRef('i.web_site_id', '=', 's.web_site_id')
        .onRef('i.subscription_id', '=', 's.subscription_id')
        .on('i.state', '=', 'open')
        .on('i.kind', '=', 'invoice'),
    )
    .select(['s.currency', sql<number>`count(distinct s.subscription_id)::int`.as('subscriptions')])
    .select(sql<string>`coalesce(sum(i.total_minor - i.paid_minor), 0)`.as('open'))
    .where('s.web_site_id', '=', site.web_site_id)
    .where('s.state', 'in', ['past_due', 'suspended'])
    .groupBy('s.currency')
    .execute()
  return rows.map((row) => ({ ...row, open: Number(row.open) }))
}
