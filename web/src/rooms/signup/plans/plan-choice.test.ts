import type { BillingPlan } from '@cutaway/contract/rooms/signup/plans.ts'
import { expect, test } from 'vitest'
import { currencyOf, mostOf, offered, priceFor, secondPeriod, tierFor } from './plan-choice.ts'

const workshop: BillingPlan = {
  id: 1,
  name: 'Workshop',
  billingPlanName: 'Workshop',
  billing_plan_info: '',
  is_trial_subscription: false,
  trial_days: null,
  promo_code: null,
  expires_on: null,
  promo_periods: null,
  then_plan: null,
  currency: 'CND',
  recurring_frequency: 'monthly',
  recurring_amount: '0.00',
  total_amount: null,
  other_amount: '0.00',
  setup_fee: '50.00',
  gst: '12.5',
  taxable: ['recurring'],
  max_location: 10,
  location_charge: [
    { from_location: 1, to_location: 5, per_location_amount: '39.00' },
    { from_location: 6, to_location: null, per_location_amount: '34.00' },
  ],
}

test('the price follows the number of locations', () => {
  expect(priceFor(workshop, 6)).toMatchObject({ recurring: 20_400, per_location: 3400, tax_today: 2550, today: 27_950 })
  expect(priceFor(workshop, 11)).toBeNull()
  expect(tierFor(workshop, 5)?.per_location_amount).toBe('39.00')
})

test('only plans that cover the locations are offered', () => {
  const large = { ...workshop, id: 2, max_location: null }
  expect(offered([workshop, large], 11).map(({ id }) => id)).toEqual([2])
  expect(mostOf([workshop])).toBe(10)
  expect(currencyOf(workshop)).toBe('CAD')
})

test.each([
  ['2027-01-31', 'monthly', '2027-02-28'],
  ['2028-01-31', 'monthly', '2028-02-29'],
  ['2026-12-15', 'monthly', '2027-01-15'],
  ['2028-02-29', 'annually', '2029-02-28'],
] as const)('a plan that begins on %s renews %s on %s', (from, frequency, next) => {
  const day = new Date(`${from}T12:00:00`)
  const expected = new Date(`${next}T12:00:00`)
  expect(secondPeriod(day, frequency).getTime()).toBe(expected.getTime())
})
