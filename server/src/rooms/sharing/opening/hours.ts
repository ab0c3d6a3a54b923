import type { OpeningHours } from '@cutaway/contract/rooms/sharing/opening-hours.ts'

/** Opening hours. Pure. */

/** A moment at the location: the day of the week from Sunday (0), and the minute of the day. */
export interface LocalTime {
  weekday: number
  minute: number
}

/** Returns whether the location is open. The minute of closing is closed. */
export function isOpen(hours: OpeningHours, { weekday, minute }: LocalTime): boolean {
  const day = hours[weekday]
  return day !== null && day !== undefined && minute >= day[0] && minute < day[1]
}

/** What a location does now: open until a minute of the day, open day and night, or closed until a day and a minute. */
export type Opening =
  | { state: 'open'; until: number }
  | { state: 'always' }
  | { state: 'closed'; inDays: number; weekday: number; opens: number }

const aDay = 1440

/** Returns what the location does at a moment; null if it is never open, because its hours are not known. */
export function openingAt(hours: OpeningHours, at: LocalTime): Opening | null {
  const dayAfter = (days: number) => hours[(at.weekday + days) % 7] ?? null
  if (!isOpen(hours, at)) {
    for (let inDays = 0; inDays <= 7; inDays += 1) {
      const day = dayAfter(inDays)
      if (day && (inDays > 0 || day[0] > at.minute))
        return { state: 'closed', inDays, weekday: (at.weekday + inDays) % 7, opens: day[0] }
    }
    return null
  }
  // A shop that closes at midnight and opens at midnight does not close.
  for (let days = 0; days < 7; days += 1) {
    const closes = dayAfter(days)![1]
    if (closes < aDay || dayAfter(days + 1)?.[0] !== 0) return { state: 'open', until: closes % aDay }
  }
  return { state: 'always' }
}
