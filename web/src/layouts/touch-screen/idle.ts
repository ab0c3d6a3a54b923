/**
 * Decides when an idle touch screen resets to its start page. Pure: times are milliseconds and passed in. A running
 * film counts as presence once, for its own length, so that a repeating film does not block the reset.
 */

export interface Idle {
  /** The last touch, or null if there was none since the last reset. */
  touched: number | null
  /** When the screen resets, unless it is touched. */
  due: number
}

const second = 1000
/** Seconds before the reset during which the warning is shown. */
export const warning = 15
/** Time after the end of a film before the reset, including the warning. */
const afterFilm = 2 * warning

export const untouched: Idle = { touched: null, due: Infinity }

export const touch = (now: number, idleSeconds: number): Idle => ({ touched: now, due: now + idleSeconds * second })

/** Advances the state. `film` is the length in seconds of the playing film, if any. */
export function later(idle: Idle, now: number, idleSeconds: number, film: number | null): Idle {
  if (film === null || idle.touched === null) return idle
  const atMost = idle.touched + (idleSeconds + film) * second
  return { ...idle, due: Math.max(idle.due, Math.min(now + afterFilm * second, atMost)) }
}

/** Returns the remaining whole seconds. */
export const secondsLeft = ({ due }: Idle, now: number): number => Math.max(0, Math.ceil((due - now) / second))
