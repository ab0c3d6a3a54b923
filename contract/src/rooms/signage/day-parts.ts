import { z } from 'zod'

/**
 * When something plays: weekdays, hours and first and last day, all in the local time of the location. The rules
 * compare what a clock on the wall shows, so they hold on days when clocks change.
 */

/** A day as '2026-11-24'. */
export const Day = z.iso.date().meta({ example: '2026-11-24' })

const minutesOfDay = 1440
const Minute = z.int().min(0).max(minutesOfDay)

export const DayPart = z
  .object({
    /** Days of the week on which it begins, Sunday is 0; empty: every day. */
    weekdays: z.array(z.int().min(0).max(6)).max(7).default([]),
    /** Minute of the day of the beginning, and of the end, which is exclusive. An end at or before the beginning is on the next day; equal: a whole day. */
    from: Minute.max(minutesOfDay - 1).default(0),
    to: Minute.default(minutesOfDay),
    /** First and last day on which it begins; null: no limit. */
    starts_on: Day.nullable().default(null),
    ends_on: Day.nullable().default(null),
  })
  .refine((part) => !part.starts_on || !part.ends_on || part.starts_on <= part.ends_on, 'ends before it starts')
export type DayPart = z.output<typeof DayPart>

/** What clock and calendar of a location show. */
export interface LocalMoment {
  /** '2026-11-24' */
  day: string
  /** Sunday is 0. */
  weekday: number
  /** Minute of the day. */
  minute: number
}

/** Returns the day before or after: by -1 and 1. */
export function dayBeside(day: string, by: number): string {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(Date.UTC(year!, month! - 1, date! + by)).toISOString().slice(0, 10)
}

/** Returns the day of the week of a day; Sunday is 0. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Returns whether a part begins on a day. */
export function beginsOn({ weekdays, starts_on, ends_on }: DayPart, day: string): boolean {
  if (starts_on !== null && day < starts_on) return false
  if (ends_on !== null && day > ends_on) return false
  return weekdays.length === 0 || weekdays.includes(weekdayOf(day))
}

/** Returns the length of a part by the clock in minutes, from 1 to 1440. */
export const lengthOf = ({ from, to }: DayPart): number => (to > from ? to - from : to - from + minutesOfDay)

/** Returns whether a part goes beyond midnight. */
export const isOvernight = ({ from, to }: DayPart): boolean => to <= from && to > 0

/** Returns whether a part plays at a moment. */
export function playsAt(part: DayPart, { day, minute }: LocalMoment): boolean {
  const end = part.from + lengthOf(part)
  if (minute >= part.from && minute < end && beginsOn(part, day)) return true
  return minute + minutesOfDay < end && beginsOn(part, dayBeside(day, -1))
}

/** Returns whether one of the parts plays at a moment; without parts it always plays. */
export const anyPlaysAt = (parts: readonly DayPart[], moment: LocalMoment): boolean =>
  parts.length === 0 || parts.some((part) => playsAt(part, moment))

/**
 * Returns the real minutes that a part lasts when it begins on a day: an hour less or more in a night when the clocks
 * change. `zoneOffset` returns local time minus UTC in milliseconds at a moment.
 */
export function realLength(part: DayPart, day: string, zoneOffset: (moment: Date) => number): number {
  const local = (minute: number) => Date.parse(`${day}T00:00:00Z`) + minute * 60_000
  const begin = momentOf(local(part.from), zoneOffset)
  const end = momentOf(local(part.from + lengthOf(part)), zoneOffset)
  return Math.round((end - begin) / 60_000)
}

/** Returns the UTC time of a local time; one that the clocks skip is moved forward, one that exists twice is the first. */
function momentOf(local: number, zoneOffset: (moment: Date) => number): number {
  const before = zoneOffset(new Date(local - 86_400_000))
  const after = zoneOffset(new Date(local + 86_400_000))
  const found = [before, after]
    .map((offset) => local - offset)
    .filter((utc) => utc + zoneOffset(new Date(utc)) === local)
  return found.length > 0 ? Math.min(...found) : local - before
}

/** Part of a day in which two day parts play together. */
export interface Overlap {
  day: string
  /** Minutes of the day of the beginning; `to` may be beyond midnight. */
  from: number
  to: number
}

/** Returns the first overlap of two parts that begin in the given days, if any. */
export function overlapOf(a: DayPart, b: DayPart, days: readonly string[]): Overlap | undefined {
  for (const day of days) {
    if (!beginsOn(a, day)) continue
    for (const by of [-1, 0, 1]) {
      if (!beginsOn(b, dayBeside(day, by))) continue
      const from = Math.max(a.from, b.from + by * minutesOfDay)
      const to = Math.min(a.from + lengthOf(a), b.from + by * minutesOfDay + lengthOf(b))
      if (from < to) return { day, from, to }
    }
  }
  return undefined
}

/** Returns the part that wins where several play: the shorter one; of equal length the later one of the list. */
export function winnerOf<T extends { when: DayPart }>(playing: readonly T[]): T | undefined {
  return playing.reduce<T | undefined>(
    (best, one) => (best && lengthOf(best.when) < lengthOf(one.when) ? best : one),
    undefined,
  )
}
