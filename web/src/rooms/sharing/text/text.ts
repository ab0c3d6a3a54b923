import { withShop } from '@cutaway/contract/rooms/branding/customer-text.ts'
import { shortCodeLength } from '@cutaway/contract/rooms/sharing/short-links.ts'
import { foldTypography, segmentsOf, type Segments } from '@cutaway/contract/sms-segments.ts'

/** Properties of a text message while it is typed. */

/** As specified: the product did not exist before that day. */
export const firstOptInDay = '2007-07-12'

export interface TextState {
  /** As typed, without the link. */
  length: number
  limit: number
  left: number
  /** As specified: at the limit it can no longer be sent. */
  isFull: boolean
  /** Of the whole message: the text, the link, the opt-out. */
  segments: Segments
  /** Units that the end of the message takes. */
  kept: number
  /** Plain characters would need fewer parts, or leave more space. */
  folded: { text: string; segments: Segments } | null
}

/** The end of every message as the server writes it: the link, which always has this length, and the opt-out. */
export const endOf = (origin: string, stopHint: string): string =>
  ` ${origin}/l/${'x'.repeat(shortCodeLength)}\n${stopHint}`

/** `shop` is the name with which the server begins the message. */
export function textState(text: string, limit: number, end: string, shop = ''): TextState {
  const whole = (words: string) => segmentsOf((withShop(shop, words) + end).trim())
  const segments = whole(text)
  const plain = foldTypography(text)
  const ofPlain = whole(plain)
  const saves = plain !== text && (ofPlain.segments < segments.segments || ofPlain.encoding !== segments.encoding)
  return {
    length: text.length,
    limit,
    left: limit - text.length,
    isFull: text.length >= limit,
    segments,
    kept: segmentsOf(end).units,
    folded: saves ? { text: plain, segments: ofPlain } : null,
  }
}

export type TextField = 'number' | 'optIn' | 'film' | 'message'

/** Returns the errors that block sending: message keys by field, in form order. */
export function faultsOf(given: {
  valid: boolean
  /** The customer's earlier agreement holds. */
  agreed?: boolean
  optIn: boolean
  optInDate: string
  today: string
  hasFilm: boolean
  isFull: boolean
}): Partial<Record<TextField, string>> {
  const { optInDate } = given
  const dayFits = optInDate >= firstOptInDay && optInDate <= given.today
  return {
    ...(given.valid ? {} : { number: 'please_enter_a_valid_phone_number' }),
    ...(given.agreed
      ? {}
      : given.optIn
        ? dayFits
          ? {}
          : { optIn: 'opt_in_date_not_valid' }
        : { optIn: 'please_click_the_opt_in_checkbox' }),
    ...(given.hasFilm ? {} : { film: 'please_select_an_animation' }),
    ...(given.isFull ? { message: 'message_you_have_exceed_maximum_limit_of_character' } : {}),
  }
}
