import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** The current time, as a dependency that tests can replace. */
export interface Clock {
  now(): Date
  /** Resolves when this time has passed. */
  wait(milliseconds: number): Promise<void>
}
export const systemClock: Clock = { now: () => new Date(), wait: (milliseconds) => sleep(milliseconds) }

/** Returns a clock that a test can move forward. It also runs by itself. A wait moves it to the end of the wait. */
export function movableClock(): Clock & { forward(seconds: number): void } {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    async wait(milliseconds) {
      const until = Date.now() + ahead + milliseconds
      await nextTurn()
      ahead = Math.max(ahead, until - Date.now())
    },
    forward: (seconds) => void (ahead += seconds * 1000),
  }
}

/** Returns a clock that runs by itself and can be moved forward; a wait lasts as long as it says. */
export function forwardClock(): Clock & { forward(seconds: number): void } {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    wait: (milliseconds) => sleep(milliseconds),
    forward: (seconds) => void (ahead += seconds * 1000),
  }
}

export const secondsAfter = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000)

/** Returns the beginning of the day (UTC) that lies so many months before a moment. */
export function monthsBefore(date: Date, months: number): Date {
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1))
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(date.getUTCDate(), lastDay)))
}
