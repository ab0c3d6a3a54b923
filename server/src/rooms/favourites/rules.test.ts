import { expect, test } from 'vitest'
import { reordered } from './rules.ts'

const list = [
  { id: 10, part_id: 'A', sequence_no: 1 },
  { id: 20, part_id: 'B', sequence_no: 2 },
  { id: 30, part_id: 'C', sequence_no: 4 },
]

test('a favourite with the number of another one moves before it', () => {
  expect(reordered(list, [{ id: 30, sequence_no: 1 }])).toEqual([30, 10, 20])
  expect(reordered(list, [{ id: 30, sequence_no: 2 }])).toEqual([10, 30, 20])
})
test('a number beyond the last one moves to the end', () => {
  expect(reordered(list, [{ id: 10, sequence_no: 99 }])).toEqual([20, 30, 10])
})
test('the whole list can be renumbered', () => {
  const turned = list.map(({ id }, i) => ({ id, sequence_no: list.length - i }))
  expect(reordered(list, turned)).toEqual([30, 20, 10])
})
test('favourites with the same number keep their previous order', () => {
  const same = list.map((one) => ({ ...one, sequence_no: 1 }))
  expect(reordered(same, [])).toEqual([10, 20, 30])
})
