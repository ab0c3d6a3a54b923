/** The time, as a dependency: tests move it, everything else reads it. */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }

/** A clock that a test sets forward; it never stands still by itself. */
export function movableClock(): Clock & { forward(seconds: number): void } {
  let ahead = 0
  return { now: () => new Date(Date.now() + ahead), forward: (seconds) => void (ahead += seconds * 1000) }
}

export const secondsAfter = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000)
