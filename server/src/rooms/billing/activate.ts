import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import type { PaymentAccount } from './accounts.ts'
import { dayOf, type Day } from './days.ts'
import { issueDocument } from './invoices.ts'
import { quoteOfOrder, type FrozenOrder } from './order.ts'
import type { Order } from './purposes.ts'
import { Conflict } from './saga/conflict.ts'
import { deliverChange } from './life/changes/change.ts'
import { payInvoice } from './life/open-invoice.ts'
import { changeSubscription, findLive, lockSubscription } from './life/subscriptions.queries.ts'
import { activateInstrument, addPeriod, beginSubscription, hasSubscription } from './subscriptions.ts'

/** What a business gets at once: its subscription with the first period and the invoice, or what it bought once. */

export { Conflict }

export interface Activation extends FrozenOrder {
  /** Null where nothing was charged. */
  paymentId: string | null
  account: PaymentAccount | null
  instrumentId: string | null
  now: Date
}

/** Activates an order in the transaction of `db`. Returns the number of its invoice; null for a trial. */
export async function activate(db: Db, site: Site, of: Activation): Promise<{ invoiceNumber: string | null }> {
  const { order, quote, paymentId, instrumentId, now } = of
  const { businessentity_id } = order
  const today = dayOf(now, site.time_zone)
  if (instrumentId !== null) await activateInstrument(db, site, businessentity_id, { instrumentId, now })
  if (order.due.kind === 'invoice')
    return payInvoice(db, site, { due: order.due, paymentId, instrumentId, account: of.account, now })
  if (order.due.kind === 'change')
    return deliverChange(db, site, { order, due: order.due, paymentId, instrumentId, account: of.account, now })
  const isSubscription = order.due.kind === 'subscription'
  if (order.due.kind === 'subscription' && order.due.replacesTrial) await endTrial(db, site, businessentity_id, today)
  if (isSubscription && (await hasSubscription(db, site, businessentity_id)))
    throw new Conflict('the business has a subscription already')
  const begun = isSubscription ? await beginSubscription(db, site, of) : null
  const isTrial = order.due.kind === 'subscription' && order.due.trialDays !== null
  const invoice = isTrial
    ? null
    : await issueDocument(db, site, {
        kind: 'invoice',
        businessentity_id,
        seller: order.seller,
        buyer: order.billing,
        quote,
        issuedOn: today,
        dueOn: today,
        period: begun,
        isPaid: true,
        subscriptionId: begun?.subscriptionId ?? null,
        paymentId,
        ofInvoiceId: null,
        at: now,
      })
  if (begun) await addPeriod(db, site, begun, { invoiceId: invoice?.invoice_id ?? null, paymentId })
  return { invoiceNumber: invoice?.full_number ?? null }
}

/** Ends the trial of a business, without a mail: the subscription that takes its place begins at once. */
async function endTrial(db: Db, site: Site, businessId: number, today: Day): Promise<void> {
  const live = await findLive(db, site, businessId)
  const trial = live && (await lockSubscription(db, site, live.subscription_id))
  if (trial?.state !== 'trialing') return
  await changeSubscription(db, site, trial, {
    state: 'ended',
    ends_on: today,
    next_try_on: null,
    pending_plan_id: null,
    pending_locations: null,
  })
}

/**
 * Activates an order for which nothing is due, a trial for example, in the transaction of the room that sells it. Throws
 * for an order that has to be paid, and Conflict where the business has a subscription.
 */
export async function activateFree(db: Db, site: Site, order: Order, now: Date): Promise<void> {
  const quote = quoteOfOrder(order)
  if (quote?.total_minor !== 0) throw new Error(`payment is due for order ${order.orderId}`)
  await activate(db, site, { order, quote, paymentId: null, account: null, instrumentId: null, now })
}
