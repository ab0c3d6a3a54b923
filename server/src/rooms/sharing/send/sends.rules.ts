import { formatIsoDay } from '../../../core/formats.ts'
import { parseMobileNumber } from '../../../core/mobile-numbers.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

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

/** Parses the number of a customer. Returns undefined unless it may receive text messages. */
export function parsePhone(typed: string, country: string | undefined): Phone | undefined {
  const number = parseMobileNumber(typed, country)
  return number && { ...number, country: number.country ?? (isRegion(country) ? country.toLowerCase() : '') }
}

const isRegion = (code: string | undefined): code is string => /^[a-z]{2}$/i.test(code ?? '')

/** '1', '+1', 'us' -> the region in which a national number is read. */
export function regionOf(countryCode: string | undefined, dialled: string, fallback: string): string {
  if (isRegion(countryCode)) return countryCode.toLowerCase()
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
