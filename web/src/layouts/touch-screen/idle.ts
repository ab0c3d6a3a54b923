/**
 * When a touch screen that nobody touches goes back to its start. Pure: times are milliseconds, given from outside. A
 * running film counts as presence for its own length once, so that one that repeats for ever does not hold the screen.
 */

export interface Idle {
  /** The last touch, or null while nothing has happened since the screen came to its start. */
  touched: number | null
  /** When the screen goes back, unless it is touched. */
  due: number
}

const second = 1000
/** Seconds before the end in which the screen says so. */
export const warning = 15
/** After a film there is time to look, and then to hear of the end. */
const afterFilm = 2 * warning

export const untouched: Idle = { touched: null, due: Infinity }

export const touch = (now: number, idleSeconds: number): Idle => ({ touched: now, due: now + idleSeconds * second })

/** A moment later: `film` is the length in seconds of the film that is playing, if one is. */
export function later(idle: Idle, now: number, idleSeconds: number, film: number | null): Idle {
  if (film === null || idle.touched === null) return idle
  const atMost = idle.touched + (idleSeconds + film) * second
  return { ...idle, due: Math.max(idle.due, Math.min(now + afterFilm * second, atMost)) }
}

/** Whole seconds that are left. */
export const secondsLeft = ({ due }: Idle, now: number): number => Math.max(0, Math.ceil((due - now) / second))
