import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js'
import type { Site } from '../../../core/tenancy.ts'

/**
 * Returns a number in E.164 as people write it: national in the country of the web site, else international. A mail
 * address is returned unchanged.
 */
export const shownAddress = (site: Pick<Site, 'country_code_iso'>, key: string): string =>
  key.startsWith('+') ? shownPhone(site, key) : key

/** Returns a number as people write it, however it was typed. What is no number is returned unchanged. */
export function shownPhone({ country_code_iso }: Pick<Site, 'country_code_iso'>, typed: string): string {
  const country = country_code_iso.toUpperCase()
  const number = parsePhoneNumberFromString(typed, country as CountryCode)
  if (!number) return typed
  return number.country === country ? number.formatNational() : number.formatInternational()
}
