import { darkAfter, quietAfter, type ScreenState } from '@cutaway/contract/rooms/signage/screens.ts'
import type { OpeningHours } from '@cutaway/contract/rooms/sharing/opening-hours.ts'
import { isOpen, type LocalTime } from '../../sharing/opening/hours.ts'

/** What is known about a screen. Pure. */

/**
 * Returns the seconds for which a screen was not heard while its location was open, `before` the moment `at`: a screen
 * that was off over night is dark only five minutes after the opening. Without opening hours it is always open.
 */
export function silentFor(silent: number, hours: OpeningHours | null, at: LocalTime): number {
  if (hours === null || hours.length === 0) return silent
  if (!isOpen(hours, at)) return 0
  const openFor = (at.minute - hours[at.weekday]![0]) * 60
  return Math.min(silent, openFor)
}

/** Returns the state of a screen that was heard `silent` seconds ago; null: never. */
export function stateOf(silent: number | null, hours: OpeningHours | null, at: LocalTime): ScreenState {
  if (silent === null) return 'new'
  if (silent <= quietAfter) return 'online'
  if (hours !== null && hours.length > 0 && !isOpen(hours, at)) return 'closed'
  return silentFor(silent, hours, at) >= darkAfter ? 'dark' : 'quiet'
}
