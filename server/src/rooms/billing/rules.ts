import type { Day, Frequency, Period } from './days.ts'
import { daysLeft } from './days.ts'
import { percent, share, toDecimal } from './money.ts'

/** Prices and changes of subscriptions. Nothing here reads a database or a clock. */

/** Prices of a plan, as they are frozen when it is bought. */
export interface PlanPrices {
  billing_plan_id: number
  name: string
  currency: string
  recurring_frequency: Frequency
  /** The price of a period where the plan has no tiers. */
  recurring_minor: number
  /** Due in each period. */
  other_minor: number
  /** Due on the first invoice of a subscription. */
  setup_minor: number
  /** Tax rate in basis points: 1000 is 10 %. */
  gst_bp: number
  /** The parts that are taxed. */
  taxable: readonly PricePart[]
  /** Price per location, by number of locations. The one tier that contains the number applies to all locations. */
  tiers: readonly Tier[]
  /** The most locations; null: no limit but the tiers. */
  max_location: number | null
}

export type PricePart = 'recurring' | 'other' | 'setup'

export interface Tier {
  from_location: number
  to_location: number | null
  per_location_minor: number
}

export interface QuoteLine {
  kind: PricePart | 'difference' | 'credit' | 'bundle' | 'number' | 'arrears'
  quantity: number
  unit_minor: number
  net_minor: number
  taxed: boolean
}

/** What a document will say: lines are rounded before they are summed, and tax is rounded once for its rate. */
export interface Quote {
  currency: string
  gst_bp: number
  lines: QuoteLine[]
  net_minor: number
  tax_minor: number
  total_minor: number
}

/** Returns the recurring price of a plan for a number of locations; undefined if the plan has no price for it. */
export function recurringAmount(plan: PlanPrices, locations: number): number | undefined {
  if (!Number.isSafeInteger(locations) || locations < 1) return undefined
  if (plan.max_location !== null && locations > plan.max_location) return undefined
  if (plan.tiers.length === 0) return plan.recurring_minor
  const tier = tierOf(plan, locations)
  return tier && tier.per_location_minor * locations
}

const tierOf = ({ tiers }: PlanPrices, locations: number): Tier | undefined =>
  tiers.find(
    ({ from_location, to_location }) =>
      locations >= from_location && (to_location === null || locations <= to_location),
  )

/** Sums lines: net, tax of the taxed ones, total. */
export function quoteOf(currency: string, gst_bp: number, lines: readonly QuoteLine[]): Quote {
  const sum = (some: readonly QuoteLine[]) => some.reduce((total, line) => total + line.net_minor, 0)
  const net_minor = sum(lines)
  const tax_minor = percent(sum(lines.filter(({ taxed }) => taxed)), gst_bp)
  return { currency, gst_bp, lines: [...lines], net_minor, tax_minor, total_minor: net_minor + tax_minor }
}

/** Returns what a period costs; undefined if the plan has no price for the number of locations. */
export function quotePeriod(plan: PlanPrices, locations: number, { isFirst }: { isFirst: boolean }): Quote | undefined {
  const recurring = recurringAmount(plan, locations)
  if (recurring === undefined) return undefined
  const perLocation = tierOf(plan, locations)?.per_location_minor
  const line = (kind: PricePart, net_minor: number): QuoteLine => ({
    kind,
    quantity: 1,
    unit_minor: net_minor,
    net_minor,
    taxed: plan.taxable.includes(kind),
  })
  const parts = [line('other', plan.other_minor), ...(isFirst ? [line('setup', plan.setup_minor)] : [])]
  return quoteOf(plan.currency, plan.gst_bp, [
    perLocation === undefined
      ? line('recurring', recurring)
      : { ...line('recurring', recurring), quantity: locations, unit_minor: perLocation },
    ...parts.filter(({ net_minor }) => net_minor !== 0),
  ])
}

export interface Subscribed {
  plan: PlanPrices
  locations: number
  period: Period
}

/** A change of plan or locations. `quote` is due now; a negative total is credit. `pending` begins at the renewal. */
export interface PlannedChange {
  kind: 'more_locations' | 'at_renewal' | 'more_locations_then_plan' | 'plan_now' | 'frequency_now'
  quote: Quote
  now: { plan: PlanPrices; locations: number }
  /** The new anchor; undefined: the period stays. */
  anchor?: Day
  pending?: { plan: PlanPrices; locations: number }
}

/**
 * Returns what a change does now and at the renewal, and what it costs. Undefined: the plan has no price for that
 * number of locations.
 */
export function planChange(of: Subscribed, to: Omit<Subscribed, 'period'>, today: Day): PlannedChange | undefined {
  const { plan, locations, period } = of
  const isSamePlan = plan.billing_plan_id === to.plan.billing_plan_id
  const before = recurringAmount(plan, locations) ?? 0
  const wanted = recurringAmount(to.plan, to.locations)
  if (wanted === undefined) return undefined
  const { left, all } = daysLeft(period, today)
  const difference = (after: number) => {
    const net = Math.max(0, share(after - before, left, all))
    return quoteOf(plan.currency, plan.gst_bp, [one('difference', net, plan.taxable.includes('recurring'))])
  }
  const nothing = quoteOf(plan.currency, plan.gst_bp, [])

  if (to.locations <= locations) {
    const isSame = isSamePlan && to.locations === locations
    return isSame
      ? { kind: 'at_renewal', quote: nothing, now: { plan, locations } }
      : { kind: 'at_renewal', quote: nothing, now: { plan, locations }, pending: to }
  }
  const covered = recurringAmount(plan, to.locations)
  if (isSamePlan) return { kind: 'more_locations', quote: difference(wanted), now: to }
  if (covered !== undefined)
    return {
      kind: 'more_locations_then_plan',
      quote: difference(covered),
      now: { plan, locations: to.locations },
      pending: to,
    }
  if (plan.recurring_frequency === to.plan.recurring_frequency)
    return { kind: 'plan_now', quote: difference(wanted), now: to }
  const first = quotePeriod(to.plan, to.locations, { isFirst: false })!
  const credit = one('credit', -share(before, left, all), to.plan.taxable.includes('recurring'))
  return {
    kind: 'frequency_now',
    quote: quoteOf(to.plan.currency, to.plan.gst_bp, [...first.lines, credit]),
    now: to,
    anchor: today,
  }
}

const one = (kind: QuoteLine['kind'], net_minor: number, taxed: boolean): QuoteLine => ({
  kind,
  quantity: 1,
  unit_minor: net_minor,
  net_minor,
  taxed,
})

/** Takes customer credit for a total: what it pays, what remains of it, and what is left to charge. */
export function useCredit(creditMinor: number, totalMinor: number): { used: number; credit: number; due: number } {
  const used = Math.max(0, Math.min(creditMinor, totalMinor))
  return { used, credit: creditMinor - used, due: totalMinor - used }
}

/** Returns the price of one piece with four decimals, cut and not rounded up: '0.0900'. */
export function pricePerPiece(totalMinor: number, pieces: number, currency: string): string {
  const hundredths = share(totalMinor * 100, 1, pieces)
  return `${toDecimal(Math.floor(hundredths / 100), currency)}${String(hundredths % 100).padStart(2, '0')}`
}
