/**
 * Amounts of money. Inside, an amount is a whole number of the minor unit of its currency (cents). On the wire it is a
 * decimal string ("49.00"), so that no client meets a binary fraction. There is one rounding rule: half up, away from
 * zero. The functions that multiply use bigint, so that no product loses a digit.
 */

/** Decimals of the currencies that plans and sellers may use. */
const exponents: Readonly<Record<string, number>> = {
  AUD: 2,
  CAD: 2,
  EUR: 2,
  GBP: 2,
  ILS: 2,
  INR: 2,
  MYR: 2,
  NZD: 2,
  PHP: 2,
  USD: 2,
  ZAR: 2,
}

export const isCurrency = (code: string): boolean => Object.hasOwn(exponents, code)

/** Returns the number of decimals of a currency. Throws for one that the product does not use. */
export function exponentOf(currency: string): number {
  const exponent = exponents[currency]
  if (exponent === undefined) throw new Error(`unknown currency: ${currency}`)
  return exponent
}

/** Checks a number of minor units that comes from a row or from a computation. */
export function checkedMinor(value: number): number {
  if (!Number.isSafeInteger(value)) throw new Error(`invalid amount in minor units: ${value}`)
  return value
}

/** 4900 USD -> '49.00'. */
export function toDecimal(minor: number, currency: string): string {
  const exponent = exponentOf(currency)
  const digits = String(Math.abs(checkedMinor(minor))).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  return `${minor < 0 ? '-' : ''}${whole}${exponent > 0 ? `.${digits.slice(-exponent)}` : ''}`
}

/** '49.00' -> 4900; undefined for a text that is not such an amount, or has more decimals than the currency. */
export function fromDecimal(text: string, currency: string): number | undefined {
  const exponent = exponentOf(currency)
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d{1,13})(?:\.(\d+))?$/.exec(text) ?? []
  if (!whole || fraction.length > exponent) return undefined
  const minor = Number(whole + fraction.padEnd(exponent, '0')) * (sign ? -1 : 1)
  return Number.isSafeInteger(minor) ? minor + 0 : undefined
}

/** Divides half up, away from zero: 5 / 2 is 3, -5 / 2 is -3. */
function halfUp(numerator: bigint, denominator: bigint): number {
  if (denominator <= 0n) throw new Error('the denominator must be positive')
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return checkedMinor(Number(numerator < 0n ? -rounded : rounded))
}

/** Returns the part of an amount that `parts` of `whole` days are worth. */
export function share(minor: number, parts: number, whole: number): number {
  return halfUp(BigInt(checkedMinor(minor)) * BigInt(parts), BigInt(whole))
}

/** Returns a rate of an amount; the rate is in basis points: 1000 is 10 %. */
export const percent = (minor: number, basisPoints: number): number => share(minor, basisPoints, 10_000)

/** On the wire, the Canadian dollar is 'CND'. */
export const wireCurrency = (currency: string): string => (currency === 'CAD' ? 'CND' : currency)
export const currencyOfWire = (currency: string): string => (currency === 'CND' ? 'CAD' : currency)
