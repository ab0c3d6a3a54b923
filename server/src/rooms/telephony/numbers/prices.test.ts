import { expect, test } from 'vitest'
import { monthlyPrice } from './prices.ts'

/** What a business pays for a number that costs the portal 1.15 or 6.50 US dollars a month. */

const local = { micro: 1_150_000, currency: 'USD' }
const mobile = { micro: 6_500_000, currency: 'USD' }
const by = (number_price?: number) => ({ settings: number_price === undefined ? {} : { number_price } })

test('the standard rate with its margin is rounded to the cent', () => {
  expect(monthlyPrice(by(), local, 'USD')).toBe(150)
  expect(monthlyPrice(by(), mobile, 'AUD')).toBe(1352)
  expect(monthlyPrice(by(), { micro: 1_000_000, currency: 'EUR' }, 'EUR')).toBe(130)
})

test('a web site says what 100 dollars are in its currency, also where there is no standard rate', () => {
  expect(monthlyPrice(by(130), local, 'USD')).toBe(150)
  expect(monthlyPrice(by(), local, 'ZAR')).toBeUndefined()
  expect(monthlyPrice(by(2500), local, 'ZAR')).toBe(2875)
  // It is about prices in dollars.
  expect(monthlyPrice(by(2500), { micro: 1_000_000, currency: 'EUR' }, 'ZAR')).toBeUndefined()
})
