/** The current time, as a dependency that tests can replace. */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }

/** Returns a clock that a test can move forward. It also runs by itself. */
export function movableClock(): Clock & { forward(seconds: number): void } {
  let ahead = 0
  return { now: () => new Date(Date.now() + ahead), forward: (seconds) => void (ahead += seconds * 1000) }
}

export const secondsAfter = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000)
