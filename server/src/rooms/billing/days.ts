import { formatIsoDay } from '../../core/formats.ts'

/**
 * Days and periods. A day is a date in the time zone of the web site, as 'YYYY-MM-DD'. A period is [start, end). Its
 * bounds are always counted from the anchor, so that a subscription of the 31st has a short February and a 31 March.
 */

export type Day = string
export type Frequency = 'monthly' | 'annually'

export interface Period {
  start: Day
  /** The first day of the next period. */
  end: Day
}

/** Returns the day of a moment in an IANA time zone. */
export const dayOf = (moment: Date, timeZone: string): Day => formatIsoDay(moment, timeZone)

const perDay = 86_400_000
const utc = (day: Day) => Date.parse(`${day}T00:00:00Z`)
const isoOf = (time: number): Day => new Date(time).toISOString().slice(0, 10)

export const addDays = (day: Day, days: number): Day => isoOf(utc(day) + days * perDay)
/** Returns the number of days from one day to another: 0 for the same day. */
export const daysBetween = (from: Day, to: Day): number => Math.round((utc(to) - utc(from)) / perDay)

/** Returns the day so many months after an anchor: its day of the month, or the last day of a shorter month. */
function addMonths(anchor: Day, months: number): Day {
  const [year = 0, month = 1, day = 1] = anchor.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  const date = Math.min(day, last.getUTCDate())
  return isoOf(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), date))
}

/** Returns the n-th period of an anchor; the first is 0. */
export function periodOf(anchor: Day, frequency: Frequency, n: number): Period {
  const months = frequency === 'annually' ? 12 : 1
  return { start: addMonths(anchor, n * months), end: addMonths(anchor, (n + 1) * months) }
}

/** Returns the days that are left in a period, today among them, and all its days. */
export const daysLeft = ({ start, end }: Period, today: Day): { left: number; all: number } => ({
  left: Math.max(0, Math.min(daysBetween(today, end), daysBetween(start, end))),
  all: daysBetween(start, end),
})

/** A promo code is good before the day of its expiry. */
export const isExpired = (expiresOn: Day | null, now: Date, timeZone: string): boolean =>
  expiresOn !== null && dayOf(now, timeZone) >= expiresOn
