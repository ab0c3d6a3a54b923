import type { Frequency } from '@cutaway/contract/rooms/reports/schedules.ts'
import { formatIsoDay, zoneOffset } from '../../../core/formats.ts'
import { addDays, addMonths } from '../periods.ts'

/** When a report is sent, and what time it is about. Days are text ('2026-11-20'). */

export interface Rhythm {
  frequency: Frequency
  /** From Monday (1). */
  weekday: number | null
  /** 0: the last day of the month. */
  month_day: number | null
  hour: number
}

const utc = (day: string) => new Date(`${day}T00:00:00Z`).getTime()
const hourMs = 3_600_000

/** Returns the moment of an hour of a day: the first one if the clock shows it twice, the next one if it is skipped. */
export function momentOf(day: string, hour: number, timeZone: string): Date {
  const wanted = utc(day) + hour * hourMs
  const candidates = [-24, 0, 24].map((hours) => wanted - zoneOffset(new Date(wanted + hours * hourMs), timeZone))
  const real = candidates.filter((at) => at + zoneOffset(new Date(at), timeZone) === wanted)
  return new Date(real.length > 0 ? Math.min(...real) : Math.max(...candidates))
}

const weekdayOf = (day: string) => ((new Date(utc(day)).getUTCDay() + 6) % 7) + 1
const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

function isDay(day: string, { frequency, weekday, month_day }: Rhythm): boolean {
  if (frequency === 'daily') return true
  if (frequency === 'weekly') return weekdayOf(day) === (weekday ?? 1)
  const wanted = month_day ?? 1
  return wanted === 0 ? addDays(day, 1).endsWith('-01') : Number(day.slice(8)) === wanted
}

/** Returns when the next letter is due, later than a moment. */
export function nextAfter(after: Date, rhythm: Rhythm, timeZone: string): Date {
  for (let day = addDays(formatIsoDay(after, timeZone), -1); ; day = addDays(day, 1)) {
    if (!isDay(day, rhythm)) continue
    const at = momentOf(day, rhythm.hour, timeZone)
    if (at > after) return at
  }
}

/** How many columns a letter has: the last of them is what it is about. */
const columns: Record<Frequency, number> = { daily: 7, weekly: 8, monthly: 12 }

/** Returns the days of a letter: the last day, week or month that is over at a moment, and those before it. */
export function spanOfLetter(at: Date, frequency: Frequency, timeZone: string) {
  const today = formatIsoDay(at, timeZone)
  const begin =
    frequency === 'daily' ? today : frequency === 'weekly' ? addDays(today, 1 - weekdayOf(today)) : firstOfMonth(today)
  const back = (units: number) =>
    frequency === 'monthly' ? addMonths(begin, -units) : addDays(begin, -units * (frequency === 'weekly' ? 7 : 1))
  return { first: back(columns[frequency]), last: back(1), lastDay: addDays(begin, -1) }
}
