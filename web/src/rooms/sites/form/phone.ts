import type { CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js'

interface Phones {
  parsePhoneNumberFromString: typeof parsePhoneNumberFromString
  isSupportedCountry: (code: string) => boolean
}

/**
 * Returns a number with its country's code, in groups: '(503) 555-0160' of the US is '+1 503 555 0160'. Null if there is
 * no such number; undefined for an empty text.
 */
export function shownPhone(phones: Phones, typed: string, country: string): string | null | undefined {
  if (typed.trim() === '') return undefined
  const code = country.toUpperCase()
  const home = phones.isSupportedCountry(code) ? (code as CountryCode) : undefined
  const number = phones.parsePhoneNumberFromString(typed, home)
  return number?.isPossible() ? number.formatInternational() : null
}
