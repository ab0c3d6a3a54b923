import { z } from 'zod'
import { secondsAfter } from '../../../core/clock.ts'
import type { Site } from '../../../core/tenancy.ts'
import { compareAll } from './compare.ts'
import { fulfilJob, orderFulfilment, orderLook, orderRefund, refundJob, settleJob, type Desk } from './desk.ts'
import { fulfil } from './fulfil.ts'
import { cancelWaiting } from './pay.ts'
import { lockPayment } from '../payments.queries.ts'
import { workRefund } from './refunds.ts'
import { settle } from './settle.ts'

/** The background jobs of payments. Each looks first: a job may run twice, and after the work was done elsewhere. */

const ofSite = { web_site_id: z.number() }
const Look = z.object({ ...ofSite, reference: z.string(), look: z.union([z.number(), z.literal('now')]) })
const Fulfilment = z.object({ ...ofSite, payment_id: z.string() })
const RefundWork = z.object({ ...ofSite, reference: z.string(), look: z.number() })

const sweepEvery = 60
/** Rows of each kind that one sweep takes, the oldest first; the next one goes on. */
const ofEach = 50
/** Seconds that work must be overdue before the sweep orders it again. */
const overdueAfter = 30
/** Seconds after which a payment that waits for a person is given up; approvals are asked about instead. */
const abandonedAfter = 3600
/** Seconds after which a payment that was begun, and for which nothing was sent, belonged to a process that ended. */
const orphanedAfter = 120
/** Seconds for which events of providers are kept: 90 days. */
const eventsKeptFor = 90 * 86_400

export function registerPaymentJobs(desk: Desk): void {
  const siteOf = (id: number): Site => {
    const site = desk.sites.byId(id)
    if (!site) throw new Error(`unknown web site: ${id}`)
    return site
  }
  // A failed look is ordered again by its own row and the sweep.
  desk.jobs.define(settleJob, { data: Look, concurrency: 2, retries: 3 }, (job, { signal }) =>
    settle(desk, siteOf(job.web_site_id), job, signal),
  )
  desk.jobs.define(fulfilJob, { data: Fulfilment, retries: 33 }, (job) =>
    fulfil(desk, siteOf(job.web_site_id), job.payment_id),
  )
  desk.jobs.define(refundJob, { data: RefundWork, retries: 3 }, (job, { signal }) =>
    workRefund(desk, siteOf(job.web_site_id), job, signal),
  )
  desk.jobs.every('payment.sweep', sweepEvery, () => sweepPayments(desk))
  desk.jobs.every('payment.compare', 3600, ({ signal }) => compareAll(desk, signal))
  desk.jobs.every('payment.forgetEvents', 86_400, async () => {
    const before = secondsAfter(desk.clock.now(), -eventsKeptFor)
    await desk.database.system.deleteFrom('provider_events').where('received_at', '<', before).execute()
  })
}

/**
 * Orders work whose job was lost: looks and refunds that are overdue, payments that are paid and not delivered. Gives up
 * payments whose person never came back from the bank.
 */
export async function sweepPayments(desk: Desk): Promise<void> {
  const { system } = desk.database
  const now = desk.clock.now()
  const overdue = secondsAfter(now, -overdueAfter)
  const attempts = await system
    .selectFrom('payment_attempts')
    .select(['web_site_id', 'reference', 'looks'])
    .where('next_look_at', '<', overdue)
    .orderBy('next_look_at')
    .limit(ofEach)
    .execute()
  for (const { reference, looks: look, ...site } of attempts) await orderLook(desk, system, site, { reference, look })
  const refunds = await system
    .selectFrom('refunds')
    .select(['web_site_id', 'reference', 'looks'])
    .where('next_look_at', '<', overdue)
    .orderBy('next_look_at')
    .limit(ofEach)
    .execute()
  for (const { reference, looks: look, ...site } of refunds) await orderRefund(desk, system, site, { reference, look })
  const undelivered = await system
    .selectFrom('payments')
    .select(['web_site_id', 'payment_id'])
    .where('state', '=', 'paid')
    .where('paid_at', '<', overdue)
    .orderBy('paid_at')
    .limit(ofEach)
    .execute()
  for (const { payment_id, ...site } of undelivered) await orderFulfilment(desk, system, site, payment_id)
  await giveUpAbandoned(desk)
}

async function giveUpAbandoned(desk: Desk): Promise<void> {
  const now = desk.clock.now()
  const abandoned = await desk.database.system
    .selectFrom('payments')
    .select(['web_site_id', 'payment_id'])
    .where((q) =>
      q.or([
        q.and([q('state', '=', 'created'), q('created_at', '<', secondsAfter(now, -orphanedAfter))]),
        q.and([q('state', '=', 'requires_action'), q('created_at', '<', secondsAfter(now, -abandonedAfter))]),
      ]),
    )
    .where((q) =>
      q.not(
        q.exists(
          q
            .selectFrom('payment_attempts')
            .select('attempt_id')
            .whereRef('payment_attempts.web_site_id', '=', 'payments.web_site_id')
            .whereRef('payment_attempts.payment_id', '=', 'payments.payment_id')
            .where('payment_attempts.state', 'in', ['prepared', 'waiting', 'sent', 'unknown']),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(ofEach)
    .execute()
  for (const { web_site_id, payment_id } of abandoned) {
    const site = desk.sites.byId(web_site_id)
    if (site)
      await desk.database.inTenant(web_site_id, async (db) => {
        const payment = await lockPayment(db, site, payment_id)
        if (payment) await cancelWaiting(db, desk, site, payment)
      })
  }
}
