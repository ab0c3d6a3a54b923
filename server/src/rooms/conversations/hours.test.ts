import { expect, test } from 'vitest'
import { localTime } from '../../core/formats.ts'
import { isOpen } from './hours.ts'

const hours = [null, ...Array.from({ length: 5 }, () => [480, 1020] as [number, number]), null]

test.each([
  ['2026-11-23T16:00:00Z', true, 'Monday at 8 in Los Angeles'],
  ['2026-11-23T15:59:00Z', false, 'a minute before'],
  ['2026-11-24T01:00:00Z', false, 'Monday at 5 in the afternoon'],
  ['2026-11-22T20:00:00Z', false, 'Sunday'],
])('%s: %s, %s', (moment, open) => {
  expect(isOpen(hours, localTime(new Date(moment), 'America/Los_Angeles'))).toBe(open)
})
