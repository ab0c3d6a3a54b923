import type { Site } from '../../../core/tenancy.ts'
import { share } from '../../billing/money.ts'

/**
 * What a business pays for a number: the provider's price in US dollars as the web site's setting `number_price` turns it
 * into its currency, else at a standard rate with a margin.
 */

/** 3000 is 30 %. */
const marginBp = 3000

/**
 * Units of a currency for one US dollar, in ten-thousandths, with a reserve for changes of the rate: a number has the same
 * price for years.
 */
const perDollar: Readonly<Record<string, number>> = {
  USD: 10_000,
  CAD: 14_500,
  AUD: 16_000,
  NZD: 17_500,
  GBP: 8_500,
  EUR: 9_800,
  ILS: 40_000,
}

/** Returns the price of a month in minor units; undefined for a currency without a rate. */
export function monthlyPrice(
  { settings }: Pick<Site, 'settings'>,
  cost: { micro: number; currency: string },
  currency: string,
): number | undefined {
  const { number_price: perHundred } = settings
  if (cost.currency === 'USD' && typeof perHundred === 'number') return share(cost.micro, perHundred, 1_000_000)
  const rate = cost.currency === currency ? 10_000 : cost.currency === 'USD' ? perDollar[currency] : undefined
  return rate === undefined ? undefined : share(cost.micro, rate * (10_000 + marginBp), 10_000 * 10_000 * 10_000)
}
