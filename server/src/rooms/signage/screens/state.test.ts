import { expect, test } from 'vitest'
import { silentFor, stateOf } from './state.ts'

/** What the list says of a screen that was last heard some time ago. Open on weekdays from 8 to 17. */

const weekdays = [null, ...Array.from({ length: 5 }, (): [number, number] => [480, 1020]), null]
const monday = (minute: number) => ({ weekday: 1, minute })

test.each([
  ['never heard', null, 600, 'new'],
  ['a minute ago', 60, 600, 'online'],
  ['just over a minute ago', 61, 600, 'quiet'],
  ['just under five minutes ago', 299, 600, 'quiet'],
  ['five minutes ago', 300, 600, 'dark'],
  ['an hour ago, before the opening', 3600, 470, 'closed'],
  ['all night, four minutes after the opening', 50_000, 484, 'quiet'],
  ['all night, five minutes after the opening', 50_000, 485, 'dark'],
  ['an hour ago, in the minute of closing', 3600, 1020, 'closed'],
  ['now, although the shop is closed', 5, 1200, 'online'],
] as const)('heard %s', (_, silent, minute, state) => {
  expect(stateOf(silent, weekdays, monday(minute))).toBe(state)
})

test('a location whose hours are not known is always open', () => {
  expect(stateOf(300, null, monday(100))).toBe('dark')
  expect(silentFor(7200, [], monday(100))).toBe(7200)
})
