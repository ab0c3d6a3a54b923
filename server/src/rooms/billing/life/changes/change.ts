import type { Db } from '../../../../core/db/database.ts'
import type { Site } from '../../../../core/tenancy.ts'
import type { BillingAddress } from '../../../../outside/payments.ts'
import type { PaymentAccount } from '../../accounts.ts'
import { Conflict } from '../../saga/conflict.ts'
import { dayOf, periodOf } from '../../days.ts'
import { issueDocument } from '../../invoices.ts'
import { post } from '../../ledger.ts'
import type { Due, FrozenChange, Order, Seller } from '../../purposes.ts'
import type { PlannedChange, Quote } from '../../rules.ts'
import { addPeriod } from '../../subscriptions.ts'
import { insertRedemption } from '../../plans/plans.queries.ts'
import { useInstrument } from '../instruments.ts'
import { changeSubscription, creditOf, lockSubscription, type Subscription } from '../subscriptions.queries.ts'

/** Makes a change of plan or locations, with its invoice or credit note. */

/** A plan is changed while the subscription is paid; a trial becomes a paid subscription by it. */
export const canChange = ({ state, open_invoice_id }: Pick<Subscription, 'state' | 'open_invoice_id'>): boolean =>
  (state === 'active' || state === 'trialing') && open_invoice_id === null

/** What a change is computed from, and what it does. */
export function freezeChange(
  { subscription_id, period_start, billing_plan_id, locations }: Subscription,
  { now, anchor, pending }: PlannedChange,
  promoCode: string | null,
): FrozenChange {
  return {
    subscriptionId: subscription_id,
    from: { periodStart: period_start, billing_plan_id, locations },
    now,
    anchor: anchor ?? null,
    pending: pending ? { billing_plan_id: pending.plan.billing_plan_id, locations: pending.locations } : null,
    promoCode,
  }
}

interface ChangeOf {
  change: FrozenChange
  document: Quote
  creditMinor: number
  seller: Seller
  buyer: BillingAddress
  paymentId: string | null
  now: Date
}

/** Delivers a change that was paid. A subscription that differs from the one it was computed for is a conflict. */
export async function deliverChange(
  db: Db,
  site: Site,
  {
    order,
    due,
    paymentId,
    instrumentId,
    account,
    now,
  }: {
    order: Order
    due: Extract<Due, { kind: 'change' }>
    paymentId: string | null
    instrumentId: string | null
    account: PaymentAccount | null
    now: Date
  },
): Promise<{ invoiceNumber: string | null }> {
  const { seller, billing: buyer } = order
  const made = await makeChange(db, site, { ...due, seller, buyer, paymentId, now })
  if (instrumentId !== null)
    await useInstrument(db, site, { subscription_id: due.change.subscriptionId }, { instrumentId, account })
  return made
}

/** Makes a change in the transaction of `db`, for which nothing is due any more. */
export async function makeChange(db: Db, site: Site, of: ChangeOf): Promise<{ invoiceNumber: string | null }> {
  const { change, now } = of
  const subscription = await lockSubscription(db, site, change.subscriptionId)
  const { from } = change
  const isSame =
    subscription !== undefined &&
    canChange(subscription) &&
    subscription.period_start === from.periodStart &&
    subscription.billing_plan_id === from.billing_plan_id &&
    subscription.locations === from.locations
  if (!isSame) throw new Conflict('the subscription has changed meanwhile')
  const { plan, locations } = change.now
  const isOtherPlan = plan.billing_plan_id !== subscription.billing_plan_id
  const today = dayOf(now, site.time_zone)
  const period =
    change.anchor === null
      ? { start: subscription.period_start, end: subscription.period_end }
      : periodOf(change.anchor, plan.recurring_frequency, 0)
  const invoiceNumber = await documentOf(db, site, subscription, of, { start: today, end: period.end })
  await changeSubscription(db, site, subscription, {
    ...(subscription.state === 'trialing'
      ? { state: 'active', trial_ends_on: null, renewal_on: true, ends_on: null }
      : {}),
    locations,
    ...(isOtherPlan ? { billing_plan_id: plan.billing_plan_id, prices: plan, currency: plan.currency } : {}),
    ...(change.anchor === null
      ? { plan_since_no: isOtherPlan ? subscription.period_no : subscription.plan_since_no }
      : { anchor: change.anchor, period_no: 0, period_start: period.start, period_end: period.end, plan_since_no: 0 }),
    pending_plan_id: change.pending?.billing_plan_id ?? null,
    pending_locations: change.pending?.locations ?? null,
  })
  if (change.anchor !== null && period.start !== subscription.period_start)
    await addPeriod(
      db,
      site,
      { subscriptionId: subscription.subscription_id, ...period },
      { invoiceId: null, paymentId: of.paymentId },
    )
  if (change.promoCode !== null)
    await insertRedemption(db, site, {
      promo_code: change.promoCode,
      businessentity_id: subscription.businessentity_id,
      billing_plan_id: change.pending?.billing_plan_id ?? plan.billing_plan_id,
      payment_id: of.paymentId,
      at: now,
    })
  return { invoiceNumber }
}

/** Issues the invoice of a change, or the credit note of one that gives credit. A change that costs nothing has none. */
async function documentOf(
  db: Db,
  site: Site,
  { businessentity_id, subscription_id }: Subscription,
  { document, creditMinor, seller, buyer, paymentId, now }: ChangeOf,
  period: { start: string; end: string },
): Promise<string | null> {
  if (document.lines.length === 0) return null
  const { currency, total_minor } = document
  const today = dayOf(now, site.time_zone)
  if (creditMinor > 0 && (await creditOf(db, site, businessentity_id, currency)) < creditMinor)
    throw new Conflict('the credit was used meanwhile')
  const isCredit = total_minor < 0
  const issued = await issueDocument(db, site, {
    kind: isCredit ? 'credit_note' : 'invoice',
    businessentity_id,
    seller,
    buyer,
    quote: document,
    issuedOn: today,
    dueOn: today,
    period,
    isPaid: true,
    subscriptionId: subscription_id,
    paymentId,
    ofInvoiceId: isCredit ? await lastInvoice(db, site, subscription_id) : null,
    at: now,
  })
  const credit = isCredit ? -total_minor : -creditMinor
  if (credit !== 0)
    await post(db, site, {
      businessentity_id,
      currency,
      cause: `credit ${issued.invoice_id}`,
      postings: [
        ['receivable', credit],
        ['customer_credit', -credit],
      ],
      at: now,
    })
  return issued.full_number
}

/** The invoice that a credit note of the subscription corrects. */
async function lastInvoice(db: Db, site: Site, subscriptionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('invoices')
    .select('invoice_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', 'invoice')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row?.invoice_id ?? null
}
