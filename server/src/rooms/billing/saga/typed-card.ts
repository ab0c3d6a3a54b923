import type { SecondStep } from '@cutaway/contract/rooms/billing.ts'
import type { Services } from '../../../core/services.ts'
import { printedBrand, typeIn, type TypedCard } from '../../../outside/payments/gateway/typed-card.ts'
import { accountOf } from '../accounts.ts'
import { fieldWithCardNumber, opaqueFields } from '../card-numbers.ts'
import { quoteOfOrder } from '../order.ts'
import type { Order } from '../purposes.ts'
import { providerSignal } from './desk.ts'
import { newReference } from './reference.ts'

/** The card number of an old client: exchanged for a token where the money is test money, refused everywhere else. */

type Field = 'card_number' | 'card_expiry_month' | 'cvv'
/** Years for which a card may still be good. */
const longest = 20

/**
 * Reads the card of a request, before anything stores or logs the request. Returns the wrong field; with a live account
 * that is any field with a card number.
 */
export function typedCard(
  body: SecondStep,
  { payments, clock }: Pick<Services, 'payments' | 'clock'>,
): { card: TypedCard | null } | { wrong: Field } {
  const isTest = payments.standIn !== null
  if (fieldWithCardNumber(body, [...opaqueFields, ...(isTest ? ['card_number'] : [])])) return { wrong: 'card_number' }
  if (!body.card_number) return { card: null }
  const number = body.card_number.replaceAll(/[ -]/g, '')
  if (!isTest || printedBrand(number) === undefined) return { wrong: 'card_number' }
  const [month, typedYear] = [Number(body.card_expiry_month), Number(body.card_expiry_year)]
  const year = typedYear < 100 ? 2000 + typedYear : typedYear
  const now = clock.now()
  const [thisYear, thisMonth] = [now.getUTCFullYear(), now.getUTCMonth() + 1]
  const isMonth = Number.isInteger(month) && month >= 1 && month <= 12
  const isPast = year < thisYear || (year === thisYear && month < thisMonth)
  if (!isMonth || !Number.isInteger(year) || isPast || year > thisYear + longest) return { wrong: 'card_expiry_month' }
  const code = (body.cvv ?? '').trim()
  if (!/^\d{3,4}$/.test(code)) return { wrong: 'cvv' }
  return { card: { number, code, month, year, holder: body.name_on_card ?? '' } }
}

/** Exchanges a card of the stand-in for the token of its fields. Returns a message key if that is not possible. */
export async function exchangeCard(
  { payments, log }: Pick<Services, 'payments' | 'log'>,
  card: TypedCard,
  { order, site, origin }: { order: Order; site: { web_site_id: number }; origin: string },
): Promise<{ token: string } | { refused: 'message_bill' | 'unable_to_proceed_please_try_later' }> {
  const quote = quoteOfOrder(order)
  const account = quote && accountOf(payments, order, quote.currency)
  const brands = order.brands.map((brand) => brand.toLowerCase())
  if (!account || payments.standIn === null || !brands.includes(printedBrand(card.number) ?? ''))
    return { refused: 'message_bill' }
  const gateway = { standIn: payments.standIn, provider: payments.provider(account.name) }
  const ask = { reference: newReference(site.web_site_id), origin, brands }
  try {
    const token = await typeIn(gateway, card, ask, providerSignal())
    return token === undefined ? { refused: 'message_bill' } : { token }
  } catch (error) {
    log.warn({ err: error }, 'the stand-in did not take a card')
    return { refused: 'unable_to_proceed_please_try_later' }
  }
}
