import type { PaymentProvider } from '../../payments.ts'
import { cards } from './cards.ts'

/**
 * Old clients send the number of a card themselves. With the stand-in, the numbers that it prints are exchanged for the
 * token that its fields would give, and everything else goes as with the fields. Real numbers are never taken.
 */

export interface TypedCard {
  number: string
  code: string
  month: number
  year: number
  holder: string
}

/** Returns the brand of a card that the stand-in prints; undefined for any other number. */
export const printedBrand = (number: string): string | undefined => cards.get(number)?.brand

/** Types a card into the fields of the stand-in. Returns the payment token; undefined if the fields refuse it. */
export async function typeIn(
  { standIn, provider }: { standIn: string; provider: PaymentProvider },
  card: TypedCard,
  ask: { reference: string; origin: string; brands: string[] },
  signal: AbortSignal,
): Promise<string | undefined> {
  const { origin } = ask
  const collection = await provider.collect({ ...ask, returnUrl: origin, cancelUrl: origin }, signal)
  if (collection.kind !== 'fields') return undefined
  const { client } = collection
  const path = client.provider === 'cybersource' ? '/cybersource/flex/v2/tokens' : '/eway/fields/save'
  const { number, code, month, year, holder } = card
  const body = JSON.stringify({ number, code, month: String(month), year: String(year), holder })
  const response = await fetch(standIn + path, { method: 'POST', body, signal })
  const { token } = (await response.json()) as { token?: string }
  if (token === undefined) return undefined
  return client.provider === 'cybersource' ? `${client.settings['context']}~${token}` : token
}
