import type { Revenue } from '@cutaway/contract/rooms/billing/desk.ts'
import { addDays, type Day } from '../days.ts'
import type { MonthEnd, PaidAtEnd } from './revenue.queries.ts'

/** Computes the overview of the recurring revenue of a web site. Pure. */

/** Months that the overview shows. One more is read, so that the first of them knows who left in it. */
const shown = 12

/** Returns the ends of the months until a day, the latest last. The present month ends today. */
export function monthEnds(today: Day): MonthEnd[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: shown + 1 }, (_, n) => {
    const first = new Date(Date.UTC(year, month - 1 - shown + n, 1)).toISOString().slice(0, 10)
    const next = new Date(Date.UTC(year, month - shown + n, 1)).toISOString().slice(0, 10)
    const last = n === shown ? today : addDays(next, -1)
    return { month: first.slice(0, 7), last }
  })
}

const sum = (rows: readonly PaidAtEnd[]) => rows.reduce((total, { monthly_minor }) => total + monthly_minor, 0)

/** Returns the overview for each currency, the one with the most revenue first. */
export function revenueOf(
  ends: readonly MonthEnd[],
  paid: readonly PaidAtEnd[],
  pastDue: readonly { currency: string; subscriptions: number; open: number }[],
): Revenue[] {
  const currencies = [...new Set([...paid, ...pastDue].map(({ currency }) => currency))]
  const overviews = currencies.map((currency): Revenue => {
    const of = Map.groupBy(
      paid.filter((row) => row.currency === currency),
      ({ month }) => month,
    )
    const months = ends.slice(1).map(({ month }, n) => {
      const now = of.get(month) ?? []
      const before = of.get(ends[n]!.month) ?? []
      const had = new Set(before.map(({ subscription_id }) => subscription_id))
      const has = new Set(now.map(({ subscription_id }) => subscription_id))
      const started = now.filter(({ subscription_id }) => !had.has(subscription_id))
      const churned = before.filter(({ subscription_id }) => !has.has(subscription_id))
      return {
        month,
        mrr_minor: sum(now),
        subscriptions: now.length,
        started: started.length,
        started_minor: sum(started),
        churned: churned.length,
        churned_minor: sum(churned),
      }
    })
    const present = of.get(ends.at(-1)!.month) ?? []
    const due = pastDue.find((row) => row.currency === currency)
    return {
      currency,
      months,
      past_due: { subscriptions: due?.subscriptions ?? 0, open_minor: due?.open ?? 0 },
      plans: grouped(present, ({ plan }) => plan),
      countries: grouped(present, ({ country }) => country),
    }
  })
  return overviews.toSorted((a, b) => (b.months.at(-1)?.mrr_minor ?? 0) - (a.months.at(-1)?.mrr_minor ?? 0))
}

const grouped = (rows: readonly PaidAtEnd[], by: (row: PaidAtEnd) => string): Revenue['plans'] =>
  [...Map.groupBy(rows, by)]
    .map(([name, some]) => ({ name, subscriptions: some.length, mrr_minor: sum(some) }))
    .toSorted((a, b) => b.mrr_minor - a.mrr_minor)
