import { expect, test } from 'vitest'
import { localTime } from '../../../core/formats.ts'
import { isOpen, openingAt } from './hours.ts'

const hours = [null, ...Array.from({ length: 5 }, () => [480, 1020] as [number, number]), null]

test.each([
  ['2026-11-23T16:00:00Z', true, 'Monday at 8 in Los Angeles'],
  ['2026-11-23T15:59:00Z', false, 'a minute before'],
  ['2026-11-24T01:00:00Z', false, 'Monday at 5 in the afternoon'],
  ['2026-11-22T20:00:00Z', false, 'Sunday'],
])('%s: %s, %s', (moment, open) => {
  expect(isOpen(hours, localTime(new Date(moment), 'America/Los_Angeles'))).toBe(open)
})

/** Friday and Saturday nights go on after midnight; Sunday ends at midnight; Monday is closed. */
const nights = [[0, 120], null, [540, 1080], [540, 1080], [540, 1080], [540, 1440], [0, 1440]] as (
  [number, number] | null
)[]
const at = (weekday: number, minute: number) => openingAt(nights, { weekday, minute })

test('a shop is open until it closes, also if that is after midnight', () => {
  expect(at(2, 600)).toEqual({ state: 'open', until: 1080 })
  expect(at(5, 1380)).toEqual({ state: 'open', until: 120 })
  expect(at(0, 119)).toEqual({ state: 'open', until: 120 })
  expect(openingAt([[600, 1440]], { weekday: 0, minute: 700 })).toEqual({ state: 'open', until: 0 })
})

test('a closed shop opens later today, on the next day that it is open, or in a week', () => {
  expect(at(2, 300)).toEqual({ state: 'closed', inDays: 0, weekday: 2, opens: 540 })
  expect(at(2, 1080)).toEqual({ state: 'closed', inDays: 1, weekday: 3, opens: 540 })
  expect(at(0, 120)).toEqual({ state: 'closed', inDays: 2, weekday: 2, opens: 540 })
  expect(openingAt([[600, 700]], { weekday: 0, minute: 800 })).toEqual({
    state: 'closed',
    inDays: 7,
    weekday: 0,
    opens: 600,
  })
})

test('a shop that never closes is open day and night; nothing is said of hours that are not known', () => {
  const always = Array.from({ length: 7 }, () => [0, 1440] as [number, number])
  expect(openingAt(always, { weekday: 3, minute: 0 })).toEqual({ state: 'always' })
  expect(openingAt([], { weekday: 3, minute: 0 })).toBeNull()
  expect(
    openingAt(
      always.map(() => null),
      { weekday: 3, minute: 0 },
    ),
  ).toBeNull()
})
