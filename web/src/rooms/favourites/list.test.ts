import { expect, test } from 'vitest'
import { favouriteOf, moved, withFavourite, withoutFavourite } from './list.ts'

const list = ['A', 'B', 'C'].map((part_id, i) => ({ id: i + 10, part_id, sequence_no: i + 1 }))
const parts = (of: typeof list) => of.map(({ part_id }) => part_id).join('')

test('moves a favourite and renumbers the list from 1', () => {
  expect(parts(moved(list, 0, 2))).toBe('BCA')
  expect(moved(list, 2, 0).map(({ part_id, sequence_no }) => `${part_id}${sequence_no}`)).toEqual(['C1', 'A2', 'B3'])
  expect(parts(moved(list, 0, 99))).toBe('BCA')
  expect(parts(moved(list, 1, -1))).toBe('BAC')
  expect(parts(moved(list, 7, 0))).toBe('ABC')
})
test('adds a favourite at the end, or before the one whose number it takes', () => {
  expect(parts(withFavourite(list, { id: 1, part_id: 'D', sequence_no: 4 }))).toBe('ABCD')
  expect(parts(withFavourite(list, { id: 1, part_id: 'D', sequence_no: 2 }))).toBe('ADBC')
  expect(parts(withFavourite([], { id: 1, part_id: 'D', sequence_no: 9 }))).toBe('D')
})
test('a removed favourite leaves a gap for undo', () => {
  const without = withoutFavourite(list, 'B')
  expect(without.map(({ sequence_no }) => sequence_no)).toEqual([1, 3])
  expect(parts(withFavourite(without, list[1]!))).toBe('ABC')
  expect(favouriteOf(without, 'B')).toBeUndefined()
})
