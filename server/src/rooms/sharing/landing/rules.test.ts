import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeStretches, standingAnswer, watchedPercent } from './rules.ts'

describe('the watched ranges of a film of 100 seconds', () => {
  const percent = (...flat: number[]) => watchedPercent(mergeStretches(flat, 100)!, 100)

  test('count each second on the screen once', () => {
    expect(percent()).toBe(0)
    expect(percent(0, 25)).toBe(25)
    expect(percent(0, 25, 0, 25)).toBe(25)
    expect(percent(50, 75, 0, 60)).toBe(75)
    expect(percent(0, 10, 90, 100)).toBe(20)
  })
  test('never exceed the film', () => {
    expect(percent(0, 86_400)).toBe(100)
    expect(percent(90, 500)).toBe(10)
    expect(watchedPercent([0, 1], 0)).toBe(0)
  })
  test('a list that is no list of ranges is refused', () => {
    expect(mergeStretches([1], 100)).toBeNull()
    expect(mergeStretches([5, 2], 100)).toBeNull()
    expect(mergeStretches([0, Number.NaN], 100)).toBeNull()
  })
  test('do not depend on the order or the repetition of reports', () => {
    const stretch = fc
      .tuple(fc.integer({ min: 0, max: 1200 }), fc.integer({ min: 0, max: 1200 }))
      .map(([a, b]) => [Math.min(a, b) / 10, Math.max(a, b) / 10] as const)
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 20 }), fc.integer({ min: 0, max: 20 }), (stretches, cut) => {
        const whole = mergeStretches(stretches.flat(), 100)!
        const first = mergeStretches(stretches.slice(cut).flat(), 100)!
        const later = mergeStretches([...first, ...stretches.slice(0, cut).flat()], 100)!
        expect(watchedPercent(later, 100)).toBe(watchedPercent(whole, 100))
        expect(mergeStretches([...whole, ...whole], 100)).toEqual(whole)
        for (let i = 2; i < whole.length; i += 2) expect(whole[i]!).toBeGreaterThan(whole[i - 1]!)
      }),
    )
  })
})

test('an answer counts until it is taken back', () => {
  const at = new Date('2026-11-22T09:44:00Z')
  expect(standingAnswer(undefined)).toBeNull()
  expect(standingAnswer({ answer: 'approve', at })).toEqual({ answer: 'approve', at: at.toISOString() })
  expect(standingAnswer({ answer: 'withdraw', at })).toBeNull()
})
