import { expect, test } from 'vitest'
import { rangeCount } from './range-count.ts'

test('counts both ends of a range', () => {
  expect(rangeCount('203.0.113.10', '203.0.113.10')).toBe(1)
  expect(rangeCount(' 203.0.113.0', '203.0.114.0 ')).toBe(257)
  expect(rangeCount('0.0.0.0', '255.255.255.255')).toBe(2 ** 32)
  expect(rangeCount('2a02:8388:1:200::/56', '2a02:8388:1:200::/56')).toBe(256)
})
test('counts nothing of what is no range', () => {
  expect(rangeCount('203.0.113.10', '203.0.113.9')).toBeNull()
  expect(rangeCount('203.0.113', '203.0.113.9')).toBeNull()
  expect(rangeCount('203.0.113.256', '203.0.114.9')).toBeNull()
  expect(rangeCount('', '')).toBeNull()
  expect(rangeCount('203.0.113.10', '2a02:8388:1:200::/56')).toBeNull()
  expect(rangeCount('2a02::/32', '2a03::/32')).toBeNull()
})
