import { sql, type Selectable } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Tables } from '../../../core/db/tables.ts'
import type { Site } from '../../../core/tenancy.ts'
import { dayOf, type Day } from '../../billing/days.ts'
import { percent } from '../../billing/money.ts'

/** Queries of bundles and their orders. */

export type Bundle = Selectable<Tables['sms_bundles']>
export type Order = Selectable<Tables['sms_orders']>
export type Recharge = Selectable<Tables['sms_recharges']>

/** Returns the bundles on sale, the smallest first. A seller who is not registered for tax charges none. */
export const findBundles = (db: Db, site: Site): Promise<Bundle[]> =>
  db
    .selectFrom('sms_bundles as b')
    .leftJoin('sellers as s', 's.web_site_id', 'b.web_site_id')
    .select(['b.web_site_id', 'b.bundle_id', 'b.sms_count', 'b.total_minor', 'b.currency', 'b.on_sale'])
    .select(sql<number>`case when s.is_tax_registered then b.gst_bp else 0 end`.as('gst_bp'))
    .where('b.web_site_id', '=', site.web_site_id)
    .where('b.on_sale', '=', true)
    .orderBy('b.sms_count')
    .orderBy('b.bundle_id')
    .execute()

/** What is charged for a bundle, with tax. */
export const dueOf = ({ total_minor, gst_bp }: Pick<Bundle, 'total_minor' | 'gst_bp'>): number =>
  total_minor + percent(total_minor, gst_bp)

const orders = (db: Db, site: Site) =>
  db.selectFrom('sms_orders').selectAll().where('web_site_id', '=', site.web_site_id)

export const findOrder = (db: Db, site: Site, orderId: string): Promise<Order | undefined> =>
  orders(db, site).where('order_id', '=', orderId).executeTakeFirst()

export const lockOrder = (db: Db, site: Site, orderId: string): Promise<Order | undefined> =>
  orders(db, site).where('order_id', '=', orderId).forUpdate().executeTakeFirst()

export const findOrderByKey = (db: Db, site: Site, businessId: number, key: string): Promise<Order | undefined> =>
  orders(db, site).where('businessentity_id', '=', businessId).where('request_key', '=', key).executeTakeFirst()

/** Returns the last order of a business in some states, or one of it. */
export const lastOrder = (
  db: Db,
  site: Site,
  {
    businessId,
    states,
    orderId,
  }: { businessId: number; states: readonly Order['state'][]; orderId?: string | undefined },
): Promise<Order | undefined> =>
  orders(db, site)
    .where('businessentity_id', '=', businessId)
    .where('state', 'in', states)
    .$if(orderId !== undefined, (q) => q.where('order_id', '=', orderId!))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertOrder = (
  db: Db,
  site: Site,
  row: Omit<Order, 'web_site_id' | 'payment_id' | 'invoice_id' | 'settled_at' | 'state'>,
): Promise<Order> =>
  db
    .insertInto('sms_orders')
    .values({ web_site_id: site.web_site_id, ...row, state: 'created', settled_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()

export async function changeOrder(
  db: Db,
  site: Site,
  orderId: string,
  columns: Partial<Pick<Order, 'state' | 'payment_id' | 'invoice_id' | 'settled_at'>>,
): Promise<void> {
  await db
    .updateTable('sms_orders')
    .set(columns)
    .where('web_site_id', '=', site.web_site_id)
    .where('order_id', '=', orderId)
    .execute()
}

/** Returns the number of an invoice for text messages that is overdue; undefined if there is none. */
export async function overdueInvoice(db: Db, site: Site, businessId: number, today: Day) {
  return db
    .selectFrom('sms_orders as o')
    .innerJoin('invoices as i', (j) =>
      j.onRef('i.web_site_id', '=', 'o.web_site_id').onRef('i.invoice_id', '=', 'o.invoice_id'),
    )
    .select(['i.invoice_id', 'i.full_number as number'])
    .where('o.web_site_id', '=', site.web_site_id)
    .where('o.businessentity_id', '=', businessId)
    .where('i.state', '=', 'open')
    .where('i.due_on', '<', today)
    .orderBy('i.due_on')
    .limit(1)
    .executeTakeFirst()
}

export const findRecharge = (db: Db, site: Site, businessId: number): Promise<Recharge | undefined> =>
  db
    .selectFrom('sms_recharges')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .executeTakeFirst()

export const monthOf = (now: Date, site: Site): string => dayOf(now, site.time_zone).slice(0, 7)

/** Returns what the automatic recharge has spent, or is spending, in the month of a moment, with tax. */
export async function spentInMonth(db: Db, site: Site, businessId: number, now: Date): Promise<number> {
  const rows = await orders(db, site)
    .where('businessentity_id', '=', businessId)
    .where('is_automatic', '=', true)
    .where('state', '<>', 'failed')
    .where(sql<string>`to_char(created_at at time zone ${site.time_zone}, 'YYYY-MM')`, '=', monthOf(now, site))
    .execute()
  return rows.reduce((sum, row) => sum + dueOf(row), 0)
}
