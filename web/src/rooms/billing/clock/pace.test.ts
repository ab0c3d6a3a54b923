import { expect, test } from 'vitest'
import { playDays, stepEvery, untilNext } from './pace.ts'

/** Plays a year whose steps take so many milliseconds each. Returns the time of all of it. */
function play(durationOf: (step: number) => number): number {
  let now = 5000
  const begun = now
  for (let steps = 0; steps * playDays < 365; steps += 1) now += untilNext({ begun, steps }, now) + durationOf(steps)
  return now - begun
}

test('a year takes a minute', () => expect(play(() => 50)).toBeLessThanOrEqual(60_000 + stepEvery))

test('steps with renewals take longer, and those after them make up for it', () => {
  const once = (step: number) => (step % 5 === 2 ? 3500 : 50)
  expect(play(once)).toBeLessThanOrEqual(60_000 + 2 * stepEvery)
  // Nothing can be made up for where every step is too slow.
  expect(play(() => 2000)).toBe(61 * 2000)
})
