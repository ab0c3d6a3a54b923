import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { purposeNamed } from '../../billing/accounts.ts'
import { payStored } from '../../billing/life/pay-stored.ts'
import type { Desk } from '../../billing/saga/desk.ts'
import { mailCredits } from './bundle-purpose.ts'
import { dueOf, findBundles, insertOrder, monthOf, spentInMonth } from './orders.queries.ts'

/**
 * Looks at the accounts of text messages: warns at 20 % of what was bought last and at 0, and recharges below the balance
 * that the business has set. It reads rows only, so a look that was missed is made up for by the next one.
 */

/** Seconds after a charge that failed without a decline, until the next one. */
const waitAfterFailure = 3600

/** A balance at or below this part of the last purchase is low. */
export const lowPart = 0.2

export async function watchCredits(desk: Desk, only?: Site): Promise<void> {
  const sites = only ? [only] : await sitesToWatch(desk)
  for (const site of sites) {
    await warn(desk, site)
    await recharge(desk, site)
  }
}

/** Web sites on which text messages were ever bought or given, or are recharged. */
async function sitesToWatch({ database, sites }: Desk): Promise<Site[]> {
  const { rows } = await sql<{ web_site_id: number }>`
    select distinct web_site_id from message_credit_entries where reason in ('purchase', 'grant')
    union select web_site_id from sms_recharges where is_on order by 1`.execute(database.system)
  return rows.flatMap(({ web_site_id }) => sites.byId(web_site_id) ?? [])
}

interface Low {
  businessentity_id: number
  remaining: number
  entry_id: number
}

/** Accounts that fell to a part of their last purchase, and that nobody was warned about since. */
const findLow = async (db: Db, site: Site, kind: 'low' | 'empty'): Promise<Low[]> => {
  const { rows } = await sql<Low>`
    select c.businessentity_id, c.remaining, e.entry_id
    from message_credits c
    cross join lateral (
      select entry_id, delta from message_credit_entries e
      where e.web_site_id = c.web_site_id and e.businessentity_id = c.businessentity_id
        and e.reason in ('purchase', 'grant')
      order by e.entry_id desc limit 1) e
    where c.web_site_id = ${site.web_site_id}
      and (${kind === 'empty'} and c.remaining = 0 or ${kind === 'low'} and c.remaining > 0
        and c.remaining <= e.delta * ${lowPart}::numeric)
      and not exists (select from sms_alerts a where a.web_site_id = c.web_site_id
        and a.businessentity_id = c.businessentity_id and a.kind = ${kind} and a.since_entry_id = e.entry_id)
    order by c.businessentity_id limit 200`.execute(db)
  return rows
}

async function warn(desk: Desk, site: Site): Promise<void> {
  for (const kind of ['low', 'empty'] as const)
    await desk.database.inTenant(
      site.web_site_id,
      async (db) => {
        for (const { businessentity_id, remaining, entry_id } of await findLow(db, site, kind)) {
          const { numInsertedOrUpdatedRows } = await db
            .insertInto('sms_alerts')
            .values({
              web_site_id: site.web_site_id,
              businessentity_id,
              kind,
              since_entry_id: entry_id,
              sent_at: desk.clock.now(),
            })
            .onConflict((c) => c.doNothing())
            .executeTakeFirst()
          if (numInsertedOrUpdatedRows === 1n)
            await mailCredits(db, desk, site, {
              businessId: businessentity_id,
              kind,
              count: remaining,
              amount: null,
              number: null,
            })
        }
      },
      { lane: 'background' },
    )
}

async function recharge(desk: Desk, site: Site): Promise<void> {
  const inTenant = <R>(work: (db: Db) => Promise<R>) =>
    desk.database.inTenant(site.web_site_id, work, { lane: 'background' })
  const due = await inTenant((db) =>
    db
      .selectFrom('sms_recharges as r')
      .innerJoin('message_credits as c', (j) =>
        j.onRef('c.web_site_id', '=', 'r.web_site_id').onRef('c.businessentity_id', '=', 'r.businessentity_id'),
      )
      .select('r.businessentity_id')
      .where('r.web_site_id', '=', site.web_site_id)
      .where('r.is_on', '=', true)
      .whereRef('c.remaining', '<', 'r.below')
      .orderBy('r.businessentity_id')
      .execute(),
  )
  for (const { businessentity_id } of due) {
    const orderId = await inTenant((db) => beginRecharge(db, desk, site, businessentity_id))
    if (orderId === undefined) continue
    const result = await payStored(desk, {
      site,
      purpose: purposeNamed(desk.purposes, 'sms_bundle'),
      orderId,
      requestKey: 'automatic',
      excludes: ['sms_bundle'],
      customer: null,
    })
    if ('refused' in result)
      await inTenant((db) => refuse(db, desk, site, { orderId, businessId: businessentity_id, why: result.refused }))
  }
}

/**
 * Orders a bundle under the lock of the settings, so that neither two nodes nor two looks order twice or spend more than
 * the cap. Returns the order to charge: a new one, or one that a crash left before it was charged.
 */
async function beginRecharge(db: Db, desk: Desk, site: Site, businessId: number): Promise<string | undefined> {
  const settings = await db
    .selectFrom('sms_recharges')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  const now = desk.clock.now()
  const month = monthOf(now, site)
  if (!settings?.is_on || settings.paused_by === 'declined') return undefined
  if (settings.paused_by === 'cap' && settings.paused_month === month) return undefined
  const open = await db
    .selectFrom('sms_orders')
    .select(['order_id', 'state', 'is_automatic'])
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where('is_automatic', '=', true)
    .where('state', 'in', ['created', 'paying'])
    .executeTakeFirst()
  if (open) return open.state === 'created' ? open.order_id : undefined
  // A provider that could not be reached is not asked every minute.
  const failed = await db
    .selectFrom('sms_orders')
    .select('order_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where('is_automatic', '=', true)
    .where('state', '=', 'failed')
    .where('created_at', '>', secondsAfter(now, -waitAfterFailure))
    .where('created_at', '>', settings.changed_at)
    .limit(1)
    .executeTakeFirst()
  if (failed) return undefined
  const left = await db
    .selectFrom('message_credits')
    .select('remaining')
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .executeTakeFirstOrThrow()
  const bundle = (await findBundles(db, site)).find(({ bundle_id }) => bundle_id === settings.bundle_id)
  if (!bundle || left.remaining >= settings.below) return undefined
  if ((await spentInMonth(db, site, businessId, now)) + dueOf(bundle) > settings.cap_minor) {
    await pause(db, site, businessId, { paused_by: 'cap', paused_month: month })
    await mailCredits(db, desk, site, { businessId, kind: 'cap', count: left.remaining, amount: null, number: null })
    return undefined
  }
  if (settings.paused_by !== null) await pause(db, site, businessId, { paused_by: null, paused_month: null })
  const { bundle_id, sms_count, total_minor, currency, gst_bp } = bundle
  const { order_id } = await insertOrder(db, site, {
    order_id: randomUUID(),
    businessentity_id: businessId,
    user_id: null,
    bundle_id,
    sms_count,
    total_minor,
    currency,
    gst_bp,
    is_automatic: true,
    request_key: `automatic ${randomUUID()}`,
    created_at: now,
  })
  return order_id
}

const pause = (
  db: Db,
  site: Site,
  businessId: number,
  columns: { paused_by: 'declined' | 'cap' | null; paused_month: string | null },
) =>
  db
    .updateTable('sms_recharges')
    .set(columns)
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .execute()

/** Another payment of the business is waited for; without a means of payment somebody has to look. */
async function refuse(
  db: Db,
  desk: Desk,
  site: Site,
  { orderId, businessId, why }: { orderId: string; businessId: number; why: string },
): Promise<void> {
  desk.log.warn({ site: site.web_site_id, business: businessId, refused: why }, 'text messages were not recharged')
  if (why === 'payment_in_progress') return
  const { numUpdatedRows } = await db
    .updateTable('sms_orders')
    .set({ state: 'failed', settled_at: desk.clock.now() })
    .where('web_site_id', '=', site.web_site_id)
    .where('order_id', '=', orderId)
    .where('state', '=', 'created')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await pause(db, site, businessId, { paused_by: 'declined', paused_month: null })
  await mailCredits(db, desk, site, { businessId, kind: 'declined', count: 0, amount: null, number: null })
}
