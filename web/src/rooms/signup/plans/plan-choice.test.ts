import type { BillingPlan } from '@cutaway/contract/rooms/signup/plans.ts'
import { expect, test } from 'vitest'
import { currencyOf, freeMonths, mostOf, offered, priceFor, secondPayment, tierFor } from './plan-choice.ts'

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
] as const)('a plan that begins on %s renews %s on %s', (from, recurring_frequency, next) =>
  expect(secondPayment(from, { ...workshop, recurring_frequency })).toBe(next),
)

test('a trial is paid for when its days are over', () =>
  expect(secondPayment('2026-12-20', { ...workshop, is_trial_subscription: true, trial_days: 14 })).toBe('2027-01-03'))

test('a yearly plan says how many whole months it costs less', () => {
  const yearly = (amount: string): BillingPlan => ({
    ...workshop,
    recurring_frequency: 'annually',
    location_charge: [{ from_location: 1, to_location: null, per_location_amount: amount }],
  })
  expect(freeMonths(yearly('374.00'), workshop, 6)).toBe(1)
  expect(freeMonths(yearly('340.00'), workshop, 6)).toBe(2)
  expect(freeMonths(yearly('380.00'), workshop, 6)).toBe(0)
  expect(freeMonths(yearly('440.00'), workshop, 6)).toBe(0)
  expect(freeMonths({ ...yearly('374.00'), currency: 'USD' }, workshop, 6)).toBe(0)
  expect(freeMonths(yearly('374.00'), undefined, 6)).toBe(0)
})
