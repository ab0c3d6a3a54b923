import { describe, expect, test } from 'vitest'
import { type LabelTrack, readLabelTrack } from '../engine/labels/labels.ts'
import { posterLabels, posterMoment } from './still-labels.ts'

/** Makes a label that is visible from `from` to `to`, with a fade of 0.2 s before and after. */
const label = (id: string, from: number, to: number, box: [number, number]) => ({
  id,
  box,
  runs: [
    [
      [from - 0.2, 100, 100, 0],
      [from, 100, 100, 1],
      [to, 300, 100, 1],
      [to + 0.2, 300, 100, 0],
    ] as const,
  ],
})
const texts = Object.fromEntries(['a', 'b', 'c', 'left', 'near', 'far'].map((id) => [id, id]))
const track = (...labels: ReturnType<typeof label>[]): LabelTrack => {
  const read = readLabelTrack({ format: 1, width: 1000, height: 500, labels })
  if (!read) throw new Error('the track of the test cannot be read')
  return read
}

describe('the moment of the poster', () => {
  test('is the middle of the time with the most labels', () => {
    const moment = posterMoment(
      track(label('a', 1, 5, [0, 0]), label('b', 2, 4, [0, 0]), label('c', 8, 9, [0, 0])),
      texts,
    )
    expect(moment).toBeCloseTo(3, 1)
  })
  test('is in the longer of two such times', () => {
    const moment = posterMoment(track(label('a', 1, 2, [0, 0]), label('b', 5, 9, [0, 0])), texts)
    expect(moment).toBeCloseTo(7, 1)
  })
  test('none without labels', () => expect(posterMoment(track(), texts)).toBeNull())
})

describe('the labels of the poster', () => {
  const three = track(label('left', 1, 3, [100, 100]), label('near', 1, 3, [200, 100]), label('far', 1, 3, [900, 400]))
  test('are fractions of the picture, with the point at its position at that moment', () => {
    const [first] = posterLabels(track(label('a', 1, 3, [500, 250])), texts, 4)
    expect(first?.box).toEqual({ x: 0.5, y: 0.5 })
    expect(first?.point.x).toBeCloseTo(0.2, 2)
    expect(first?.point.y).toBeCloseTo(0.2, 2)
  })
  test('first the one with the shortest line, then the one farthest from it', () =>
    expect(posterLabels(three, texts, 3).map(({ id }) => id)).toEqual(['near', 'far', 'left']))
  test('are limited to the given number', () => expect(posterLabels(three, texts, 2)).toHaveLength(2))
})
