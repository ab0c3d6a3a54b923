import { describe, expect, test } from 'vitest'
import { spreadWords } from './spread.ts'

describe('the times of words', () => {
  test('follow their lengths', () => {
    const words = spreadWords('No wear here', 1, 3)
    expect(words.map(({ text }) => text)).toEqual(['No', 'wear', 'here'])
    expect(words.map(({ start }) => start)).toEqual([1, expect.closeTo(1.5), expect.closeTo(2.25)])
    expect(words.at(-1)?.end).toBeCloseTo(3)
  })

  test('stop for the pause after a comma', () => {
    const words = spreadWords('Press here, wait there.', 0, 4.5, [[2, 2.5]])
    expect(words.map(({ start }) => start)).toEqual([0, 1, 2.5, expect.closeTo(3.357)])
  })

  test('keep to the lengths when a pause stands where no clause ends', () => {
    const words = spreadWords('Press here, wait there.', 0, 4.5, [[0.3, 0.5]])
    expect(words[2]?.start).toBeCloseTo((4.5 * 14) / 28)
  })
})
