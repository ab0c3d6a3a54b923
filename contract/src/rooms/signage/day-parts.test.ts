import { describe, expect, test } from 'vitest'
import { anyPlaysAt, DayPart, lengthOf, overlapOf, playsAt, realLength, winnerOf } from './day-parts.ts'

/** Portland in 2026: clocks go forward on March 8 and back on November 1, each at 2 AM. */

const part = (given: Parameters<typeof DayPart.parse>[0]) => DayPart.parse(given)
const at = (day: string, time: string) => {
  const [hours, minutes] = time.split(':').map(Number)
  return { day, weekday: new Date(`${day}T00:00:00Z`).getUTCDay(), minute: hours! * 60 + minutes! }
}
const hours = (h: number) => h * 60
const night = part({ from: hours(20), to: hours(6) })
/** Local time minus UTC in Portland, from a table of the two days in question. */
const portland = (moment: Date) => {
  const utc = moment.getTime()
  const isSummer = utc >= Date.UTC(2026, 2, 8, 10) && utc < Date.UTC(2026, 10, 1, 9)
  return (isSummer ? -7 : -8) * 3_600_000
}

describe('a part of the day', () => {
  test('plays from its first minute until the one before its end', () => {
    const morning = part({ weekdays: [1, 2, 3, 4, 5], from: hours(7), to: hours(10) })
    expect(playsAt(morning, at('2026-11-20', '06:59'))).toBe(false)
    expect(playsAt(morning, at('2026-11-20', '07:00'))).toBe(true)
    expect(playsAt(morning, at('2026-11-20', '09:59'))).toBe(true)
    expect(playsAt(morning, at('2026-11-20', '10:00'))).toBe(false)
    expect(playsAt(morning, at('2026-11-21', '08:00'))).toBe(false)
  })

  test('that goes beyond midnight belongs to the day on which it begins', () => {
    const friday = part({ weekdays: [5], from: hours(20), to: hours(6) })
    expect(playsAt(friday, at('2026-11-20', '23:00'))).toBe(true)
    expect(playsAt(friday, at('2026-11-21', '05:59'))).toBe(true)
    expect(playsAt(friday, at('2026-11-21', '06:00'))).toBe(false)
    expect(playsAt(friday, at('2026-11-21', '23:00'))).toBe(false)
    expect(playsAt(friday, at('2026-11-20', '05:00'))).toBe(false)
  })

  test('with equal ends lasts a whole day, and until midnight when it ends at 24:00', () => {
    expect(lengthOf(part({ from: hours(8), to: hours(8) }))).toBe(1440)
    const all = part({})
    expect(playsAt(all, at('2026-11-20', '00:00')) && playsAt(all, at('2026-11-20', '23:59'))).toBe(true)
    const evening = part({ weekdays: [5], from: hours(18), to: hours(24) })
    expect(playsAt(evening, at('2026-11-21', '00:00'))).toBe(false)
  })

  test('has a first and a last day, and its last night ends in the morning after', () => {
    const campaign = part({ from: hours(20), to: hours(6), starts_on: '2026-11-02', ends_on: '2026-11-20' })
    expect(playsAt(campaign, at('2026-11-01', '23:00'))).toBe(false)
    expect(playsAt(campaign, at('2026-11-02', '03:00'))).toBe(false)
    expect(playsAt(campaign, at('2026-11-21', '05:00'))).toBe(true)
    expect(playsAt(campaign, at('2026-11-21', '21:00'))).toBe(false)
    expect(DayPart.safeParse({ starts_on: '2026-11-20', ends_on: '2026-11-02' }).success).toBe(false)
  })

  test('without parts everything plays always', () => {
    expect(anyPlaysAt([], at('2026-11-20', '03:00'))).toBe(true)
    expect(anyPlaysAt([night], at('2026-11-20', '12:00'))).toBe(false)
  })
})

describe('on the nights when clocks change', () => {
  test('the night of spring is an hour shorter, the one of autumn an hour longer', () => {
    expect(realLength(night, '2026-03-06', portland)).toBe(600)
    expect(realLength(night, '2026-03-07', portland)).toBe(540)
    expect(realLength(night, '2026-10-31', portland)).toBe(660)
    expect(realLength(night, '2026-11-01', portland)).toBe(600)
  })

  test('a part in the hour that is skipped or repeated follows the clock on the wall', () => {
    const early = part({ from: hours(1.5), to: hours(2.5) })
    expect(realLength(early, '2026-11-01', portland)).toBe(120)
    // From 1:30 the clock jumps from 2 to 3, which is after the end.
    expect(realLength(early, '2026-03-08', portland)).toBe(60)
    expect(playsAt(early, at('2026-03-08', '03:00'))).toBe(false)
    expect(playsAt(early, at('2026-11-01', '01:45'))).toBe(true)
  })
})

describe('two parts', () => {
  const day = part({ weekdays: [1, 2, 3, 4, 5], from: hours(10), to: hours(18) })
  const tyres = part({ weekdays: [4], from: hours(12), to: hours(16) })
  const week = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']

  test('overlap is found with its day and hours, also across midnight', () => {
    expect(overlapOf(day, tyres, week)).toEqual({ day: '2026-11-19', from: hours(12), to: hours(16) })
    expect(overlapOf(night, part({ weekdays: [6], from: hours(5), to: hours(7) }), week)).toMatchObject({
      day: '2026-11-20',
      from: hours(29),
      to: hours(30),
    })
    expect(overlapOf(day, night, week)).toBeUndefined()
  })

  test('the shorter one wins, and of equal length the later one', () => {
    const [a, b, c] = [day, tyres, tyres].map((when, i) => ({ when, name: 'abc'[i] }))
    expect(winnerOf([a!, b!])?.name).toBe('b')
    expect(winnerOf([b!, c!])?.name).toBe('c')
    expect(winnerOf([])).toBeUndefined()
  })
})
