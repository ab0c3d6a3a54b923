import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalOf, fitsPlan, locationsOf, minorOf, mostLocations, type PricedPlan, priceOf } from './plan-price.ts'

const plan = (more: Partial<PricedPlan>): PricedPlan => ({
  recurring_minor: 0,
  other_minor: 0,
  setup_minor: 0,
  gst_bp: 0,
  taxable: ['recurring'],
  max_location: null,
  tiers: [],
  ...more,
})
const tiered = plan({
  tiers: [
    { from_location: 1, to_location: 5, per_location_minor: 3900 },
    { from_location: 6, to_location: 10, per_location_minor: 3400 },
    { from_location: 11, to_location: null, per_location_minor: 2900 },
  ],
})
const today = (p: PricedPlan, locations = 1) => decimalOf(priceOf(p, locations)!.today)

describe('the price of a plan', () => {
  test('is the recurring amount, the rest, and the tax on the recurring part', () => {
    expect(today(plan({ recurring_minor: 4900 }))).toBe('49.00')
    const whole = plan({ recurring_minor: 9900, other_minor: 500, setup_minor: 5000, gst_bp: 1000 })
    expect(today(whole)).toBe('163.90')
    expect(decimalOf(priceOf(whole, 1)!.renewal)).toBe('113.90')
  })

  test('follows the tier of the number of locations', () =>
    expect([5, 6, 10, 11].map((n) => today(tiered, n))).toEqual(['195.00', '204.00', '340.00', '319.00']))

  test('rounds half a cent up', () => {
    expect(today(plan({ recurring_minor: 3335, gst_bp: 1000 }))).toBe('36.69')
    expect(today(plan({ recurring_minor: 7995, gst_bp: 1500 }))).toBe('91.94')
    expect(today(plan({ recurring_minor: 2020, gst_bp: 1250 }))).toBe('22.73')
  })

  test('can be nothing', () => expect(today(plan({}))).toBe('0.00'))

  test('exists only in the range of the plan', () => {
    const small = { ...tiered, max_location: 8 }
    expect([0, -1, 1.5, 9, 1e9, Number.NaN].map((n) => priceOf(small, n))).toEqual([null, null, null, null, null, null])
    expect([mostLocations(small), mostLocations(tiered)]).toEqual([8, Infinity])
  })
})

test('a number of locations is a positive whole number; Infinity is 1', () => {
  expect(['1', '12', 'Infinity', ' 3 '].map(locationsOf)).toEqual([1, 12, 1, 3])
  expect(['1e2', '-1', '0', '1.5', '1000000000', '', 'x', '0x10'].map(locationsOf)).toEqual(Array(8).fill(undefined))
})

test('amounts survive the way over the wire', () => {
  fc.assert(fc.property(fc.integer(), (minor) => minorOf(decimalOf(minor)) === minor))
  expect(() => minorOf('1.234')).toThrow('not an amount')
})

test('tiers that meet give every number of locations exactly one price', () => {
  const bounds = fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 6 })
  const holds = fc.property(bounds, fc.integer({ min: 1, max: 300 }), (ends, locations) => {
    const sorted = ends.toSorted((a, b) => a - b)
    const tiers = sorted.map((to, i) => ({
      from_location: (sorted[i - 1] ?? 0) + 1,
      to_location: i === sorted.length - 1 ? null : to,
      per_location_minor: 100 + i,
    }))
    const fitting = tiers.filter((t) => t.from_location <= locations && locations <= (t.to_location ?? Infinity))
    return fitting.length === 1 && fitsPlan(plan({ tiers }), locations)
  })
  expect(() => fc.assert(holds)).not.toThrow()
})
