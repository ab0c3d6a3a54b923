import { sql, type Selectable } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Tables } from '../../../core/db/tables.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { Day } from '../days.ts'
import type { PlanPrices } from '../rules.ts'
import { statesBefore, type SubscriptionState } from '../states.ts'
import { showState } from '../subscriptions.ts'

/**
 * Queries of subscriptions: to the portal, and of telephone numbers, which are renewed and charged alike. A change of the
 * state compares the old one.
 */

export type Subscription = Selectable<Tables['subscriptions']>
export type Instrument = Selectable<Tables['instruments']>

const ofSite = (db: Db, site: Site) =>
  db.selectFrom('subscriptions').selectAll().where('web_site_id', '=', site.web_site_id)
const portal = (db: Db, site: Site) => ofSite(db, site).where('kind', '=', 'portal')

/** Returns the subscription of a business that has not ended. */
export const findLive = (db: Db, site: Site, businessId: number): Promise<Subscription | undefined> =>
  portal(db, site).where('businessentity_id', '=', businessId).where('state', '<>', 'ended').executeTakeFirst()

/** Returns the subscription of a business, the latest of those that have ended if none is live. */
export const findLatest = (db: Db, site: Site, businessId: number): Promise<Subscription | undefined> =>
  portal(db, site)
    .where('businessentity_id', '=', businessId)
    .orderBy(sql`(state = 'ended')::int`)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()

export const findSubscription = (db: Db, site: Site, id: string): Promise<Subscription | undefined> =>
  ofSite(db, site).where('subscription_id', '=', id).executeTakeFirst()

/** Locks a subscription until the transaction ends. */
export const lockSubscription = (db: Db, site: Site, id: string): Promise<Subscription | undefined> =>
  ofSite(db, site).where('subscription_id', '=', id).forUpdate().executeTakeFirst()

type Columns = Partial<
  Pick<
    Subscription,
    | 'billing_plan_id'
    | 'payment_type'
    | 'account'
    | 'locations'
    | 'anchor'
    | 'period_no'
    | 'period_start'
    | 'period_end'
    | 'renewal_on'
    | 'ends_on'
    | 'pending_plan_id'
    | 'pending_locations'
    | 'instrument_id'
    | 'past_due_since'
    | 'plan_since_no'
    | 'open_invoice_id'
    | 'next_try_on'
    | 'trial_ends_on'
  >
> & { prices?: PlanPrices; currency?: string }

/** Changes a locked subscription. The state and locations of one to the portal are shown to the other rooms. */
export async function changeSubscription(
  db: Db,
  site: Site,
  of: Subscription,
  { state = of.state, prices, ...columns }: Columns & { state?: SubscriptionState },
): Promise<void> {
  if (state !== of.state && !statesBefore('subscription', state).includes(of.state))
    throw new Error(`a subscription cannot move from ${of.state} to ${state}`)
  await db
    .updateTable('subscriptions')
    .set({ state, ...columns, ...(prices ? { prices: JSON.stringify(prices) } : {}) })
    .where('web_site_id', '=', site.web_site_id)
    .where('subscription_id', '=', of.subscription_id)
    .execute()
  const { businessentity_id } = of
  if (of.kind === 'portal')
    await showState(db, site, { businessentity_id, state, locations: columns.locations ?? of.locations })
}

/** Returns the active means of payment of a business. */
export const activeInstrument = (db: Db, site: Site, businessId: number): Promise<Instrument | undefined> =>
  db
    .selectFrom('instruments')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where('state', '=', 'active')
    .executeTakeFirst()

/** Locks a subscription; undefined if another node works on it. */
export const claimSubscription = (db: Db, site: Site, id: string): Promise<Subscription | undefined> =>
  ofSite(db, site).where('subscription_id', '=', id).forUpdate().skipLocked().executeTakeFirst()

export interface DueDays {
  today: Day
  /** Unpaid since this day or before: suspended, ended. */
  suspended: Day
  ended: Day
}

/** Returns subscriptions of a web site about which the sweep has something to do, after an id, in the order of ids. */
export const findDue = (
  db: Db,
  site: Site,
  { today, suspended, ended }: DueDays,
  { after, most }: { after: string | null; most: number },
): Promise<{ subscription_id: string }[]> =>
  db
    .selectFrom('subscriptions')
    .select('subscription_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('state', '<>', 'ended')
    .where((q) =>
      q.or([
        q.and([q('period_end', '<=', today), q('state', 'in', ['trialing', 'active', 'cancelled'])]),
        q('next_try_on', '<=', today),
        q.and([q('state', '=', 'past_due'), q('past_due_since', '<=', suspended)]),
        q.and([q('state', 'in', ['past_due', 'suspended']), q('past_due_since', '<=', ended)]),
        q.and([q('state', 'in', ['past_due', 'suspended']), q('renewal_on', '=', false)]),
      ]),
    )
    .$if(after !== null, (q) => q.where('subscription_id', '>', after!))
    .orderBy('subscription_id')
    .limit(most)
    .execute()

/** Returns the web sites that may have something to do on some day of the world, in one read. */
export async function sitesWithDue(system: Db, latest: Day): Promise<number[]> {
  const rows = await system
    .selectFrom('subscriptions')
    .select('web_site_id')
    .distinct()
    .where('state', '<>', 'ended')
    .where((q) =>
      q.or([
        q('period_end', '<=', latest),
        q('next_try_on', '<=', latest),
        q('state', 'in', ['past_due', 'suspended']),
      ]),
    )
    .orderBy('web_site_id')
    .execute()
  return rows.map(({ web_site_id }) => web_site_id)
}

/** Returns the number of locations of a business that are in use. */
export async function locationsInUse(db: Db, site: Site, businessId: number): Promise<number> {
  const { count } = await db
    .selectFrom('locations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns what a business has to its credit in a currency, in minor units. */
export async function creditOf(db: Db, site: Site, businessId: number, currency: string): Promise<number> {
  const { sum } = await db
    .selectFrom('ledger_postings')
    .select(sql<number>`coalesce(-sum(amount_minor), 0)::bigint`.as('sum'))
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where('account', '=', 'customer_credit')
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow()
  return sum
}

/** Records that a notice is sent. Returns false if it was before. */
export async function noteNotice(
  db: Db,
  site: Site,
  row: { subscription_id: string; kind: string; for_date: Day; sent_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('notices')
    .values({ web_site_id: site.web_site_id, ...row })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
