import { type CountryCode, type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Numbers that can receive a text message, as people write them. */

export interface MobileNumber {
  /** E.164: '+15035550142'. */
  e164: string
  /** '+1 503 555 0142', for people. */
  shown: string
  /** ISO 3166 alpha-2, lower case; undefined where a number belongs to no country. */
  country: string | undefined
}

/** Kinds of numbers that certainly receive no text message, or whose messages cost their owner extra. */
const notMobile: ReadonlySet<NumberType> = new Set([
  'FIXED_LINE',
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'PAGER',
  'UAN',
  'VOICEMAIL',
])

/** Most digits that people write in front of a number: an exit code, and a zero in brackets. */
const mostPrefix = 5
const digitsIn = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0

/**
 * Parses a number as people write it: international, with + or 00, or national in `country`. Returns undefined unless
 * it is a valid number that may be a mobile one; many countries do not tell mobile numbers from others.
 */
export function parseMobileNumber(typed: string, country: string | undefined): MobileNumber | undefined {
  const region = country && /^[a-z]{2}$/i.test(country) ? (country.toUpperCase() as CountryCode) : undefined
  const inRegion = (text: string) => parsePhoneNumberFromString(text, region ? { defaultCountry: region } : {})
  const text = typed.trim()
  const national = inRegion(text)
  // Few countries dial 00 in front of a national number, so a number that is not valid otherwise is international.
  const number =
    !national?.isValid() && /^[\s(]*0[\s)]*0/.test(text) ? inRegion(text.replace(/^[\s(]*0[\s)]*0/, '+')) : national
  if (!number?.isValid() || number.ext || notMobile.has(number.getType())) return undefined
  // The parser stops after the first number. A second one must not be left out without a word.
  if (digitsIn(text) > digitsIn(number.number) + mostPrefix) return undefined
  return { e164: number.number, shown: number.formatInternational(), country: number.country?.toLowerCase() }
}
