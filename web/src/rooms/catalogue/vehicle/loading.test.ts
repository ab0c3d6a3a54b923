import { expect, test } from 'vitest'
import { loadOrder, nextToLoad, standIn } from './loading.ts'

const count = 46
const none = new Set<number>()

test('loads the current picture first, then every fourth on both sides, then the rest', () => {
  const order = loadOrder(7, count)
  expect(order.slice(0, 5)).toEqual([7, 11, 3, 15, 45])
  expect(order.slice(0, 11)).toEqual([7, 11, 3, 15, 45, 19, 41, 23, 37, 27, 33])
  expect(order.slice(11, 15)).toEqual([8, 6, 9, 5])
  expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i + 1))
})

test('loads the first picture alone', () => {
  expect(nextToLoad(7, 7, count, { loaded: none, busy: none, failed: none })).toEqual([7])
  expect(nextToLoad(7, 7, count, { loaded: none, busy: new Set([7]), failed: none })).toEqual([])
})

test('then loads four at a time', () => {
  const loaded = new Set([7])
  expect(nextToLoad(7, 7, count, { loaded, busy: none, failed: none })).toEqual([11, 3, 15, 45])
  expect(nextToLoad(7, 7, count, { loaded, busy: new Set([11, 3, 15]), failed: none })).toEqual([45])
  expect(nextToLoad(7, 7, count, { loaded, busy: new Set([11, 3, 15, 45]), failed: none })).toEqual([])
})

test('gives priority to the picture that the user turns to', () => {
  const fetched = { loaded: new Set([7, 11]), busy: new Set([3, 15, 45, 19]), failed: none }
  expect(nextToLoad(9, 7, count, fetched)).toEqual([9])
})

test('does not retry a failed picture by itself, and still loads the others', () => {
  expect(nextToLoad(7, 7, count, { loaded: none, busy: none, failed: new Set([7]) })).toEqual([11, 3, 15, 45])
  const all = new Set(loadOrder(7, count))
  expect(nextToLoad(7, 7, count, { loaded: all, busy: none, failed: none })).toEqual([])
})

test('shows the nearest loaded neighbour until the picture is loaded', () => {
  expect(standIn(9, none, count)).toBeNull()
  expect(standIn(9, new Set([9, 7]), count)).toBe(9)
  expect(standIn(9, new Set([7, 45]), count)).toBe(7)
  expect(standIn(46, new Set([3, 30]), count)).toBe(3)
})
