import {
  fitsPlan,
  minorOf,
  mostLocations,
  type PlanPrice,
  type PricedPlan,
  priceOf,
  type PriceTier,
} from '@cutaway/contract/rooms/billing/plan-price.ts'
import type { BillingPlan } from '@cutaway/contract/rooms/signup/plans.ts'

/** What the plan chooser and the order show. Pure; the server computes every price again. */

const tiersOf = (charges: BillingPlan['location_charge']): PriceTier[] =>
  charges.map(({ per_location_amount, ...range }) => ({ ...range, per_location_minor: minorOf(per_location_amount) }))

/** Returns the amounts of a plan in minor units. */
export const pricedPlan = (plan: BillingPlan): PricedPlan => ({
  recurring_minor: minorOf(plan.recurring_amount),
  other_minor: minorOf(plan.other_amount),
  setup_minor: minorOf(plan.setup_fee),
  gst_bp: Math.round(Number(plan.gst) * 100),
  taxable: plan.taxable,
  max_location: plan.max_location,
  tiers: tiersOf(plan.location_charge),
})

/** On the wire, the Canadian dollar is CND. */
export const currencyOf = ({ currency }: Pick<BillingPlan, 'currency'>): string =>
  currency === 'CND' ? 'CAD' : currency

/** Returns the price of a plan for a number of locations; null if the plan does not cover them. */
export const priceFor = (plan: BillingPlan, locations: number): PlanPrice | null => priceOf(pricedPlan(plan), locations)

/** Returns the plans that cover a number of locations. */
export const offered = (plans: readonly BillingPlan[], locations: number): BillingPlan[] =>
  plans.filter((plan) => fitsPlan(pricedPlan(plan), locations))

/** Returns the largest number of locations that any of the plans covers. */
export const mostOf = (plans: readonly BillingPlan[]): number =>
  Math.max(1, ...plans.map((plan) => mostLocations(pricedPlan(plan))))

/** Returns the tier of a plan that a number of locations falls into. */
export const tierFor = (plan: BillingPlan, locations: number) =>
  plan.location_charge.find(
    ({ from_location, to_location }) => from_location <= locations && locations <= (to_location ?? Infinity),
  )

/**
 * Returns the day of the second payment of a plan that begins on a day of the web site's calendar: the same day of the
 * next month or year, or the last day of that month; after a trial, the day on which it ends.
 */
export function secondPayment(
  today: string,
  {
    is_trial_subscription,
    trial_days,
    recurring_frequency,
  }: Pick<BillingPlan, 'is_trial_subscription' | 'trial_days' | 'recurring_frequency'>,
): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const iso = (time: number) => new Date(time).toISOString().slice(0, 10)
  if (is_trial_subscription) return iso(Date.UTC(year, month - 1, day + (trial_days ?? 0)))
  const next = month - 1 + (recurring_frequency === 'monthly' ? 1 : 12)
  const last = new Date(Date.UTC(year, next + 1, 0)).getUTCDate()
  return iso(Date.UTC(year, next, Math.min(day, last)))
}

/** Returns how many months of a yearly plan cost nothing, compared with a monthly one; 0 if they are not whole months. */
export function freeMonths(yearly: BillingPlan, monthly: BillingPlan | undefined, locations: number): number {
  const year = priceFor(yearly, locations)?.recurring
  const month = monthly && priceFor(monthly, locations)?.recurring
  if (!year || !month || yearly.currency !== monthly.currency || (12 * month - year) % month !== 0) return 0
  return Math.max(0, 12 - year / month)
}

/** Returns what each renewal costs after a promo plan or a trial; null for other plans. */
export function thenPriceFor(plan: BillingPlan, locations: number): number | null {
  if (plan.then_plan === null) return null
  const then = { ...plan, ...plan.then_plan, max_location: null }
  return priceFor(then, locations)?.renewal ?? null
}
