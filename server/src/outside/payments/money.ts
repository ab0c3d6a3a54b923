/** Amounts as providers write them: whole minor units on our side, decimal strings on the wire. */

/** Currencies whose minor unit is the unit itself. PayPal also takes no decimals for HUF and TWD. */
const withoutDecimals = new Set(['JPY', 'KRW', 'CLP', 'VND', 'ISK', 'UGX', 'PYG', 'RWF', 'XAF', 'XOF', 'XPF'])

/** Returns the number of decimals of a currency (ISO 4217). */
export const decimalsOf = (currency: string): number => (withoutDecimals.has(currency) ? 0 : 2)

/** Returns an amount as a decimal string: 4900 USD is "49.00". */
export function toDecimal(amountMinor: number, currency: string): string {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0) throw new RangeError('an amount is a whole number')
  const decimals = decimalsOf(currency)
  const digits = String(amountMinor).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Returns the minor units of a decimal string such as "49.00", "49" or "49.5"; undefined for any other text. */
export function toMinor(text: unknown, currency: string): number | undefined {
  const found = typeof text === 'string' ? /^(\d{1,13})(?:\.(\d+))?$/.exec(text) : null
  if (!found) return undefined
  const decimals = decimalsOf(currency)
  const given = found[2] ?? ''
  // "49.000" has no more than "49.00"; "49.005" is no amount of money.
  if (!/^0*$/.test(given.slice(decimals))) return undefined
  const minor = Number(`${found[1]}${given.slice(0, decimals).padEnd(decimals, '0')}`)
  return Number.isSafeInteger(minor) ? minor : undefined
}
