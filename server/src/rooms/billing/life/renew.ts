import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { addDays, dayOf, type Day } from '../days.ts'
import { issueDocument } from '../invoices.ts'
import { post } from '../ledger.ts'
import { paymentsOfOrder } from '../payments.queries.ts'
import { useCredit, type PlanPrices, type PricePart } from '../rules.ts'
import type { Desk } from '../saga/desk.ts'
import { unfinished } from '../states.ts'
import { findPlansById, findSeller, type Plan } from '../plans/plans.queries.ts'
import { addressOf, findContact, findOwner, isProvider } from './buyer.ts'
import { mailOnce, mailTo, type MailServices } from './mails.ts'
import { sellerOf } from './seller.ts'
import { setInvoice, writeOff } from './open-invoice.ts'
import { dunningState, nextTerm, quoteRenewal, type Term } from './rules.ts'
import { changeSubscription, creditOf, type Subscription } from './subscriptions.queries.ts'

/** One step of a subscription's life, in the transaction that holds its lock. It calls no provider. */

/** Days after its issue on which an invoice that is paid by transfer is due. */
const invoiceDays = 30

const parts: readonly PricePart[] = ['recurring', 'other', 'setup']
export const pricesOf = (plan: Plan): PlanPrices => ({
  billing_plan_id: plan.billing_plan_id,
  name: plan.name,
  currency: plan.currency,
  recurring_frequency: plan.recurring_frequency,
  recurring_minor: plan.recurring_minor,
  other_minor: plan.other_minor,
  setup_minor: plan.setup_minor,
  gst_bp: plan.gst_bp,
  taxable: parts.filter((part) => plan.taxable.includes(part)),
  tiers: plan.tiers,
  max_location: plan.max_location,
})

/** Reads what decides the next period of a subscription. */
export async function termOf(db: Db, site: Site, of: Subscription): Promise<Term> {
  const plan = of.prices
  const ids = [of.billing_plan_id, of.pending_plan_id].filter((id) => id !== null)
  const plans = await findPlansById(db, site, ids)
  const named = (id: number | null) => plans.find(({ billing_plan_id }) => billing_plan_id === id)
  const present = named(of.billing_plan_id)
  const [then] =
    present?.promo_periods != null && present.then_plan_id !== null
      ? await findPlansById(db, site, [present.then_plan_id])
      : []
  const pendingPlan = named(of.pending_plan_id)
  return {
    plan,
    locations: of.locations,
    anchor: of.anchor,
    periodNo: of.period_no,
    period: { start: of.period_start, end: of.period_end },
    planSinceNo: of.plan_since_no,
    pending:
      pendingPlan && of.pending_locations !== null
        ? {
            // The same plan keeps its frozen prices.
            plan: of.pending_plan_id === of.billing_plan_id ? plan : pricesOf(pendingPlan),
            locations: of.pending_locations,
          }
        : null,
    promo: then ? { periods: present!.promo_periods!, after: pricesOf(then) } : null,
  }
}

/**
 * Does what is due for a locked subscription today: renews it, ends it, suspends it. Returns what happened, and whether
 * its open invoice has to be charged.
 */
export async function stepSubscription(
  db: Db,
  desk: Desk,
  site: Site,
  of: Subscription,
): Promise<{ did: 'renewed' | 'suspended' | 'ended' | 'nothing'; charges: boolean }> {
  const now = desk.clock.now()
  const today = dayOf(now, site.time_zone)
  const isOver = of.period_end <= today
  if (of.state === 'past_due' || of.state === 'suspended') return stepUnpaid(db, desk, site, of, today)
  if (isOver && (of.state === 'trialing' || of.state === 'cancelled' || !of.renewal_on)) {
    await endSubscription(db, desk, site, of)
    return { did: 'ended', charges: false }
  }
  if (isOver && of.state === 'active') {
    // The period before is not paid yet: its charge is under way, or its outcome is not known.
    if (of.open_invoice_id !== null) return { did: 'nothing', charges: of.next_try_on !== null }
    return { did: 'renewed', charges: await renew(db, desk, site, of, today) }
  }
  return { did: 'nothing', charges: of.next_try_on !== null && of.next_try_on <= today }
}

/** Begins the next period: its row, its invoice, and what credit pays of it. Returns whether there is something to charge. */
async function renew(db: Db, desk: Desk, site: Site, of: Subscription, today: Day): Promise<boolean> {
  const seller = await findSeller(db, site)
  if (!seller) throw new Error(`web site ${site.web_site_id} has subscriptions and no seller`)
  const now = desk.clock.now()
  const { businessentity_id, subscription_id } = of
  const next = nextTerm(await termOf(db, site, of))
  const quote = quoteRenewal(next.plan, next.locations, { isTaxed: seller.is_tax_registered })
  const { currency, total_minor } = quote
  const isOnAccount = of.payment_type === 'invoice' || of.payment_type === 'capricorn'
  const owner = await findOwner(db, site, businessentity_id)
  const contact = await findContact(db, site, businessentity_id)
  const credit = useCredit(await creditOf(db, site, businessentity_id, currency), total_minor)
  const invoice = await issueDocument(db, site, {
    kind: 'invoice',
    businessentity_id,
    seller: sellerOf(seller),
    buyer: addressOf(contact, owner?.business_name ?? ''),
    quote,
    issuedOn: today,
    dueOn: isOnAccount ? addDays(today, invoiceDays) : next.period.start,
    period: next.period,
    isPaid: credit.due === 0,
    subscriptionId: subscription_id,
    paymentId: null,
    ofInvoiceId: null,
    at: now,
  })
  // The key of the period makes it happen once, whatever runs beside.
  await db
    .insertInto('subscription_periods')
    .values({
      web_site_id: site.web_site_id,
      subscription_id,
      period_start: next.period.start,
      period_end: next.period.end,
      invoice_id: invoice.invoice_id,
      payment_id: null,
    })
    .execute()
  if (credit.used > 0) {
    await post(db, site, {
      businessentity_id,
      currency,
      cause: `credit ${invoice.invoice_id}`,
      postings: [
        ['customer_credit', credit.used],
        ['receivable', -credit.used],
      ],
      at: now,
    })
    if (credit.due > 0) await setInvoice(db, site, invoice.invoice_id, { paid_minor: credit.used })
  }
  const isOpen = credit.due > 0 && !isOnAccount
  const isCharged = isOpen && isProvider(of.payment_type) && of.instrument_id !== null
  const isOtherPlan = next.plan.billing_plan_id !== of.billing_plan_id
  await changeSubscription(db, site, of, {
    // Without a stored means of payment, only the customer can pay.
    ...(isOpen && !isCharged ? { state: 'past_due', past_due_since: next.period.start } : {}),
    locations: next.locations,
    ...(isOtherPlan ? { billing_plan_id: next.plan.billing_plan_id, prices: next.plan, currency } : {}),
    anchor: next.anchor,
    period_no: next.periodNo,
    period_start: next.period.start,
    period_end: next.period.end,
    plan_since_no: next.planSinceNo,
    pending_plan_id: null,
    pending_locations: null,
    open_invoice_id: isOpen ? invoice.invoice_id : null,
    next_try_on: isCharged ? today : null,
  })
  const amount = { minor: credit.due, currency }
  if (isOpen && !isCharged)
    await mailOnce(db, desk, site, of, { kind: 'payment_needed', forDate: next.period.start, amount })
  else if (isOnAccount || credit.due === 0)
    await mailTo(db, desk, site, of, {
      kind: 'invoice',
      amount: { minor: total_minor, currency },
      number: invoice.full_number,
    })
  return isCharged
}

/** The days of an unpaid period: charged again, suspended on day 10, ended on day 30, or when the customer has cancelled. */
async function stepUnpaid(
  db: Db,
  desk: Desk,
  site: Site,
  of: Subscription,
  today: Day,
): Promise<{ did: 'suspended' | 'ended' | 'nothing'; charges: boolean }> {
  const since = of.past_due_since ?? of.period_start
  const state = of.renewal_on ? dunningState(since, today) : 'ended'
  if (state === 'ended') {
    // Money that may be on its way is waited for.
    if (await isBeingPaid(db, site, of)) return { did: 'nothing', charges: false }
    await endSubscription(db, desk, site, of)
    return { did: 'ended', charges: false }
  }
  if (state === 'suspended' && of.state === 'past_due') {
    await changeSubscription(db, site, of, { state: 'suspended', next_try_on: null })
    await mailOnce(db, desk, site, of, { kind: 'suspended', forDate: since })
    return { did: 'suspended', charges: false }
  }
  return { did: 'nothing', charges: of.next_try_on !== null && of.next_try_on <= today }
}

/** Returns whether a payment of the open invoice is under way. */
export async function isBeingPaid(
  db: Db,
  site: Site,
  { open_invoice_id }: Pick<Subscription, 'open_invoice_id'>,
): Promise<boolean> {
  if (open_invoice_id === null) return false
  for (const purpose of ['renewal', 'arrears'] as const)
    for (const { state } of await paymentsOfOrder(db, site, purpose, open_invoice_id))
      if ((unfinished as readonly string[]).includes(state)) return true
  return false
}

/** Ends a subscription now. An invoice that nobody paid is written off. */
export async function endSubscription(db: Db, desk: MailServices, site: Site, of: Subscription): Promise<void> {
  const now = desk.clock.now()
  const today = dayOf(now, site.time_zone)
  if (of.open_invoice_id !== null) await writeOff(db, site, of.open_invoice_id, now)
  await changeSubscription(db, site, of, {
    state: 'ended',
    ends_on: of.ends_on !== null && of.ends_on < today ? of.ends_on : today,
    open_invoice_id: null,
    next_try_on: null,
    pending_plan_id: null,
    pending_locations: null,
  })
  await mailOnce(db, desk, site, of, { kind: 'ended', forDate: today })
}
