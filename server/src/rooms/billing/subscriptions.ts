import { randomUUID } from 'node:crypto'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import { openCredits } from '../messaging/credits.ts'
import { addDays, dayOf, periodOf } from './days.ts'
import type { NewInstrument, ProviderName } from '../../outside/payments.ts'
import type { FrozenOrder } from './order.ts'
import type { PlanPrices } from './rules.ts'
import type { PaymentAccount } from './accounts.ts'
import { statusOfBusiness, type SubscriptionState } from './states.ts'

/** Begins subscriptions, in the transaction that fulfils a payment or opens a trial. */

export interface Begun {
  subscriptionId: string
  start: string
  end: string
}

export interface NewSubscription extends FrozenOrder {
  /** Null: nothing is charged. */
  account: PaymentAccount | null
  instrumentId: string | null
  now: Date
}

/** Begins the subscription of an order today, the day in the time zone of the web site. */
export async function beginSubscription(
  db: Db,
  site: Site,
  { order, account, instrumentId, now }: NewSubscription,
): Promise<Begun> {
  if (order.due.kind !== 'subscription') throw new Error(`order ${order.orderId} is not for a subscription`)
  const { plan, locations, trialDays } = order.due
  const { web_site_id } = site
  const { businessentity_id } = order
  const today = dayOf(now, site.time_zone)
  const trialEnd = trialDays === null ? null : addDays(today, trialDays)
  const period = trialEnd === null ? periodOf(today, plan.recurring_frequency, 0) : { start: today, end: trialEnd }
  const subscription_id = randomUUID()
  const state = trialEnd === null ? 'active' : 'trialing'
  await db
    .insertInto('subscriptions')
    .values({
      web_site_id,
      subscription_id,
      businessentity_id,
      kind: 'portal',
      billing_plan_id: plan.billing_plan_id,
      payment_type: account?.provider ?? 'none',
      account: account?.name ?? null,
      state,
      locations,
      prices: JSON.stringify(plan),
      currency: plan.currency,
      anchor: trialEnd ?? today,
      period_no: 0,
      period_start: period.start,
      period_end: period.end,
      instrument_id: instrumentId,
      trial_ends_on: trialEnd,
      created_at: now,
    })
    .execute()
  await showState(db, site, { businessentity_id, state, locations })
  // From now on its text messages are counted.
  await openCredits(db, site, businessentity_id)
  return { subscriptionId: subscription_id, ...period }
}

/**
 * Begins the monthly charge of a telephone number, whose first month is paid. It is renewed, charged and dunned like a
 * subscription to the portal; the room that owns the number releases it when the subscription has ended.
 */
export async function beginNumberSubscription(
  db: Db,
  site: Site,
  of: {
    businessId: number
    /** What invoices and mails call it. */
    name: string
    monthlyMinor: number
    currency: string
    gst_bp: number
    account: PaymentAccount | null
    instrumentId: string | null
    paymentId: string
    now: Date
  },
): Promise<string> {
  const { web_site_id } = site
  const subscription_id = randomUUID()
  const today = dayOf(of.now, site.time_zone)
  const { start, end } = periodOf(today, 'monthly', 0)
  const prices: PlanPrices = {
    billing_plan_id: 0,
    name: of.name,
    currency: of.currency,
    recurring_frequency: 'monthly',
    recurring_minor: of.monthlyMinor,
    other_minor: 0,
    setup_minor: 0,
    gst_bp: of.gst_bp,
    taxable: ['recurring'],
    tiers: [],
    max_location: null,
  }
  await db
    .insertInto('subscriptions')
    .values({
      web_site_id,
      subscription_id,
      businessentity_id: of.businessId,
      kind: 'phone_number',
      // There is no such plan: its price is the frozen one.
      billing_plan_id: 0,
      payment_type: of.account?.provider ?? 'none',
      account: of.account?.name ?? null,
      state: 'active',
      locations: 1,
      prices: JSON.stringify(prices),
      currency: of.currency,
      anchor: today,
      period_no: 0,
      period_start: start,
      period_end: end,
      instrument_id: of.instrumentId,
      created_at: of.now,
    })
    .execute()
  await addPeriod(
    db,
    site,
    { subscriptionId: subscription_id, start, end },
    { invoiceId: null, paymentId: of.paymentId },
  )
  return subscription_id
}

/** Writes the state of a subscription to its business, where the other rooms read it. */
export async function showState(
  db: Db,
  site: Site,
  of: { businessentity_id: number; state: SubscriptionState; locations: number },
): Promise<void> {
  await db
    .updateTable('business_entities')
    .set({ subscription_status: statusOfBusiness(of.state), max_locations: of.locations })
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', of.businessentity_id)
    .execute()
}

/** Returns whether a business has a subscription to the portal that has not ended. */
export async function hasSubscription(db: Db, site: Site, businessId: number): Promise<boolean> {
  const found = await db
    .selectFrom('subscriptions')
    .select('subscription_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where('kind', '=', 'portal')
    .where('state', '<>', 'ended')
    .executeTakeFirst()
  return found !== undefined
}

export async function addPeriod(
  db: Db,
  site: Site,
  { subscriptionId, start, end }: Begun,
  paid: { invoiceId: string | null; paymentId: string | null },
): Promise<void> {
  await db
    .insertInto('subscription_periods')
    .values({
      web_site_id: site.web_site_id,
      subscription_id: subscriptionId,
      period_start: start,
      period_end: end,
      invoice_id: paid.invoiceId,
      payment_id: paid.paymentId,
    })
    .execute()
}

/** Stores a means of payment that is not active yet. Returns its id. */
export async function insertInstrument(
  db: Db,
  site: Site,
  businessId: number,
  { account, provider, made, now }: { account: string; provider: ProviderName; made: NewInstrument; now: Date },
): Promise<string> {
  const instrument_id = randomUUID()
  await db
    .insertInto('instruments')
    .values({
      web_site_id: site.web_site_id,
      instrument_id,
      businessentity_id: businessId,
      provider,
      account,
      kind: made.kind,
      token: made.token,
      brand: made.brand,
      last4: made.last4,
      expiry_month: made.expiryMonth,
      expiry_year: made.expiryYear,
      payer_label: made.payerLabel,
      network_id: made.networkId,
      state: 'pending',
      created_at: now,
    })
    .execute()
  return instrument_id
}

/**
 * Makes a stored means of payment the active one of its business. What is owed for telephone numbers is charged to it
 * by the next sweep; the subscription to the portal is paid where the card was entered.
 */
export async function activateInstrument(
  db: Db,
  site: Site,
  businessId: number,
  { instrumentId, now }: { instrumentId: string; now: Date },
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ next_try_on: dayOf(now, site.time_zone), instrument_id: instrumentId })
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where('kind', '=', 'phone_number')
    .where('state', 'in', ['past_due', 'suspended'])
    .where('open_invoice_id', 'is not', null)
    .execute()
  const ofBusiness = () =>
    db
      .updateTable('instruments')
      .where('web_site_id', '=', site.web_site_id)
      .where('businessentity_id', '=', businessId)
  await ofBusiness().set({ state: 'replaced' }).where('state', '=', 'active').execute()
  await ofBusiness()
    .set({ state: 'active' })
    .where('instrument_id', '=', instrumentId)
    .where('state', '=', 'pending')
    .execute()
}
