import { decimalOf, priceOf } from '@cutaway/contract/rooms/billing/plan-price.ts'
import type { BillingPlan } from '@cutaway/contract/rooms/signup/plans.ts'
import type { Plan } from './plans.queries.ts'

/** Returns the Canadian dollar as CND, which is its name on the wire. */
export const wireCurrency = (currency: string): string => (currency === 'CAD' ? 'CND' : currency)

const tiersOf = ({ tiers }: Plan) =>
  tiers.map(({ per_location_minor, ...range }) => ({ ...range, per_location_amount: decimalOf(per_location_minor) }))

/** Returns a plan as the API shows it; `then` is the plan as which a promo plan renews. */
export function planReply(plan: Plan, locations: number, then?: Plan): BillingPlan {
  const price = priceOf(plan, locations)
  return {
    id: plan.billing_plan_id,
    name: plan.name,
    billingPlanName: plan.kind === 'trial' ? 'trial_subscription' : plan.name,
    billing_plan_info: plan.billing_plan_info,
    is_trial_subscription: plan.kind === 'trial',
    trial_days: plan.trial_days,
    promo_code: plan.promo_code,
    expires_on: plan.expires_on,
    promo_periods: plan.promo_periods,
    then_plan: then
      ? { name: then.name, location_charge: tiersOf(then), recurring_amount: decimalOf(then.recurring_minor) }
      : null,
    currency: wireCurrency(plan.currency),
    recurring_frequency: plan.recurring_frequency,
    recurring_amount: decimalOf(plan.recurring_minor),
    total_amount: price ? decimalOf(price.today) : null,
    other_amount: decimalOf(plan.other_minor),
    setup_fee: decimalOf(plan.setup_minor),
    gst: String(plan.gst_bp / 100),
    taxable: [...plan.taxable],
    max_location: plan.max_location,
    location_charge: tiersOf(plan),
  }
}
