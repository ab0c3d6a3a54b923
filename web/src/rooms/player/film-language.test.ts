import { expect, test } from 'vitest'
import { readFilmLanguage, wantedOn } from './film-language.ts'

test('stores the narration language per page language', () => {
  const choice = readFilmLanguage('50,94')
  expect(wantedOn(50, choice)).toBe(94)
  expect(wantedOn(71, choice)).toBeNull()
  expect(wantedOn(50, { page: 50, film: 50 })).toBeNull()
})

test('treats an invalid stored value as no choice', () => {
  for (const text of [null, '', 'fr', '50', '50,x', '50,94,3']) expect(readFilmLanguage(text)).toBeNull()
})
