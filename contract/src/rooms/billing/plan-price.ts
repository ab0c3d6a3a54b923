import { percent } from './money.ts'

/**
 * The price of a billing plan for a number of locations. The server and the pages compute it with the same code. Amounts
 * are whole numbers of the currency's minor unit, of which 100 are one unit in every currency that plans use.
 */

export interface PriceTier {
  from_location: number
  /** Null: and more. */
  to_location: number | null
  per_location_minor: number
}

export interface PricedPlan {
  recurring_minor: number
  other_minor: number
  setup_minor: number
  /** 1000 = 10 %. */
  gst_bp: number
  /** The parts on which tax is due: 'recurring', 'other', 'setup'. */
  taxable: readonly string[]
  max_location: number | null
  tiers: readonly PriceTier[]
}

export interface PlanPrice {
  /** The recurring part, without the rest. */
  recurring: number
  /** The price of one location, if the plan is priced by location. */
  per_location: number | null
  other: number
  setup: number
  /** Tax on the first invoice, and on the following ones. */
  tax_today: number
  tax_renewal: number
  today: number
  renewal: number
}

const tierOf = ({ tiers }: Pick<PricedPlan, 'tiers'>, locations: number): PriceTier | undefined =>
  tiers.find(({ from_location, to_location }) => from_location <= locations && locations <= (to_location ?? Infinity))

/** Returns whether the plan has a price for this number of locations. */
export function fitsPlan(plan: Pick<PricedPlan, 'tiers' | 'max_location'>, locations: number): boolean {
  if (!Number.isSafeInteger(locations) || locations < 1) return false
  if (plan.max_location !== null && locations > plan.max_location) return false
  return plan.tiers.length === 0 || tierOf(plan, locations) !== undefined
}

/** Returns the largest number of locations that a plan has a price for; Infinity if there is none. */
export function mostLocations({ tiers, max_location }: Pick<PricedPlan, 'tiers' | 'max_location'>): number {
  const last = tiers.at(-1)
  return Math.min(max_location ?? Infinity, last === undefined ? Infinity : (last.to_location ?? Infinity))
}

/** Returns the price of a plan for a number of locations; null if the plan has none for it. */
export function priceOf(plan: PricedPlan, locations: number): PlanPrice | null {
  if (!fitsPlan(plan, locations)) return null
  const per_location = tierOf(plan, locations)?.per_location_minor ?? null
  const recurring = per_location === null ? plan.recurring_minor : per_location * locations
  const parts = { recurring, other: plan.other_minor, setup: plan.setup_minor }
  const taxed = (names: (keyof typeof parts)[]) =>
    names.reduce((sum, name) => sum + (plan.taxable.includes(name) ? parts[name] : 0), 0)
  const tax_today = percent(taxed(['recurring', 'other', 'setup']), plan.gst_bp)
  const tax_renewal = percent(taxed(['recurring', 'other']), plan.gst_bp)
  const renewal = recurring + parts.other + tax_renewal
  const today = recurring + parts.other + parts.setup + tax_today
  if (!Number.isSafeInteger(today)) return null
  return { recurring, per_location, other: parts.other, setup: parts.setup, tax_today, tax_renewal, today, renewal }
}

/** 4900 -> '49.00'. */
export function decimalOf(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** '49.00' -> 4900. Throws for another text. */
export function minorOf(text: string): number {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (!whole) throw new Error(`not an amount: ${text}`)
  return Number(whole + fraction.padEnd(2, '0')) * (sign ? -1 : 1) + 0
}

/** A number of locations as people and older programs write it; 'Infinity' is 1. Undefined for anything else. */
export function locationsOf(text: string): number | undefined {
  const typed = text.trim()
  if (typed === 'Infinity') return 1
  return /^[1-9]\d{0,4}$/.test(typed) ? Number(typed) : undefined
}
