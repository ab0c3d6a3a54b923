import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf, daysLeft, periodOf, type Day, type Frequency } from '../days.ts'
import { planChange, quotePeriod, useCredit, type PlanPrices, type Tier } from '../rules.ts'
import { nextTerm, nextTry, dunningState, quoteRenewal, type Term } from './rules.ts'

/** Properties of the rules: against a model that shares no code with them, and over ten years of random events. */

/** A plan with random prices: one price, or tiers that may have no price for large numbers. */
const planOf = (id: number) =>
  fc
    .record({
      frequency: fc.constantFrom<Frequency>('monthly', 'annually'),
      recurring: fc.integer({ min: 0, max: 500_000 }),
      other: fc.constantFrom(0, 0, 500, 1999),
      gst: fc.constantFrom(0, 500, 1000, 1250, 1500, 2000),
      taxable: fc.constantFrom<PlanPrices['taxable']>(['recurring'], ['recurring', 'other'], []),
      bounds: fc.constantFrom<number[][]>(
        [],
        [[1, 5]],
        [
          [1, 5],
          [6, 10],
        ],
        [[1, 5], [6, 10], [11]],
        [[1]],
      ),
      units: fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 3, maxLength: 3 }),
    })
    .map(({ frequency, recurring, other, gst, taxable, bounds, units }): PlanPrices => {
      const tiers = bounds.map(([from = 1, to], n): Tier => ({
        from_location: from,
        to_location: to ?? null,
        per_location_minor: units[n]!,
      }))
      return {
        billing_plan_id: id,
        name: `Plan ${id}`,
        currency: 'USD',
        recurring_frequency: frequency,
        recurring_minor: recurring,
        other_minor: other,
        setup_minor: 0,
        gst_bp: gst,
        taxable,
        tiers,
        max_location: null,
      }
    })

/** Throws where two values differ; an assertion of the test library for each of a million days takes minutes. */
function same<T>(what: string, is: T, expected: T): void {
  if (!Object.is(is, expected)) throw new Error(`${what}: ${String(is)} instead of ${String(expected)}`)
}

/** Half up, away from zero, on fractions: the model's own rounding. */
function rounded(numerator: bigint, denominator: bigint): number {
  const negative = numerator < 0n
  const size = negative ? -numerator : numerator
  const whole = size / denominator
  const isUp = (size % denominator) * 2n >= denominator
  return Number((isUp ? whole + 1n : whole) * (negative ? -1n : 1n))
}
function modelPrice({ tiers, recurring_minor }: PlanPrices, count: number): number | undefined {
  if (tiers.length === 0) return recurring_minor
  for (const { from_location, to_location, per_location_minor } of tiers)
    if (from_location <= count && count <= (to_location ?? count)) return per_location_minor * count
  return undefined
}
/** Counts days one by one. */
function modelDays(from: Day, to: Day): number {
  let days = 0
  const end = Date.parse(to)
  for (let day = Date.parse(from); day < end; day += 86_400_000) days += 1
  return days
}
/** What a change costs now, by the table of the plan: the total with tax; undefined if it is refused. */
function modelTotal(
  from: { plan: PlanPrices; count: number; start: Day; end: Day },
  to: { plan: PlanPrices; count: number },
  today: Day,
): number | undefined {
  const wanted = modelPrice(to.plan, to.count)
  if (wanted === undefined) return undefined
  if (to.count <= from.count) return 0
  const [left, all] = [BigInt(modelDays(today, from.end)), BigInt(modelDays(from.start, from.end))]
  const before = BigInt(modelPrice(from.plan, from.count) ?? 0)
  const part = (minor: bigint) => BigInt(rounded(minor * left, all))
  const taxed = (plan: PlanPrices, net: bigint) =>
    plan.taxable.includes('recurring') ? rounded(net * BigInt(plan.gst_bp), 10_000n) : 0
  const isSame = from.plan.billing_plan_id === to.plan.billing_plan_id
  const covered = modelPrice(from.plan, to.count)
  if (isSame || covered !== undefined || from.plan.recurring_frequency === to.plan.recurring_frequency) {
    const after = BigInt(isSame ? wanted : (covered ?? wanted))
    const net = part(after - before)
    const due = net > 0n ? net : 0n
    return Number(due) + taxed(from.plan, due)
  }
  const net = BigInt(wanted) - part(before)
  const base =
    (to.plan.taxable.includes('recurring') ? net : 0n) +
    (to.plan.taxable.includes('other') ? BigInt(to.plan.other_minor) : 0n)
  return Number(net) + to.plan.other_minor + rounded(base * BigInt(to.plan.gst_bp), 10_000n)
}

test('10,000 random changes cost what an independent model says', () => {
  const anchor = fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2027-01-01', days))
  const property = () =>
    fc.assert(
      fc.property(
        planOf(1),
        planOf(2),
        fc.boolean(),
        anchor,
        fc.nat(40),
        fc.nat(365),
        fc.integer({ min: 1, max: 14 }),
        fc.integer({ min: 1, max: 14 }),
        (one, two, staysOnPlan, start, no, offset, count, wanted) => {
          const period = periodOf(start, one.recurring_frequency, no)
          const today = addDays(period.start, offset % daysLeft(period, period.start).all)
          const to = { plan: staysOnPlan ? one : two, locations: wanted }
          const made = planChange({ plan: one, locations: count, period }, to, today)
          const model = modelTotal({ plan: one, count, ...period }, { plan: to.plan, count: wanted }, today)
          same('the total', made?.quote.total_minor, model)
        },
      ),
      { numRuns: 10_000 },
    )
  expect(property).not.toThrow()
})

type Event =
  | { day: number; kind: 'change'; plan: number; count: number }
  | { day: number; kind: 'card'; works: boolean }
  | { day: number; kind: 'pay' }

const zones = ['Australia/Sydney', 'America/New_York', 'Asia/Jerusalem', 'Pacific/Kiritimati', 'UTC']

/**
 * Lives a subscription day by day, as the sweep does, and keeps books by double entry. The bank's and the customer's sums
 * are counted apart from the books.
 */
function liveTenYears(plans: readonly PlanPrices[], zone: string, firstCount: number, events: readonly Event[]) {
  const books = { receivable: 0, revenue: 0, tax: 0, credit: 0, cash: 0 }
  const invoice = ({
    net_minor,
    tax_minor,
    total_minor,
  }: {
    net_minor: number
    tax_minor: number
    total_minor: number
  }) => {
    books.receivable += total_minor
    books.revenue -= net_minor
    books.tax -= tax_minor
  }
  const charge = (minor: number) => {
    charged += minor
    books.cash += minor
    books.receivable -= minor
  }
  let charged = 0
  let invoiced = 0
  let credited = 0
  let open: { minor: number; used: number; quote: ReturnType<typeof quoteRenewal>; since: Day } | null = null
  let nextTryOn: Day | null = null
  let cardWorks = true
  const life = { isEnded: false }
  const noon = (day: number) => new Date(Date.UTC(2027, 0, 1 + day, 12))
  const begin = dayOf(noon(0), zone)
  let term: Term = {
    plan: plans[0]!,
    locations: firstCount,
    anchor: begin,
    periodNo: 0,
    period: periodOf(begin, plans[0]!.recurring_frequency, 0),
    planSinceNo: 0,
    pending: null,
    promo: null,
  }
  const seen = new Set([term.period.start])
  const first = quotePeriod(term.plan, term.locations, { isFirst: true })
  if (!first) return
  invoice(first)
  invoiced += first.total_minor
  charge(first.total_minor)

  const settle = () => {
    charge(open!.minor)
    open = null
    nextTryOn = null
  }
  const change = (to: { plan: PlanPrices; locations: number }, today: Day) => {
    const made = planChange(term, to, today)
    if (!made || open) return
    const { total_minor } = made.quote
    const { used, due } = total_minor > 0 ? useCredit(-books.credit, total_minor) : { used: 0, due: 0 }
    if (due > 0 && !cardWorks) return
    invoice(made.quote)
    if (total_minor >= 0) invoiced += total_minor
    else credited -= total_minor
    const moved = total_minor < 0 ? total_minor : used
    books.receivable -= moved
    books.credit += moved
    charge(due)
    const period = made.anchor === undefined ? term.period : periodOf(made.anchor, made.now.plan.recurring_frequency, 0)
    term = {
      ...term,
      ...made.now,
      period,
      ...(made.anchor === undefined ? {} : { anchor: made.anchor, periodNo: 0, planSinceNo: 0 }),
      pending: made.pending ?? null,
    }
    seen.add(period.start)
  }
  const sweep = (today: Day) => {
    while (!open && term.period.end <= today) {
      const next = nextTerm(term)
      // Periods follow each other without a gap, and each begins once.
      same('the start of a period', next.period.start, term.period.end)
      same('a period begins twice', seen.has(next.period.start), false)
      seen.add(next.period.start)
      term = { ...next, promo: null }
      const quote = quoteRenewal(term.plan, term.locations, { isTaxed: true })
      invoice(quote)
      invoiced += quote.total_minor
      const { used, due } = useCredit(-books.credit, quote.total_minor)
      books.receivable -= used
      books.credit += used
      if (due === 0) continue
      open = { minor: due, used, quote, since: term.period.start }
      nextTryOn = today
    }
    if (!open) return
    if (nextTryOn !== null && nextTryOn <= today) {
      if (cardWorks) return settle()
      nextTryOn = nextTry(open.since, today, 'soft')
    }
    if (dunningState(open.since, today) !== 'ended') return
    const { quote, used } = open
    invoice({ net_minor: -quote.net_minor, tax_minor: -quote.tax_minor, total_minor: -quote.total_minor })
    credited += quote.total_minor
    books.receivable += used
    books.credit -= used
    open = null
    life.isEnded = true
  }

  const byDay = new Map<number, Event[]>()
  for (const event of events) byDay.set(event.day, [...(byDay.get(event.day) ?? []), event])
  for (let day = 1; day < 3653 && !life.isEnded; day += 1) {
    const today = dayOf(noon(day), zone)
    sweep(today)
    for (const event of byDay.get(day) ?? [])
      if (event.kind === 'card') cardWorks = event.works
      else if (event.kind === 'pay') {
        if (open && cardWorks) settle()
      } else if (!life.isEnded) change({ plan: plans[event.plan % plans.length]!, locations: event.count }, today)
    // The books sum to zero every day, and what is owed is the open invoice.
    same('the sum of the books', books.receivable + books.revenue + books.tax + books.credit + books.cash, 0)
    same('what is owed', books.receivable, (open as { minor: number } | null)?.minor ?? 0)
    same('credit below zero', books.credit > 0, false)
  }
  const owed: number = (open as { minor: number } | null)?.minor ?? 0
  // Documents, the bank and the customer's credit agree to the cent.
  same('the sum of the documents', invoiced - credited, charged + owed + books.credit)
}

describe('ten years of random changes, declined charges and time zones', () => {
  test('balance to the cent', () => {
    const day = fc.integer({ min: 1, max: 3650 })
    const event = fc.oneof(
      fc.record({
        day,
        kind: fc.constant('change' as const),
        plan: fc.nat(3),
        count: fc.integer({ min: 1, max: 12 }),
      }),
      fc.record({ day, kind: fc.constant('card' as const), works: fc.boolean() }),
      fc.record({ day, kind: fc.constant('pay' as const) }),
    )
    const property = () =>
      fc.assert(
        fc.property(
          fc.tuple(planOf(1), planOf(2), planOf(3), planOf(4)),
          fc.constantFrom(...zones),
          fc.integer({ min: 1, max: 10 }),
          fc.array(event, { maxLength: 40 }),
          (plans, zone, count, events) => {
            liveTenYears(plans, zone, count, events)
          },
        ),
        { numRuns: 25 },
      )
    expect(property).not.toThrow()
  })
})
