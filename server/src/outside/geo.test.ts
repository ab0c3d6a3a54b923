import { expect, test } from 'vitest'
import { countryOf } from './geo.ts'

test('returns the country of foreign addresses, both IPv4 and IPv6', () => {
  expect(countryOf('8.8.8.8')).toBe('us')
  expect(countryOf('1.1.1.1')).toBe('au')
  expect(countryOf('::ffff:8.8.8.8')).toBe('us')
  expect(countryOf('2001:4860:4860::8888')).toBe('us')
})

test('returns no country for private addresses, though the database says Australia', () => {
  const local = [
    '127.0.0.1',
    '::1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '::ffff:192.168.1.1',
    '169.254.7.7',
    '100.64.0.1',
  ]
  for (const ip of [
    ...local,
    'fe80::1%eth0',
    'fd00::17',
    '203.0.113.5',
    '2001:db8::1',
    '0.0.0.0',
    '::',
    '255.255.255.255',
  ])
    expect([ip, countryOf(ip)]).toEqual([ip, undefined])
})

test('returns no country for an invalid address', () => {
  for (const ip of ['', 'unknown', '8.8.8', '8.8.8.8, 1.1.1.1', "'; drop table"]) expect(countryOf(ip)).toBeUndefined()
})
