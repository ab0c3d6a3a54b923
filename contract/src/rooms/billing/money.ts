/**
 * The arithmetic of money, for the server and the pages. Amounts are whole numbers of a currency's minor unit. There is
 * one rounding rule: half up, away from zero. The products are bigint, so that none loses a digit.
 */

/** Checks a number of minor units that comes from a row or from a computation. */
export function checkedMinor(value: number): number {
  if (!Number.isSafeInteger(value)) throw new Error(`invalid amount in minor units: ${value}`)
  return value
}

/** Returns the part of an amount that `parts` of `whole` days are worth, rounded half up: 5 / 2 is 3, -5 / 2 is -3. */
export function share(minor: number, parts: number, whole: number): number {
  const numerator = BigInt(checkedMinor(minor)) * BigInt(parts)
  const denominator = BigInt(whole)
  if (denominator <= 0n) throw new Error('the denominator must be positive')
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return checkedMinor(Number(numerator < 0n ? -rounded : rounded))
}

/** Returns a rate of an amount; the rate is in basis points: 1000 is 10 %. */
export const percent = (minor: number, basisPoints: number): number => share(minor, basisPoints, 10_000)
