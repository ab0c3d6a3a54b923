import { expect, test } from 'vitest'
import { addressOf, countOf, hasPrivate, needsApproval, numberOf, type Range } from './addresses.ts'

const range = (from: string, to: string): Range => ({ from: numberOf(from), to: numberOf(to) })

test.each(['0.0.0.0', '203.0.113.10', '255.255.255.255'])('%s is the same after a way through numbers', (address) => {
  expect(addressOf(numberOf(address))).toBe(address)
})

test('a range counts its first and its last address', () => {
  expect(countOf(range('203.0.113.10', '203.0.113.10'))).toBe(1)
  expect(countOf(range('203.0.112.0', '203.0.113.255'))).toBe(512)
})

test('255 addresses need no approval, 256 do', () => {
  expect(needsApproval(range('203.0.113.1', '203.0.113.255'))).toBe(false)
  expect(needsApproval(range('203.0.113.0', '203.0.113.255'))).toBe(true)
})

test.each([
  ['10.0.0.5', '10.0.0.9', true],
  ['172.15.255.250', '172.16.0.3', true],
  ['127.0.0.1', '127.0.0.1', true],
  ['192.167.0.0', '192.169.0.0', true],
  ['192.0.1.250', '192.0.2.5', true],
  ['224.0.0.0', '224.0.0.1', true],
  ['101.0.0.1', '101.0.0.9', false],
])('%s to %s: some address is private: %s', (from, to, expected) => {
  expect(hasPrivate(range(from, to))).toBe(expected)
})
