import type { OpeningHours } from '@cutaway/contract/rooms/conversations/automatic.ts'

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
