import type { LocalMoment } from '@cutaway/contract/rooms/signage/day-parts.ts'
import { weekdayOf } from '@cutaway/contract/rooms/signage/day-parts.ts'

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone)
  if (!clock) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
    clock = new Intl.DateTimeFormat('en-CA', { timeZone, ...parts, hourCycle: 'h23' })
    clocks.set(timeZone, clock)
  }
  return clock
}

/** Returns what clock and calendar show in a time zone at a moment, in milliseconds since 1970. */
export function localMoment(at: number, timeZone: string): LocalMoment {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const day = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
  return { day, weekday: weekdayOf(day), minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) }
}
