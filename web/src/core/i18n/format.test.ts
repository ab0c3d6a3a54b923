import { describe, expect, test } from 'vitest'
import { withCapital } from './capital.ts'
import { duration, initials, makeFormat } from './format.ts'

test.each([
  [0, '0:00'],
  [24.6, '0:25'],
  [59.7, '1:00'],
  [61, '1:01'],
  [3725, '1:02:05'],
  [-3, '0:00'],
])('%d seconds are %s', (seconds, text) => expect(duration(seconds)).toBe(text))

test.each([
  [['Dana Whitlock'], 'DW'],
  [['Dana', 'Whitlock'], 'DW'],
  [['  cher '], 'C'],
  [['Anna Maria van Dijk'], 'AM'],
  [['דנה כהן'], 'דכ'],
  [['陈 伟'], '陈伟'],
  [['𝒜lice'], '𝒜'],
  [[''], ''],
])('initials of %j', (names, letters) => expect(initials(...names)).toBe(letters))

describe('the format of a site', () => {
  const us = makeFormat('en-US', 'America/New_York', 'USD')
  const au = makeFormat('en-AU', 'Australia/Sydney', 'AUD')
  test('money is passed in minor units of the currency', () => {
    expect(us.money(129900)).toBe('$1,299.00')
    expect(us.money(500, 'JPY')).toBe('¥500')
    expect(makeFormat('fr-FR', '', 'EUR').money(1050)).toMatch(/^10,50\s€$/)
  })
  test('a date uses the time zone of the site, not of the browser', () => {
    expect(us.date('2026-11-21T02:00:00Z')).toBe('Nov 20, 2026')
    expect(au.date('2026-11-20T20:00:00Z')).toBe('21 Nov 2026')
  })
  test('a day without a time is the same day in every time zone', () => {
    expect(us.date('2026-11-21')).toBe('Nov 21, 2026')
    expect(au.date('2026-11-21')).toBe('21 Nov 2026')
  })
  test('formats numbers and percentages', () => {
    expect(us.number(1204)).toBe('1,204')
    expect(us.percent(0.834)).toBe('83%')
  })
  test('formats a past time with the day in words; the day changes at midnight of the site', () => {
    const now = new Date('2026-11-21T20:00:00Z')
    expect(us.seen('2026-11-21T15:42:00Z', now)).toMatch(/^today 10:42\sAM$/)
    expect(us.seen('2026-11-21T04:30:00Z', now)).toMatch(/^yesterday 11:30\sPM$/)
    expect(us.seen('2026-11-17T15:42:00Z', now)).toMatch(/^Tuesday 10:42\sAM$/)
    expect(us.seen('2026-11-14T15:42:00Z', now)).toBe('Nov 14, 2026')
    expect(withCapital(us.seen('2026-11-21T15:42:00Z', now))).toMatch(/^Today 10:42\sAM$/)
    expect(us.brief('2026-11-21T15:42:00Z', now)).toMatch(/^10:42\sAM$/)
    expect(us.brief('2026-11-21T04:30:00Z', now)).toBe('Fri')
    expect(us.brief('2026-11-14T15:42:00Z', now)).toBe('Nov 14, 2026')
    expect(makeFormat('he-IL', 'UTC', 'ILS').seen('2026-11-21T10:42:00Z', now)).toBe('היום 10:42')
    // The browser's clock is slightly behind the server's.
    expect(us.seen('2026-11-22T06:00:00Z', now)).toMatch(/^today/)
  })
  test('formats relative time', () => {
    const now = new Date('2026-11-21T12:00:00Z')
    expect(us.ago('2026-11-21T11:48:00Z', now)).toBe('12 min. ago')
    expect(us.ago('2026-11-21T10:00:00Z', now)).toBe('2 hr. ago')
    expect(us.ago('2026-11-20T10:00:00Z', now)).toBe('yesterday')
    expect(us.ago('2026-10-20T10:00:00Z', now)).toBe('Oct 20, 2026')
    expect(us.ago('2026-11-21T12:00:40Z', now)).toBe('this minute')
  })
})
