import { expect, test } from 'vitest'
import { monthEnds, revenueOf } from './revenue.rules.ts'
import type { PaidAtEnd } from './revenue.queries.ts'

/** The overview of a small web site. */

const ends = monthEnds('2026-11-23')
const paid = (subscription_id: string, months: readonly string[], more: Partial<PaidAtEnd> = {}): PaidAtEnd[] =>
  months.map((month) => ({
    month,
    subscription_id,
    currency: 'USD',
    plan: 'Workshop',
    country: 'US',
    monthly_minor: 4900,
    ...more,
  }))

test('the months end on their last day, the present one today, and one more is read', () => {
  expect(ends).toHaveLength(13)
  expect(ends[0]).toEqual({ month: '2025-11', last: '2025-11-30' })
  expect(ends[3]).toEqual({ month: '2026-02', last: '2026-02-28' })
  expect(ends.at(-1)).toEqual({ month: '2026-11', last: '2026-11-23' })
})

test('a subscription that begins is new once, and one that ends has churned in the month without it', () => {
  const rows = [
    ...paid('stays', ['2026-09', '2026-10', '2026-11']),
    ...paid('leaves', ['2026-09', '2026-10'], { plan: 'Education', country: 'CA', monthly_minor: 1000 }),
    ...paid('comes', ['2026-11'], { monthly_minor: 9000 }),
    ...paid('elsewhere', ['2026-11'], { currency: 'AUD', country: 'AU', monthly_minor: 100 }),
  ]
  const [usd, aud] = revenueOf(ends, rows, [{ currency: 'AUD', subscriptions: 2, open: 12_000 }])
  expect(usd!.months.slice(-2)).toEqual([
    {
      month: '2026-10',
      mrr_minor: 5900,
      subscriptions: 2,
      started: 0,
      started_minor: 0,
      churned: 0,
      churned_minor: 0,
    },
    {
      month: '2026-11',
      mrr_minor: 13_900,
      subscriptions: 2,
      started: 1,
      started_minor: 9000,
      churned: 1,
      churned_minor: 1000,
    },
  ])
  expect(usd!.plans).toEqual([{ name: 'Workshop', subscriptions: 2, mrr_minor: 13_900 }])
  expect(usd!.countries).toEqual([{ name: 'US', subscriptions: 2, mrr_minor: 13_900 }])
  expect(aud).toMatchObject({ currency: 'AUD', past_due: { subscriptions: 2, open_minor: 12_000 } })
})

test('who was there before the first month shown is not new in it', () => {
  const [usd] = revenueOf(ends, paid('old', ['2025-11', '2025-12']), [])
  expect(usd!.months[0]).toMatchObject({ month: '2025-12', started: 0, mrr_minor: 4900 })
  expect(usd!.months[1]).toMatchObject({ churned: 1, mrr_minor: 0 })
})
