/** How fast the demo's clock plays: a year in a minute, also where the days of renewals take longer than others. */

/** Days of a step, and milliseconds between the planned starts of two steps. */
export const playDays = 6
export const stepEvery = 1000

/** When the play began, and the steps since. */
export interface Play {
  begun: number
  steps: number
}

/** Returns the milliseconds until the next step. A step that took too long is made up for by those after it. */
export const untilNext = ({ begun, steps }: Play, now: number): number => Math.max(0, begun + steps * stepEvery - now)
