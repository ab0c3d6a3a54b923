import { formatIsoDay } from '../../../core/formats.ts'
import { parsePhoneNumberFromString, type CountryCode, type NumberType } from 'libphonenumber-js/max'

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

/**
 * Parses a number as people write it: international, with + or 00, or national in `country`. Returns undefined unless
 * it is a valid number that may be a mobile one; many countries do not tell mobile numbers from others.
 */
export function parsePhone(typed: string, country: string | undefined): Phone | undefined {
  const region = country && /^[a-z]{2}$/i.test(country) ? (country.toUpperCase() as CountryCode) : undefined
  const inRegion = (text: string) => parsePhoneNumberFromString(text, region ? { defaultCountry: region } : {})
  const text = typed.trim()
  const national = inRegion(text)
  // Few countries dial 00 in front of a national number, so a number that is not valid otherwise is international.
  const number =
    !national?.isValid() && /^[\s(]*0[\s)]*0/.test(text) ? inRegion(text.replace(/^[\s(]*0[\s)]*0/, '+')) : national
  if (!number?.isValid() || number.ext || notMobile.has(number.getType())) return undefined
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

/** Hours by which a sender's clock may be ahead of the time zone of the web site. */
const aheadOfSite = 3

/**
 * Returns whether a day, YYYY-MM-DD, lies between the first one and today. `today` is the sender's own day: a shop may
 * lie some time zones east of the web site's, and a program may count in UTC. The latest of these days is allowed.
 */
export function isOptInDay(day: string, now: Date, timeZone: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false
  const parsed = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== day) return false
  const ofSite = formatIsoDay(new Date(now.getTime() + aheadOfSite * 3_600_000), timeZone)
  const ofUtc = formatIsoDay(now, 'UTC')
  return day >= firstOptInDay && (day <= ofSite || day <= ofUtc)
}

/** Returns the lifetime of a link. The sender may shorten the web site's lifetime, not extend it. */
export const daysFor = (granted: number, asked: number | undefined): number => Math.min(granted, asked ?? granted)
