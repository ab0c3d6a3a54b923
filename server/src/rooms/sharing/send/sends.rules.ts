import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js'

/** The rules of sends that need no database. */

/** The earliest day that an opt-in may name: the product did not exist before. */
export const firstOptInDay = '2007-07-12'

export interface Phone {
  /** '+15035550142'. */
  e164: string
  /** '+1 503 555 0142', for people. */
  shown: string
  /** Lower case; empty where a number belongs to no country. */
  country: string
}

/**
 * Parses a number as people write it: international, or national in `country`. Returns undefined if there is no such
 * number.
 */
export function parsePhone(typed: string, country: string | undefined): Phone | undefined {
  const region = country && /^[a-z]{2}$/i.test(country) ? (country.toUpperCase() as CountryCode) : undefined
  const number = parsePhoneNumberFromString(typed.trim(), region ? { defaultCountry: region } : {})
  if (!number?.isPossible() || number.ext) return undefined
  return {
    e164: number.number,
    shown: number.formatInternational(),
    country: (number.country ?? region ?? '').toLowerCase(),
  }
}

/** '1', '+1', 'us' -> the region in which a national number is read. */
export function regionOf(countryCode: string | undefined, dialled: string, fallback: string): string {
  if (countryCode && /^[a-z]{2}$/i.test(countryCode)) return countryCode.toLowerCase()
  const digits = (countryCode ?? '').replaceAll(/\D/g, '')
  if (!digits || dialled.trim().startsWith('+')) return fallback
  return parsePhoneNumberFromString(`+${digits}${dialled.replaceAll(/\D/g, '')}`)?.country?.toLowerCase() ?? fallback
}

/**
 * Returns whether a day, YYYY-MM-DD, lies between the first one and today. `today` is the sender's own day: a place
 * east of the server may already be in tomorrow.
 */
export function isOptInDay(day: string, now: Date): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false
  const parsed = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== day) return false
  const furthestEast = new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)
  return day >= firstOptInDay && day <= furthestEast
}

/** Returns the lifetime of a link. The sender may shorten the web site's lifetime, not extend it. */
export const daysFor = (granted: number, asked: number | undefined): number => Math.min(granted, asked ?? granted)
