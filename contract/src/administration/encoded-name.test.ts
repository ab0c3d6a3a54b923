import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeName, encodeName } from './encoded-name.ts'

test.each(['Mill Lane', 'Quayside', 'כביש הנמל', '海港路', 'A', 'TWlsbCBMYW5l', 'McDonald’s 24'])(
  'an encoded name comes back: %s',
  (name) => expect(decodeName(encodeName(name))).toBe(name),
)

test('any name without control characters comes back', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 4, maxLength: 200 }), (name) => {
      fc.pre(!/\p{Cc}/u.test(name))
      // Base64 of a few letters can itself be a word.
      fc.pre(/\d|[+/=]|[a-z][A-Z]/.test(encodeName(name)))
      expect(decodeName(encodeName(name))).toBe(name)
    }),
  ))

test.each(['Quayside', 'Bend', 'MAIN', 'McDonald', 'Mill Lane', 'Depot 24', 'Nord', 'Süd', 'a=b=', 'Unit2024'])(
  'a plain name stays as it is: %s',
  (name) => expect(decodeName(name)).toBe(name),
)
