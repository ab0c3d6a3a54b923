import { DayPart } from '@cutaway/contract/rooms/signage/day-parts.ts'
import { expect, test } from 'vitest'
import { scheduleNotes } from './schedule-notes.ts'

/** A week that begins on Monday, 23 November 2026. */
const days = Array.from({ length: 7 }, (_, i) => `2026-11-${23 + i}`)
const part = (from: number, to: number, weekdays: number[] = []) =>
  DayPart.parse({ from: from * 60, to: to * 60, weekdays })
const item = (title: string, ...when: DayPart[]) => ({ title, when })

test('a loop without hours, and items that always play, need no word', () => {
  expect(scheduleNotes({ when: [], items: [item('Disc brake'), item('Tires', part(8, 10))] }, days)).toEqual([])
})

test('two parts of one item, and of the loop, overlap', () => {
  const items = [item('Disc brake'), item('Tires', part(8, 12, [4]), part(10, 14))]
  expect(scheduleNotes({ when: [part(7, 19), part(18, 20)], items }, days)).toMatchObject([
    { kind: 'twice', names: [], day: '2026-11-23', from: 18 * 60, to: 19 * 60 },
    { kind: 'twice', names: ['Tires'], day: '2026-11-26', from: 600, to: 720 },
  ])
})

test('two items that play together are named, also over midnight', () => {
  const items = [item('Always'), item('Night', part(22, 6)), item('Early', part(5, 7, [2]))]
  expect(scheduleNotes({ when: [], items }, days)).toEqual([
    { kind: 'together', names: ['Night', 'Early'], day: '2026-11-24', from: 300, to: 360 },
  ])
})

test('an item outside the hours of the loop never plays then', () => {
  const items = [item('Always'), item('Tires', part(6, 9))]
  expect(scheduleNotes({ when: [part(8, 18)], items }, days)).toEqual([
    { kind: 'outside', names: ['Tires'], day: '2026-11-23', from: 360, to: 480 },
  ])
})

test('a gap is a time of the loop in which no item plays', () => {
  const items = [item('Morning', part(8, 12)), item('Afternoon', part(13, 18))]
  const gap = { kind: 'gap', names: [], day: '2026-11-23', from: 720, to: 780 }
  expect(scheduleNotes({ when: [part(8, 18)], items }, days)).toEqual([gap])
  expect(scheduleNotes({ when: [], items }, days)).toEqual([gap])
  expect(scheduleNotes({ when: [], items: [...items, item('Always')] }, days)).toEqual([])
})
