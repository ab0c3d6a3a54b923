import { getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js'
import { countryName } from '../../core/formats.ts'

/** Countries for address and phone fields. */

export interface Country {
  id: number
  /** ISO 3166 alpha-2, upper case. */
  country_code: string
  /** In English; the browser shows its own language's name. */
  name: string
  /** Without '+'. */
  dial_code: string
}

/**
 * Derives the id from the two letters, so that it never changes when countries are added or removed: AA is 1, ZZ 676.
 */
const idOf = (code: string) => (code.charCodeAt(0) - 65) * 26 + (code.charCodeAt(1) - 65) + 1

export const countries: readonly Country[] = getCountries()
  .map((code) => ({
    id: idOf(code),
    country_code: code as string,
    name: countryName(code, 'en') ?? code,
    dial_code: getCountryCallingCode(code),
  }))
  .toSorted((a, b) => a.name.localeCompare(b.name))

export const countryByCode = (code: string): Country | undefined =>
  isSupportedCountry(code.toUpperCase()) ? countries.find((c) => c.country_code === code.toUpperCase()) : undefined

/** The country of a visitor whose location is unknown. */
export const unknownCountry = 'us'
