import { beginsOn, dayBeside, lengthOf, type DayPart } from '@cutaway/contract/rooms/signage/day-parts.ts'
import type { LoopSettings } from '@cutaway/contract/rooms/signage/loops.ts'

/** What people are told about the day parts of a week: overlaps, gaps, and times at which an item cannot play. Pure. */

const minutesOfDay = 1440

/** Minutes of a week from the beginning of its first day: from, and until. */
type Span = readonly [number, number]

export interface ScheduleNote {
  /** `twice`: two parts of one item. `together`: two items. `outside`: while the loop is off. `gap`: nothing plays. */
  kind: 'twice' | 'together' | 'outside' | 'gap'
  /** The item or items; empty: the whole loop. */
  names: string[]
  day: string
  /** Minutes of that day; `to` may be beyond midnight. */
  from: number
  to: number
}

/** Returns when day parts play in the days, in order and without overlaps; without parts, all the time. */
function spansOf(parts: readonly DayPart[], days: readonly string[]): Span[] {
  const end = days.length * minutesOfDay
  if (parts.length === 0) return [[0, end]]
  const all = parts.flatMap((part) =>
    // The night before the first day reaches into it.
    [-1, ...days.keys()].flatMap((index): Span[] => {
      if (!beginsOn(part, dayBeside(days[0]!, index))) return []
      const from = index * minutesOfDay + part.from
      return [[Math.max(0, from), Math.min(end, from + lengthOf(part))]]
    }),
  )
  return merged(all)
}

function merged(spans: readonly Span[]): Span[] {
  const result: [number, number][] = []
  for (const [from, to] of spans.filter((one) => one[1] > one[0]).toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}

/** Returns what of `a` is not in `b`; both are in order and without overlaps. */
function without(a: readonly Span[], b: readonly Span[]): Span[] {
  return a.flatMap(([from, to]) => {
    const rest: Span[] = []
    let at = from
    for (const [start, end] of b) {
      if (end <= at || start >= to) continue
      if (start > at) rest.push([at, start])
      at = end
    }
    if (at < to) rest.push([at, to])
    return rest
  })
}

const both = (a: readonly Span[], b: readonly Span[]): Span[] => without(a, without(a, b))

/** Returns the notes of a week, at most one of a kind for the same items: its first. */
export function scheduleNotes(
  {
    when,
    items,
  }: { when: readonly DayPart[]; items: readonly Pick<LoopSettings['items'][number], 'title' | 'when'>[] },
  days: readonly string[],
): ScheduleNote[] {
  const noteOf = (kind: ScheduleNote['kind'], names: string[], [from, to]: Span): ScheduleNote => {
    const index = Math.floor(from / minutesOfDay)
    return { kind, names, day: days[index]!, from: from - index * minutesOfDay, to: to - index * minutesOfDay }
  }
  const first = (kind: ScheduleNote['kind'], names: string[], spans: readonly Span[]) =>
    spans.slice(0, 1).map((span) => noteOf(kind, names, span))
  const twice = (names: string[], parts: readonly DayPart[]) =>
    parts
      .flatMap((part, i) => parts.slice(i + 1).map((other) => both(spansOf([part], days), spansOf([other], days))))
      .filter((spans) => spans.length > 0)
      .slice(0, 1)
      .flatMap((spans) => first('twice', names, spans))
  const loop = spansOf(when, days)
  const timed = items
    .filter((item) => item.when.length > 0)
    .map((item) => ({ ...item, spans: spansOf(item.when, days) }))
  const together = timed.flatMap((item, i) =>
    timed.slice(i + 1).flatMap((other) => first('together', [item.title, other.title], both(item.spans, other.spans))),
  )
  const played = merged(timed.flatMap(({ spans }) => spans))
  const hasGaps = items.length > 0 && timed.length === items.length
  // Without hours of the loop, the night before the first item and after the last one is meant.
  const awake = when.length > 0 ? loop : days.flatMap((_, index): Span[] => spanOfDay(played, index))
  return [
    ...twice([], when),
    ...timed.flatMap((item) => twice([item.title], item.when)),
    ...timed.flatMap((item) => first('outside', [item.title], without(item.spans, loop))),
    ...(hasGaps ? first('gap', [], without(awake, played)) : []),
    ...together,
  ]
}

/** Returns the time of a day from the first minute that plays to the last one. */
function spanOfDay(played: readonly Span[], index: number): Span[] {
  const day: Span[] = both(played, [[index * minutesOfDay, (index + 1) * minutesOfDay]])
  return day.length === 0 ? [] : [[day[0]![0], day.at(-1)![1]]]
}
