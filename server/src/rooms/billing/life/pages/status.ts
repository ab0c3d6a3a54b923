import type * as contract from '@cutaway/contract/rooms/billing/subscription.ts'
import type { Arrears, PendingChange } from '@cutaway/contract/rooms/billing/fields.ts'
import type { Subscription as Shown } from '@cutaway/contract/rooms/billing/subscription.ts'
import { priceOf } from '@cutaway/contract/rooms/billing/plan-price.ts'
import type { Db } from '../../../../core/db/database.ts'
import { answer, type Handlers } from '../../../../core/http/endpoints.ts'
import { fail } from '../../../../core/http/errors.ts'
import type { Services } from '../../../../core/services.ts'
import type { Site } from '../../../../core/tenancy.ts'
import { toldOf } from '../../answers.ts'
import { dayOf, type Day } from '../../days.ts'
import { toDecimal, wireCurrency } from '../../money.ts'
import { attemptsOf, paymentsOfOrder } from '../../payments.queries.ts'
import { dunning } from '../../states.ts'
import { countryByCode } from '../../../sites/countries.ts'
import { findSeller } from '../../plans/plans.queries.ts'
import { findContact, saveContact } from '../buyer.ts'
import { businessOf, runsSubscription } from './guard.ts'
import { shownMeans } from '../instruments.ts'
import { findInvoice, restOf } from '../open-invoice.ts'
import { isBeingPaid, termOf } from '../renew.ts'
import { nextTerm, promoUntil, quoteRenewal } from '../rules.ts'
import { activeInstrument, creditOf, locationsInUse, type Subscription } from '../subscriptions.queries.ts'

/** The state of a subscription, the person who gets the invoices, and the stored means of payment. */

/** Returns what is owed for the period that has begun. */
export async function arrearsOf(db: Db, site: Site, of: Subscription): Promise<Arrears | null> {
  const { open_invoice_id } = of
  const invoice = open_invoice_id === null ? undefined : await findInvoice(db, site, open_invoice_id)
  if (!invoice || invoice.state !== 'open') return null
  const since = of.past_due_since ?? of.period_start
  const { suspendedOn, endedOn } = dunning(since)
  return {
    amount: toDecimal(restOf(invoice), invoice.currency),
    currency: wireCurrency(invoice.currency),
    invoice: invoice.full_number,
    since,
    suspended_on: suspendedOn,
    ended_on: endedOn,
    next_try_on: of.next_try_on,
    is_paying: await isBeingPaid(db, site, of),
    error: await lastError(db, site, invoice.invoice_id),
  }
}

async function lastError(db: Db, site: Site, invoiceId: string): Promise<string | null> {
  const payments = [
    ...(await paymentsOfOrder(db, site, 'renewal', invoiceId)),
    ...(await paymentsOfOrder(db, site, 'arrears', invoiceId)),
  ].toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())
  const [last] = payments
  if (!last) return null
  const [attempt] = await attemptsOf(db, site, last.payment_id)
  return toldOf(last, attempt).error ?? null
}

/** Returns a subscription as pages show it. */
export async function shownSubscription(
  db: Db,
  site: Site,
  { clock }: Pick<Services, 'clock'>,
  { subscription: of, provider }: { subscription: Subscription; provider: Shown['provider'] },
): Promise<Shown> {
  const today: Day = dayOf(clock.now(), site.time_zone)
  const seller = await findSeller(db, site)
  const term = await termOf(db, site, of)
  const next = nextTerm(term)
  const renewal = quoteRenewal(next.plan, next.locations, { isTaxed: seller?.is_tax_registered ?? false })
  const renews = of.renewal_on && of.state !== 'trialing' && of.state !== 'ended'
  // A change begins with the renewal, so it is hidden while renewal is off.
  const pending: PendingChange | null =
    term.pending === null || !of.renewal_on
      ? null
      : {
          billing_plan_id: term.pending.plan.billing_plan_id,
          name: term.pending.plan.name,
          recurring_frequency: term.pending.plan.recurring_frequency,
          max_location: term.pending.locations,
          on: of.period_end,
          amount: toDecimal(renewal.total_minor, renewal.currency),
        }
  return {
    subscription_status: of.state,
    payment_type: of.payment_type,
    provider,
    billing_plan_id: of.billing_plan_id,
    name: of.prices.name,
    recurring_frequency: of.prices.recurring_frequency,
    max_locations: of.locations,
    locations_in_use: await locationsInUse(db, site, of.businessentity_id),
    per_location: perLocation(of),
    currency: wireCurrency(of.currency),
    tax_label: seller?.tax_label ?? '',
    period_start: of.period_start,
    period_end: of.period_end,
    next_amount: renews ? toDecimal(renewal.total_minor, renewal.currency) : null,
    credit: toDecimal(await creditOf(db, site, of.businessentity_id, of.currency), of.currency),
    ends_on: of.ends_on,
    is_cancelled: isCancelled(of),
    renewal_status: of.renewal_on ? 1 : 0,
    trial_ends_on: of.trial_ends_on,
    promo_until: promoUntil(term),
    then_plan: term.promo?.after.name ?? null,
    pending_change: pending,
    past_due_since: of.past_due_since,
    arrears: await arrearsOf(db, site, of),
    today,
  }
}

/** Returns the price of one location in the present period; null for a plan that is not priced by location. */
function perLocation({ prices, locations }: Subscription): string | null {
  const each = priceOf({ ...prices, max_location: null }, locations)?.per_location
  return each === undefined || each === null ? null : toDecimal(each, prices.currency)
}

/** A trial that was cancelled keeps its state until it ends. */
export const isCancelled = ({ state, renewal_on }: Pick<Subscription, 'state' | 'renewal_on'>): boolean =>
  state === 'cancelled' || (state === 'trialing' && !renewal_on)

type Reads = Pick<
  Handlers<typeof contract>,
  | 'getSubscriptionStatus'
  | 'getSubscriberBilling'
  | 'saveSubscriberBilling'
  | 'getCyberSourceCustomerDetails'
  | 'getEwayRebillCustomerDetails'
  | 'getStoredMeans'
  | 'getRenewalStatus'
>

const meansOf = async ({
  db,
  site,
  caller,
  owner,
}: Pick<Parameters<Reads['getStoredMeans']>[0], 'db' | 'site' | 'caller' | 'owner'>) => {
  const { businessId, subscription } = await runsSubscription(db, site, caller, owner)
  return { subscription, means: shownMeans(await activeInstrument(db, site, businessId)) }
}

export const status: Reads = {
  getSubscriptionStatus: async ({ db, site, services, caller, owner }) =>
    shownSubscription(db, site, services, await runsSubscription(db, site, caller, owner)),

  getSubscriberBilling: async ({ db, site, caller, owner }) => {
    const businessId = businessOf(site, caller, owner)
    await runsSubscription(db, site, caller, owner)
    const contact = await findContact(db, site, businessId)
    return { ...contact, bill_country_id: countryByCode(contact.bill_country_code)?.id ?? null }
  },

  saveSubscriberBilling: async ({ db, site, caller, owner, body, audit }) => {
    const { businessId } = await runsSubscription(db, site, caller, owner)
    const { user_id: _, ...typed } = body
    const contact = await saveContact(db, site, businessId, typed)
    audit({ after: { fields: Object.keys(typed) } })
    return { ...contact, bill_country_id: countryByCode(contact.bill_country_code)?.id ?? null }
  },

  getCyberSourceCustomerDetails: async (call) => {
    const { subscription, means } = await meansOf(call)
    return subscription.payment_type === 'cybersource' ? means : null
  },
  getEwayRebillCustomerDetails: async (call) => {
    const { subscription, means } = await meansOf(call)
    return subscription.payment_type === 'eway' ? means : null
  },
  getStoredMeans: async (call) => (await meansOf(call)).means,

  getRenewalStatus: async ({ db, site, caller, owner }) => {
    const { subscription, businessId } = await runsSubscription(db, site, caller, owner)
    const data = { bussiness_entity_id: businessId }
    if (!subscription.renewal_on) fail('Automatic renewal of the upgrade is disabled.', { status: 0, ...data })
    return answer({ status: 1 as const, ...data }, { message: 'Automatic renewal of the upgrade is enabled.' })
  },
}
