import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { purposeNamed } from '../accounts.ts'
import { addDays, dayOf } from '../days.ts'
import { paymentsOfOrder } from '../payments.queries.ts'
import type { Desk } from '../saga/desk.ts'
import { endedAfter, suspendedAfter } from '../states.ts'
import { mayTryAgain } from './invoice-purposes.ts'
import { chargedFor, payStored } from './pay-stored.ts'
import { stepSubscription } from './renew.ts'
import { claimSubscription, findDue, findSubscription, sitesWithDue } from './subscriptions.queries.ts'

/**
 * Renews, suspends and ends subscriptions whose day has come. Each one has a transaction of its own, so that one that
 * fails does not hold back the others; what it did is in its row, so a sweep that runs twice does nothing twice.
 */

/** Subscriptions that one read takes. */
const atATime = 50
/** Missed periods of one subscription that one sweep makes up for. */
const mostSteps = 500

export interface SweepResult {
  renewed: number
  suspended: number
  ended: number
  failed: number
}

/** Which web sites are swept; all if nothing is said. */
export interface Sites {
  only?: Site | undefined
  except?: Site
}

/** Sweeps web sites. `order` orders the charge of a subscription, in the transaction of its step. */
export async function sweepRenewals(
  desk: Desk,
  order: (db: Db, site: Site, subscriptionId: string) => Promise<void>,
  which: Sites = {},
): Promise<SweepResult> {
  const { only, except } = which
  const result: SweepResult = { renewed: 0, suspended: 0, ended: 0, failed: 0 }
  const now = desk.clock.now()
  // The furthest time zone is a day ahead of UTC.
  const ids = only
    ? [only.web_site_id]
    : await sitesWithDue(desk.database.system, addDays(now.toISOString().slice(0, 10), 1))
  for (const id of ids) {
    const site = desk.sites.byId(id)
    if (site && site.web_site_id !== except?.web_site_id) await sweepSite(desk, site, order, result)
  }
  return result
}

async function sweepSite(
  desk: Desk,
  site: Site,
  order: (db: Db, site: Site, subscriptionId: string) => Promise<void>,
  result: SweepResult,
): Promise<void> {
  const inTenant = <R>(work: (db: Db) => Promise<R>) =>
    desk.database.inTenant(site.web_site_id, work, { lane: 'background' })
  const today = dayOf(desk.clock.now(), site.time_zone)
  const days = { today, suspended: addDays(today, -suspendedAfter), ended: addDays(today, -endedAfter) }
  const read = (after: string | null) => inTenant((db) => findDue(db, site, days, { after, most: atATime }))
  for (let due = await read(null); due.length > 0;) {
    for (const { subscription_id } of due)
      try {
        await inTenant(async (db) => {
          for (let step = 0; step < mostSteps; step += 1) {
            const subscription = await claimSubscription(db, site, subscription_id)
            if (!subscription) return
            const { did, charges } = await stepSubscription(db, desk, site, subscription)
            if (did !== 'nothing') result[did] += 1
            if (charges) return order(db, site, subscription_id)
            if (did === 'nothing' || did === 'ended') return
          }
        })
      } catch (error) {
        result.failed += 1
        desk.log.error({ subscription: subscription_id, err: error }, 'a subscription could not be renewed')
      }
    due = due.length < atATime ? [] : await read(due.at(-1)!.subscription_id)
  }
}

/** Charges the open invoice of a subscription whose day of the next charge has come. Does nothing for any other. */
export async function chargeRenewal(desk: Desk, site: Site, subscriptionId: string): Promise<void> {
  const now = desk.clock.now()
  const today = dayOf(now, site.time_zone)
  const ask = await desk.database.inTenant(
    site.web_site_id,
    async (db) => {
      const of = await findSubscription(db, site, subscriptionId)
      const invoiceId = of?.open_invoice_id
      if (!of || !invoiceId || of.next_try_on === null || of.next_try_on > today) return undefined
      if (!(await mayTryAgain(db, site, invoiceId, now))) return undefined
      const before = await paymentsOfOrder(db, site, 'renewal', invoiceId)
      return { invoiceId, number: before.length, charged: chargedFor(of) }
    },
    { lane: 'background' },
  )
  if (!ask) return
  const result = await payStored(desk, {
    site,
    purpose: purposeNamed(desk.purposes, 'renewal'),
    orderId: ask.invoiceId,
    requestKey: `${today} ${ask.number}`,
    excludes: ['renewal', 'arrears'],
    customer: null,
    charged: ask.charged,
  })
  if ('refused' in result && result.refused !== 'payment_in_progress')
    desk.log.warn({ subscription: subscriptionId, refused: result.refused }, 'a renewal could not be charged')
}

/** Renews what is due and charges it at once, one subscription after the other: for the demo's clock and for tests. */
export async function runRenewals(desk: Desk, which: Sites = {}): Promise<SweepResult> {
  const charges: { site: Site; id: string }[] = []
  const result = await sweepRenewals(
    desk,
    async (_db, site, id) => {
      charges.push({ site, id })
    },
    which,
  )
  for (const { site, id } of charges) await chargeRenewal(desk, site, id)
  return result
}
