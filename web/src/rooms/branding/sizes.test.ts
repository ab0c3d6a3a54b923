import { expect, test } from 'vitest'
import { fittingSize, isTooLarge } from '@cutaway/contract/rooms/branding/pictures.ts'
import { sortedBy } from './lists.ts'
import { other, pixels } from './sizes.ts'

test('accepts whole numbers of pixels only', () => {
  expect([' 120 ', '1', '4000'].map(pixels)).toEqual([120, 1, 4000])
  expect(['', ' ', '0', '-5', '4001', '1.5', 'wide', '1e9'].map(pixels)).toEqual(Array.from({ length: 8 }, () => null))
})
test('one side follows the other in proportion to the picture, and is at least 1', () => {
  const picture = { width: 2400, height: 600 }
  expect(other('width', 1200, picture)).toBe(300)
  expect(other('height', 100, picture)).toBe(400)
  expect(other('width', 1, { width: 3000, height: 2 })).toBe(1)
})
test('the proposed size fits the slot of the picture', () => {
  expect(fittingSize('banner', { width: 2400, height: 1200 })).toEqual({ width: 1000, height: 500 })
  expect(fittingSize('logo', { width: 1000, height: 100 })).toEqual({ width: 250, height: 25 })
  expect(fittingSize('logo', { width: 100, height: 100 })).toEqual({ width: 100, height: 100 })
  expect(isTooLarge('banner', { width: 2000, height: 500 })).toBe(false)
  expect(isTooLarge('banner', { width: 2000, height: 501 })).toBe(true)
  expect(isTooLarge('logo', { width: 251, height: 1 })).toBe(true)
})
test('sorts rows by a text column in both directions', () => {
  const rows = ['b@x.com', 'A@x.com', 'c@x.com']
  expect(sortedBy(rows, (row) => row, { by: 'email', descending: false })).toEqual(['A@x.com', 'b@x.com', 'c@x.com'])
  expect(sortedBy(rows, (row) => row, { by: 'email', descending: true })).toEqual(['c@x.com', 'b@x.com', 'A@x.com'])
})
