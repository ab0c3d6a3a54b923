import { DayPart } from '@cutaway/contract/rooms/signage/day-parts.ts'
import type { OpeningHours } from '@cutaway/contract/rooms/sharing/opening-hours.ts'
import { expect, test } from 'vitest'
import { firstGap, firstOverlap, partsOf, weekOf } from './told.ts'

/** What the calendar tells about a week. */

const part = (more: Partial<DayPart> = {}) => DayPart.parse({ ...more })
const morning = part({ from: 480, to: 720 })
const noon = part({ from: 660, to: 780 })
const week = weekOf('2026-11-20', 0)
const items = (...whens: DayPart[][]) => whens.map((when, i) => ({ id: i + 1, title: `Film ${i + 1}`, when }))
const overlap = (when: DayPart[], ...whens: DayPart[][]) =>
  firstOverlap(partsOf({ name: 'Loop', when }, items(...whens)), week)

test('a week begins on Monday', () => {
  expect(week[0]).toBe('2026-11-16')
  expect(weekOf('2026-11-22', 1)[6]).toBe('2026-11-29')
})

test('two parts of one item that overlap are told before those of two items', () => {
  expect(overlap([], [morning], [noon])).toMatchObject({ name: 'Film 1', other: 'Film 2', from: 660, to: 720 })
  expect(overlap([], [morning], [noon, part({ from: 700, to: 720 })])).toMatchObject({ name: 'Film 2', other: null })
})

test('an item within the hours of the loop is no overlap, and neither are parts that touch', () => {
  expect(overlap([part({ from: 480, to: 1080 })], [morning])).toBeUndefined()
  expect(overlap([], [morning], [part({ from: 720, to: 780 })])).toBeUndefined()
})

test('time in the opening hours without anything that plays is told', () => {
  // Closed on Sunday; open from 8 AM to 6 PM.
  const hours: OpeningHours = [null, ...Array.from({ length: 6 }, (): [number, number] => [480, 1080])]
  const gap = (when: DayPart[], ...whens: DayPart[][]) => firstGap({ when, items: whens, hours }, week)
  expect(gap([], [])).toBeUndefined()
  expect(gap([], [morning], [part({ from: 780, to: 1080 })])).toEqual({ day: '2026-11-16', from: 720, to: 780 })
  expect(gap([part({ from: 480, to: 1020 })], [])).toEqual({ day: '2026-11-16', from: 1020, to: 1080 })
  expect(gap([part({ weekdays: [1, 2, 3, 4, 5] })], [])).toEqual({ day: '2026-11-21', from: 480, to: 1080 })
  expect(firstGap({ when: [], items: [[morning]], hours: null }, week)).toBeUndefined()
  expect(gap([])).toEqual({ day: '2026-11-16', from: 480, to: 1080 })
})
