import type { Db } from '../../../../core/db/database.ts'
import type { Services } from '../../../../core/services.ts'
import type { Site } from '../../../../core/tenancy.ts'
import { dayOf, isExpired, periodOf, type Day } from '../../days.ts'
import type { FrozenChange, Seller } from '../../purposes.ts'
import {
  planChange,
  quotePeriod,
  recurringAmount,
  useCredit,
  type PlannedChange,
  type PlanPrices,
  type Quote,
} from '../../rules.ts'
import { findPlanOnSale, findPromoPlan, findSeller, hasRedeemed, promoKey } from '../../plans/plans.queries.ts'
import { findContact } from '../buyer.ts'
import { freezeChange } from './change.ts'
import { pricesOf, termOf } from '../renew.ts'
import { nextTerm, quoteRenewal } from '../rules.ts'
import { sellerOf } from '../seller.ts'
import { creditOf, locationsInUse, type Subscription } from '../subscriptions.queries.ts'

/** What a change of plan or locations costs, now and at the next renewal. */

type Refused = {
  refused:
    | 'Unable to change billing plan. Please try again'
    | 'invalid_number_of_locations'
    | 'invalid_promo_code'
    | 'promo_code_expiry'
    | 'promo_code_already_applied'
    | 'Something went wrong. Please try again'
  inUse?: number
}
const unable: Refused = { refused: 'Unable to change billing plan. Please try again' }

/** Kinds of plans that a paying business may choose. */
const kinds = new Set(['standard', 'education', 'capricorn'])

/** Returns the prices of a plan that the business may have: its own, or one on sale in its country and currency. */
export async function planOf(
  db: Db,
  site: Site,
  subscription: Subscription,
  to: { billing_plan_id: number; promoCode: string | null },
): Promise<Refused | { plan: PlanPrices }> {
  // The present plan keeps the prices at which it was bought.
  if (to.billing_plan_id === subscription.billing_plan_id)
    return subscription.state === 'trialing' ? unable : { plan: subscription.prices }
  const { bill_country_code } = await findContact(db, site, subscription.businessentity_id)
  const code = promoKey(to.promoCode ?? '')
  const plan = await findPlanOnSale(db, site, to.billing_plan_id)
  const isOfCountry = plan?.country_codes.includes(bill_country_code) ?? false
  if (!plan || !isOfCountry || plan.currency !== subscription.currency || !kinds.has(plan.kind)) return unable
  if ((plan.kind === 'capricorn') !== (subscription.payment_type === 'capricorn')) return unable
  if (plan.promo_code === null) return code === '' ? { plan: pricesOf(plan) } : { refused: 'invalid_promo_code' }
  const promo = code === '' ? undefined : await findPromoPlan(db, site, code)
  if (promo?.billing_plan_id !== plan.billing_plan_id) return { refused: 'invalid_promo_code' }
  return { plan: pricesOf(plan) }
}

/** Returns why a promo code cannot be used now; undefined if it can. */
export async function refusedPromo(
  db: Db,
  site: Site,
  { businessentity_id }: Subscription,
  typed: string | null,
  now: Date,
): Promise<Refused | undefined> {
  const code = promoKey(typed ?? '')
  if (code === '') return undefined
  const plan = await findPromoPlan(db, site, code)
  if (!plan) return { refused: 'invalid_promo_code' }
  if (isExpired(plan.expires_on, now, site.time_zone)) return { refused: 'promo_code_expiry' }
  if (await hasRedeemed(db, site, code, businessentity_id)) return { refused: 'promo_code_already_applied' }
  return undefined
}

export interface QuotedChange {
  planned: PlannedChange
  change: FrozenChange
  /** The invoice or, with a negative total, the credit note of the change. */
  document: Quote
  /** Credit that pays a part of it, what is left to charge, and the credit afterwards. */
  creditMinor: number
  dueMinor: number
  creditAfter: number
  next: { plan: PlanPrices; locations: number; on: Day; quote: Quote }
  /** The renewal after that one. */
  later: { plan: PlanPrices; on: Day; quote: Quote }
  seller: Seller
  inUse: number
}

/** Computes a change. Refuses fewer locations than are in use, and a number for which the plan has no price. */
export async function quoteFor(
  db: Db,
  site: Site,
  { clock }: Pick<Services, 'clock'>,
  subscription: Subscription,
  to: { plan: PlanPrices; locations: number; promoCode: string | null },
): Promise<Refused | QuotedChange> {
  const found = await findSeller(db, site)
  if (!found) return { refused: 'Something went wrong. Please try again' }
  const inUse = await locationsInUse(db, site, subscription.businessentity_id)
  if (to.locations < inUse) return { refused: 'invalid_number_of_locations', inUse }
  if (recurringAmount(to.plan, to.locations) === undefined) return { refused: 'invalid_number_of_locations', inUse }
  const today = dayOf(clock.now(), site.time_zone)
  const rate = (plan: PlanPrices) => (found.is_tax_registered ? plan : { ...plan, gst_bp: 0 })
  const plan = rate(subscription.prices)
  const period = { start: subscription.period_start, end: subscription.period_end }
  const wanted = { plan: rate(to.plan), locations: to.locations }
  const planned =
    subscription.state === 'trialing'
      ? firstPeriod(wanted, today)
      : planChange({ plan, locations: subscription.locations, period }, wanted, today)
  if (!planned) return { refused: 'invalid_number_of_locations', inUse }
  const { quote: document } = planned
  const credit = await creditOf(db, site, subscription.businessentity_id, document.currency)
  const used = document.total_minor > 0 ? useCredit(credit, document.total_minor).used : 0
  return {
    planned,
    change: freezeChange(subscription, planned, to.promoCode === null ? null : promoKey(to.promoCode)),
    document,
    creditMinor: used,
    dueMinor: Math.max(0, document.total_minor - used),
    creditAfter: credit - used + Math.max(0, -document.total_minor),
    ...(await renewalsOf(db, site, subscription, planned, found.is_tax_registered)),
    seller: sellerOf(found),
    inUse,
  }
}

/** The end of a trial: the first period begins today, with the set-up. */
const firstPeriod = (to: { plan: PlanPrices; locations: number }, today: Day): PlannedChange | undefined => {
  const quote = quotePeriod(to.plan, to.locations, { isFirst: true })
  return quote && { kind: 'frequency_now', quote, now: to, anchor: today }
}

/** The two renewals after a change. */
async function renewalsOf(
  db: Db,
  site: Site,
  subscription: Subscription,
  { now, anchor, pending }: PlannedChange,
  isTaxed: boolean,
): Promise<Pick<QuotedChange, 'next' | 'later'>> {
  const term = await termOf(db, site, subscription)
  const isOther = now.plan.billing_plan_id !== term.plan.billing_plan_id
  const after = nextTerm({
    ...term,
    plan: now.plan,
    locations: now.locations,
    pending: pending ?? null,
    ...(isOther ? { planSinceNo: anchor === undefined ? term.periodNo : 0, promo: null } : {}),
    ...(anchor === undefined ? {} : { anchor, periodNo: 0, period: periodOf(anchor, now.plan.recurring_frequency, 0) }),
  })
  const keepsPromo = !isOther && after.plan.billing_plan_id === term.plan.billing_plan_id
  const later = nextTerm({ ...after, promo: keepsPromo ? term.promo : null })
  const shown = ({ plan, locations, period }: typeof after) => ({
    plan,
    locations,
    on: period.start,
    quote: quoteRenewal(plan, locations, { isTaxed }),
  })
  return { next: shown(after), later: shown(later) }
}
