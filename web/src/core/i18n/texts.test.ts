import { describe, expect, test } from 'vitest'
import { makeTranslate } from './texts.ts'

describe('makeTranslate', () => {
  const t = makeTranslate(
    {
      'Part no found': 'Part not found',
      reference: 'Reference {reference}',
      films_count_one: '{count} film',
      films_count_other: '{count} films',
      copyright_line: '© {year}.',
    },
    'en-US',
  )
  test('a key may be a sentence, and a key without a text is shown as it is', () => {
    expect(t('Part no found')).toBe('Part not found')
    expect(t('a: b. c')).toBe('a: b. c')
  })
  test('fills placeholders and keeps unknown ones', () => {
    expect(t('reference', { reference: '7F3A-21C' })).toBe('Reference 7F3A-21C')
    expect(t('reference')).toBe('Reference {reference}')
    expect(t('reference', { reference: '$& {year}' })).toBe('Reference $& {year}')
  })
  test('counts select a plural form and are grouped, years are not', () => {
    expect(t('films_count', { count: 1 })).toBe('1 film')
    expect(t('films_count', { count: 0 })).toBe('0 films')
    expect(t('films_count', { count: 1204 })).toBe('1,204 films')
    expect(t('copyright_line', { year: 2026 })).toBe('© 2026.')
  })
  test('uses every plural form of a language, and falls back to "other"', () => {
    const hebrew = makeTranslate({ a_one: 'אחד', a_two: 'שניים', a_other: '{count}' }, 'he-IL')
    expect([1, 2, 5].map((count) => hebrew('a', { count }))).toEqual(['אחד', 'שניים', '5'])
    const french = makeTranslate({ a_one: 'un', a_other: 'des' }, 'fr-FR')
    expect(french('a', { count: 1_000_000 })).toBe('des')
  })
})
