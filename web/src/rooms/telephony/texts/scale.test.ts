import { expect, test } from 'vitest'
import { scaleTo } from './scale.ts'

test.each([
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [22, [0, 10, 20, 30]],
  [214, [0, 100, 200, 300]],
  [9999, [0, 5000, 10_000]],
])('the lines of a chart of at most %s', (most, lines) => expect(scaleTo(most)).toEqual(lines))
