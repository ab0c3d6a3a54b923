import { countFor, problemsOf } from '@cutaway/contract/administration/message-texts.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shippedTexts } from '../../../core/texts.ts'
import { readTextFile } from './text-file.ts'

describe('readTextFile', () => {
  test('reads whatever JSON.stringify writes, with the line of each key', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })),
        fc.constantFrom(undefined, 2, '\t'),
        (texts, indent) => {
          const { entries, brokenAt } = readTextFile(JSON.stringify(texts, null, indent))
          expect(brokenAt).toBeNull()
          expect(entries.map(({ key, text }) => [key, text])).toEqual(Object.entries(texts))
          if (indent !== undefined) expect(entries.map(({ line }) => line)).toEqual(entries.map((_, i) => i + 2))
        },
      ),
    )
  })

  test('accepts and refuses the same files as JSON.parse', () => {
    const parts = ['{', '}', '"a"', '"b"', ':', ',', '1', 'null', ' ', '\n', '"\\u00e9"', '"\\x"', 'x']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 9 }), (pieces) => {
        const file = pieces.join('')
        let isFlat = false
        try {
          const value: unknown = JSON.parse(file)
          isFlat = typeof value === 'object' && value !== null && !Object.values(value).some((v) => v instanceof Object)
        } catch {
          // Not JSON.
        }
        expect(readTextFile(file).brokenAt === null).toBe(isFlat)
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['a missing comma', '{\n"a": "1"\n"b": "2"\n}', 3],
    ['a comma at the end', '{\n"a": "1",\n}', 3],
    ['an object in an object', '{\n"a": {\n"b": "2" } }', 2],
    ['text after the end', '{}\n\nx', 3],
    ['an empty file', '', 1],
  ])('names the line of %s', (_, file, line) => expect(readTextFile(file).brokenAt).toBe(line))
})

test('no shipped text has a problem', () => {
  for (const tag of ['en-AU', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH'])
    for (const { key, english, text } of shippedTexts(tag))
      expect(text === undefined ? [] : problemsOf(english, text, { key }), `${tag} ${key}`).toEqual([])
})

test('shows each plural form with a count that the language uses it for', () => {
  expect(countFor('one', 'en-US')).toBe(1)
  expect(countFor('other', 'en-US')).toBe(12)
  expect(countFor('two', 'he-IL')).toBe(2)
  expect(countFor('two', 'en-US')).toBeUndefined()
  expect(countFor('one', 'th-TH')).toBeUndefined()
})
