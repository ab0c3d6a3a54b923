import { expect, test } from 'vitest'
import { movableClock, systemClock } from '../core/clock.ts'

test('a wait takes its time', async () => {
  const began = performance.now()
  await systemClock.wait(60)
  // Timers of Node may fire a millisecond early.
  expect(performance.now() - began).toBeGreaterThan(58)
})

test('a wait moves a clock of tests to its end, and two at once not to the sum', async () => {
  const clock = movableClock()
  const began = clock.now().getTime()
  await Promise.all([clock.wait(600_000), clock.wait(500_000)])
  const passed = clock.now().getTime() - began
  expect(passed).toBeGreaterThanOrEqual(600_000)
  expect(passed).toBeLessThan(700_000)
})
