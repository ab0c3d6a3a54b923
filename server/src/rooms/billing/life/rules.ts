import type { DeclineClass } from '../../../outside/payments.ts'
import { addDays, daysBetween, periodOf, type Day, type Period } from '../days.ts'
import { quoteOf, quotePeriod, type PlanPrices, type Quote } from '../rules.ts'
import { dunning } from '../states.ts'

/** The life of a subscription: its next period, and what happens on the days of an unpaid one. Pure. */

/** What of a subscription decides its next period. */
export interface Term {
  plan: PlanPrices
  locations: number
  anchor: Day
  periodNo: number
  period: Period
  /** The number of the period in which the plan began. */
  planSinceNo: number
  /** The change that begins at the renewal. */
  pending: { plan: PlanPrices; locations: number } | null
  /** Of a promo plan: how many periods it lasts, and as what it then renews. */
  promo: { periods: number; after: PlanPrices } | null
}

/** Returns the renewal at which a promo price ends: the number of the first period of the other plan. */
const promoEnd = ({ planSinceNo, promo }: Pick<Term, 'planSinceNo' | 'promo'>): number =>
  promo ? planSinceNo + promo.periods : Number.POSITIVE_INFINITY

/** Returns the period that follows, with its plan and number of locations. Its promo is that of the new plan. */
export function nextTerm(term: Term): Omit<Term, 'promo'> {
  const { anchor, periodNo, period, pending, promo, locations } = term
  const isPromoOver = periodNo + 1 >= promoEnd(term)
  const to = pending ?? (isPromoOver && promo ? { plan: promo.after, locations } : { plan: term.plan, locations })
  const isOther = to.plan.billing_plan_id !== term.plan.billing_plan_id
  // Another length of the period counts from the day on which it begins.
  if (to.plan.recurring_frequency !== term.plan.recurring_frequency)
    return {
      ...to,
      anchor: period.end,
      periodNo: 0,
      period: periodOf(period.end, to.plan.recurring_frequency, 0),
      planSinceNo: 0,
      pending: null,
    }
  return {
    ...to,
    anchor,
    periodNo: periodNo + 1,
    period: periodOf(anchor, to.plan.recurring_frequency, periodNo + 1),
    planSinceNo: isOther ? periodNo + 1 : term.planSinceNo,
    pending: null,
  }
}

/** Returns the day of the renewal on which a promo price ends; null for other plans. */
export function promoUntil(term: Term): Day | null {
  const end = promoEnd(term)
  return Number.isFinite(end) ? periodOf(term.anchor, term.plan.recurring_frequency, end - 1).end : null
}

/** Returns what a renewal costs. A seller who is not registered for the tax charges none. */
export function quoteRenewal(plan: PlanPrices, locations: number, { isTaxed }: { isTaxed: boolean }): Quote {
  const quote = quotePeriod(isTaxed ? plan : { ...plan, gst_bp: 0 }, locations, { isFirst: false })
  // A plan that lost its price for this number keeps the price per location of its largest tier.
  if (quote) return quote
  const last = plan.tiers.at(-1)
  const unit = last?.per_location_minor ?? plan.recurring_minor
  const net = last ? unit * locations : unit
  return quoteOf(plan.currency, isTaxed ? plan.gst_bp : 0, [
    { kind: 'recurring', quantity: last ? locations : 1, unit_minor: unit, net_minor: net, taxed: true },
  ])
}

/**
 * Returns the day of the next charge after a declined one; null: none until there is a new means of payment. A charge
 * that the bank wants the cardholder to confirm is tried again, since the next one may pass.
 */
export function nextTry(pastDueSince: Day, today: Day, declined: DeclineClass | null): Day | null {
  if (declined === 'hard' || declined === 'fix_details') return null
  return dunning(pastDueSince).tries.find((day) => day > today) ?? null
}

/** What an unpaid subscription becomes on a day. */
export function dunningState(pastDueSince: Day, today: Day): 'past_due' | 'suspended' | 'ended' {
  const { suspendedOn, endedOn } = dunning(pastDueSince)
  return today >= endedOn ? 'ended' : today >= suspendedOn ? 'suspended' : 'past_due'
}

/** Returns which of the mails about a failed charge a day belongs to: that of day 0, 3 or 7; undefined on other days. */
export const failureMailDay = (pastDueSince: Day, today: Day): Day | undefined =>
  [0, 3, 7].map((days) => addDays(pastDueSince, days)).find((day) => day === today)

/** A reminder that is due today. `forDate` makes it happen once. */
export interface Reminder {
  kind: 'renewal_30' | 'renewal_7' | 'trial_7' | 'trial_3' | 'trial_1' | 'card_30' | 'card_7'
  forDate: Day
}

/**
 * Returns the reminders of a subscription on a day. A day that was missed, because nothing ran, is made up for by the
 * next one as long as it is not later than the next reminder.
 */
export function remindersOf(
  of: {
    state: 'trialing' | 'active' | 'past_due' | 'suspended' | 'cancelled' | 'ended'
    frequency: 'monthly' | 'annually'
    renews: boolean
    /** Nothing can be charged without the customer. */
    needsPerson: boolean
    periodEnd: Day
    trialEndsOn: Day | null
    cardExpires: { month: number; year: number } | null
  },
  today: Day,
): Reminder[] {
  const found: Reminder[] = []
  const due = (day: Day, steps: readonly (readonly [number, Reminder['kind']])[]) => {
    const left = daysBetween(today, day)
    const step = steps.findLast(([days]) => left <= days)
    if (step && left > 0) found.push({ kind: step[1], forDate: day })
  }
  if (of.state === 'trialing' && of.trialEndsOn !== null)
    due(of.trialEndsOn, [
      [7, 'trial_7'],
      [3, 'trial_3'],
      [1, 'trial_1'],
    ])
  if (of.state === 'active' && of.renews) {
    if (of.frequency === 'annually')
      due(of.periodEnd, [
        [30, 'renewal_30'],
        [7, 'renewal_7'],
      ])
    else if (of.needsPerson) due(of.periodEnd, [[7, 'renewal_7']])
  }
  if (of.cardExpires && of.renews && of.state !== 'ended')
    due(lastDayOf(of.cardExpires), [
      [30, 'card_30'],
      [7, 'card_7'],
    ])
  return found
}

/** A card can be used until the end of its month. */
function lastDayOf({ month, year }: { month: number; year: number }): Day {
  const full = year < 100 ? 2000 + year : year
  return new Date(Date.UTC(full, month, 0)).toISOString().slice(0, 10)
}
