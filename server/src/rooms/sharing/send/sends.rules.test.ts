import { describe, expect, test } from 'vitest'
import { isOptInDay } from './sends.rules.ts'

describe('the day of an opt-in, on a web site in Los Angeles', () => {
  const evening = new Date('2026-11-22T02:00:00Z') // 21 November, 18:00 in Los Angeles
  const cases: [string, string, boolean][] = [
    ['the day of the shop', '2026-11-21', true],
    ['the day in UTC, as programs count', '2026-11-22', true],
    ['the day after in UTC', '2026-11-23', false],
    ['the first day', '2007-07-12', true],
    ['the day before it', '2007-07-11', false],
    ['a day that does not exist', '2026-02-30', false],
    ['no day', 'today', false],
  ]
  test.each(cases)('%s', (_, day, isTaken) => {
    expect(isOptInDay(day, evening, 'America/Los_Angeles')).toBe(isTaken)
  })
})

test('on a web site in Auckland the day begins before it does in UTC', () => {
  const noon = new Date('2026-11-21T12:00:00Z')
  expect(isOptInDay('2026-11-22', noon, 'Pacific/Auckland')).toBe(true)
  expect(isOptInDay('2026-11-23', noon, 'Pacific/Auckland')).toBe(false)
})
