import { ipCountOf, ipRangeOf, ipTextsOf, isPrefix } from '@cutaway/contract/rooms/organisation/ip-numbers.ts'
import { expect, test } from 'vitest'
import { hasPrivate, needsApproval } from './addresses.ts'

test.each(['0.0.0.0', '203.0.113.10', '255.255.255.255'])('%s is the same after a way through numbers', (address) => {
  expect(ipTextsOf(ipRangeOf(address, address))).toEqual([address, address])
})

test('a range counts its first and its last address', () => {
  expect(ipCountOf(ipRangeOf('203.0.113.10', '203.0.113.10'))).toBe(1)
  expect(ipCountOf(ipRangeOf('203.0.112.0', '203.0.113.255'))).toBe(512)
})

test('255 addresses need no approval, 256 do', () => {
  expect(needsApproval(ipRangeOf('203.0.113.1', '203.0.113.255'))).toBe(false)
  expect(needsApproval(ipRangeOf('203.0.113.0', '203.0.113.255'))).toBe(true)
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
  expect(hasPrivate(ipRangeOf(from, to))).toBe(expected)
})

test.each([
  ['2a02:8388:1:2::/64', 1],
  ['2a02:8388:1:200::/56', 256],
  ['2a02:8388::/32', 2 ** 32],
] as const)('%s has %d networks, and stays what it is', (prefix, count) => {
  const range = ipRangeOf(prefix, prefix)
  expect(ipCountOf(range)).toBe(count)
  expect(ipTextsOf(range)).toEqual([prefix, prefix])
})

test('networks of IPv6 are counted from the first to the last, and shown as one prefix where they are one', () => {
  const range = (from: string, to: string) => ipTextsOf(ipRangeOf(from, to))
  expect(range('2A02:8388:1:200::/64', '2a02:8388:1:2ff::/64')).toEqual([
    '2a02:8388:1:200::/56',
    '2a02:8388:1:200::/56',
  ])
  expect(range('2a02:8388:1:1::/64', '2a02:8388:1:2::/64')).toEqual(['2a02:8388:1:1::/64', '2a02:8388:1:2::/64'])
  expect(range('2a02:8388:1:2ff::9/56', '2a02:8388:1:2ff::9/56')[0]).toBe('2a02:8388:1:200::/56')
  expect(ipCountOf(ipRangeOf('2a02:8388:1:1::/64', '2a02:8388:1:2::/64'))).toBe(2)
})

test.each([
  ['2a02:8388:1:2::/64', true],
  ['2a02:8388:1:2::/65', false],
  ['2a02:8388::/31', false],
  ['2a02:8388:1:2::', false],
  ['fe80::/64', false],
  ['fd00:1:2:3::/64', false],
  ['::/64', false],
  ['2a02::8388::/64', false],
  ['203.0.113.0/24', false],
])('%s can be named: %s', (text, expected) => {
  expect(isPrefix(text)).toBe(expected)
})

test('the networks of examples are private', () => {
  expect(hasPrivate(ipRangeOf('2001:db8:1::/48', '2001:db8:1::/48'))).toBe(true)
  expect(hasPrivate(ipRangeOf('2001:db7:ffff:ffff::/64', '2001:db7:ffff:ffff::/64'))).toBe(false)
})
