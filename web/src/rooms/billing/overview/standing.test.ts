import type { Subscription } from '@cutaway/contract/rooms/billing/subscription.ts'
import { expect, test } from 'vitest'
import { arrears, visa, workshop } from '../testing.ts'
import { standingOf } from './standing.ts'

/** One sentence for each state of a subscription. */

const format = {
  name: (plan: string) => plan,
  plan: (name: string, locations: number) => `${name} ${locations}`,
  amount: (text: string) => `$${text}`,
  day: (day: string) => day,
  range: (from: string, next: string) => `${from} ${next}`,
  shortDay: (day: string) => day,
  month: (year: number, month: number) => `${month}/${year}`,
  currencyName: (currency: string) => currency,
}
const says = (more: Partial<Subscription>, means = visa) => {
  const values: string[] = []
  const { tone } = standingOf(
    { ...workshop, ...more },
    means,
    (key, given = {}) => {
      values.push([key, ...Object.values(given)].join(' '))
      return key
    },
    format,
  )
  return [tone, values.at(-1)]
}

test.each<[string, Partial<Subscription>, string, string]>([
  ['active', {}, 'good', 'standing_active $204.00 2026-12-01 means_card'],
  [
    'on trial',
    { subscription_status: 'trialing', trial_ends_on: '2026-12-06' },
    'later',
    'standing_trialing 2026-12-05',
  ],
  ['without renewal', { renewal_status: 0, ends_on: '2026-12-01' }, 'later', 'standing_renewal_off 2026-11-30'],
  ['free', { next_amount: '0.00', payment_type: 'none' }, 'good', 'standing_nothing_due'],
  ['on invoice', { payment_type: 'invoice' }, 'good', 'standing_invoice $204.00 2026-12-01'],
  ['of a Capricorn member', { payment_type: 'capricorn' }, 'good', 'standing_capricorn $204.00 2026-12-01'],
  ['past due', { subscription_status: 'past_due', arrears }, 'due', 'standing_past_due $204.00 2026-11-10'],
  ['suspended', { subscription_status: 'suspended', arrears }, 'due', 'standing_suspended $204.00'],
  ['cancelled', { subscription_status: 'cancelled', ends_on: '2026-12-01' }, 'over', 'standing_cancelled 2026-11-30'],
  ['ended', { subscription_status: 'ended', ends_on: '2026-12-01' }, 'over', 'standing_ended 2026-11-30'],
])('a subscription that is %s', (_, more, tone, sentence) => expect(says(more)).toEqual([tone, sentence]))
