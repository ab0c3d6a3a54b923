import { expect, test } from 'vitest'
import { makeSealer } from './seal.ts'

const sealer = makeSealer('a secret of the test', 'names')

test('a sealed name opens with the same key and context only', () => {
  const sealed = sealer.seal('Marcus Hale', '31 b1')
  expect(sealed).not.toContain('Marcus')
  expect(sealer.seal('Marcus Hale', '31 b1')).not.toBe(sealed)
  expect(sealer.open(sealed, '31 b1')).toBe('Marcus Hale')
  expect(sealer.open(sealed, '31 b2')).toBeUndefined()
  expect(makeSealer('another secret of the test', 'names').open(sealed, '31 b1')).toBeUndefined()
  expect(sealer.open('', '31 b1')).toBeUndefined()
})

test.each([
  ['Marcus Hale', 'ma', true],
  ['Marcus Hale', 'hale mar', true],
  ['Marcus Hale', 'arcus', false],
  ['José Álvarez', 'alv', true],
  ['דנה לוי', 'לו', true],
  ['Bartholomew', 'bartholomews', true],
  ['Marcus Hale', 'marco', false],
])('%s is found by %s: %s', (name, search, found) => {
  const index = sealer.beginnings(name, '31 b1')
  expect(sealer.wanted(search, '31 b1').every((hash) => index.includes(hash))).toBe(found)
  expect(sealer.wanted(search, '31 b2').some((hash) => index.includes(hash))).toBe(false)
})
