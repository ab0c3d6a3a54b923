import { parsePhoneNumberFromString } from 'libphonenumber-js'
import type { Site } from '../../../core/tenancy.ts'

/**
 * Returns a number in E.164 as people write it: national in the country of the web site, else international. A mail
 * address is returned unchanged.
 */
export function shownAddress({ country_code_iso }: Pick<Site, 'country_code_iso'>, key: string): string {
  const number = key.startsWith('+') ? parsePhoneNumberFromString(key) : undefined
  if (!number) return key
  return number.country === country_code_iso.toUpperCase() ? number.formatNational() : number.formatInternational()
}
