import {
  anyPlaysAt,
  dayBeside,
  type DayPart,
  type Overlap,
  overlapOf,
  weekdayOf,
} from '@cutaway/contract/rooms/signage/day-parts.ts'
import type { OpeningHours } from '@cutaway/contract/rooms/sharing/opening-hours.ts'

/** What the calendar says about a week: what plays at the same time, and when nothing plays. Pure. */

/** A day part with what it belongs to: the whole loop, or one item. */
export interface Part {
  key: string
  name: string
  itemId: number | null
  index: number
  when: DayPart
}

/** Two parts that play together: of one item (`other` is null), or of two, which then follow one another. */
export interface Together extends Overlap {
  name: string
  other: string | null
}

/** Returns the first overlap in the week: of two parts of one item or of the loop before that of two items. */
export function firstOverlap(parts: readonly Part[], week: readonly string[]): Together | undefined {
  return overlapAmong(parts, week, true) ?? overlapAmong(parts, week, false)
}

function overlapAmong(parts: readonly Part[], week: readonly string[], ofSame: boolean): Together | undefined {
  for (const [i, a] of parts.entries())
    for (const b of parts.slice(i + 1)) {
      const isSame = a.itemId === b.itemId
      // The part of an item within the hours of the loop is what is meant.
      if (isSame !== ofSame || (!isSame && (a.itemId === null || b.itemId === null))) continue
      const found = overlapOf(a.when, b.when, week)
      if (found) return { ...found, name: a.name, other: isSame ? null : b.name }
    }
  return undefined
}

/** Minutes between two looks: day parts and opening hours begin at such times, or a few minutes beside. */
const step = 5

/** Returns the first time of the week in which the location is open and nothing plays; without opening hours none. */
export function firstGap(
  {
    when,
    items,
    hours,
  }: { when: readonly DayPart[]; items: readonly (readonly DayPart[])[]; hours: OpeningHours | null },
  week: readonly string[],
): Overlap | undefined {
  for (const day of week) {
    const [opens, closes] = hours?.[weekdayOf(day)] ?? [0, 0]
    const plays = (minute: number) => {
      const moment = { day, weekday: weekdayOf(day), minute }
      return anyPlaysAt(when, moment) && items.some((parts) => anyPlaysAt(parts, moment))
    }
    const minutes = Array.from({ length: Math.ceil((closes - opens) / step) }, (_, i) => opens + i * step)
    const from = minutes.find((minute) => !plays(minute))
    if (from === undefined) continue
    return { day, from, to: minutes.find((minute) => minute > from && plays(minute)) ?? closes }
  }
  return undefined
}

/** Returns the parts of a loop and of its items. */
export const partsOf = (
  whole: { name: string; when: readonly DayPart[] },
  items: readonly { id: number; title: string; when: readonly DayPart[] }[],
): Part[] => [
  ...whole.when.map((when, index) => ({ key: `loop-${index}`, name: whole.name, itemId: null, index, when })),
  ...items.flatMap((item) =>
    item.when.map((when, index) => ({ key: `${item.id}-${index}`, name: item.title, itemId: item.id, index, when })),
  ),
]

/** Returns the days of the week of a day, from Monday; `shift` weeks later. */
export function weekOf(day: string, shift: number): string[] {
  const monday = dayBeside(day, -((weekdayOf(day) + 6) % 7) + shift * 7)
  return Array.from({ length: 7 }, (_, i) => dayBeside(monday, i))
}
