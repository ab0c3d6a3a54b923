import { describe, expect, test } from 'vitest'
import { bare, toPhonemes, unknownWords } from './hebrew.ts'

describe('Hebrew for the voice', () => {
  test('reads vowel points as modern speakers do', () => {
    expect(toPhonemes('בֶּלֶם')).toBe("[[b'elem]]")
    expect(toPhonemes('לַחַץ')).toBe("[[l'aXats]]")
    expect(toPhonemes('רְפִידוֹת')).toBe(`[[Q"efid'ot]]`)
    expect(toPhonemes('עֲצִירָה')).toBe(`[[atsiQ"'a]]`)
    expect(toPhonemes('צִינּוֹר')).toBe(`[[tsin'oQ"]]`)
    expect(toPhonemes('סִיבוּב')).toBe("[[siv'uv]]")
    expect(toPhonemes('יָדָיו')).toBe("[[jad'av]]")
  })

  test('says a patah under a last guttural before it, and leaves the stress where it was', () => {
    expect(toPhonemes('תַּפּוּחַ')).toBe("[[tap'uaX]]")
  })

  test('puts the stress where the accent ole marks it', () => {
    expect(toPhonemes('מִילִימֶ֫טֶר')).toBe(`[[milim'eteQ"]]`)
  })

  test('finds words of the list without their points, and behind prefixes', () => {
    expect(toPhonemes('בלם')).toBe("[[b'elem]]")
    expect(toPhonemes('ושהבלם')).toBe("[[veSehab'elem]]")
  })

  test('leaves punctuation and everything that is not Hebrew as it stands', () => {
    expect(toPhonemes('הבלם, ABS 2.')).toBe("[[hab'elem]], ABS 2.")
  })

  test('gives a word that nobody has pointed some vowels, and tells of it', () => {
    expect(toPhonemes('קרבורטור')).toMatch(/^\[\[k[aeiou'].*\]\]$/)
    expect(unknownWords('הבלם קרבורטור קַרְבּוּרָטוֹר')).toEqual(['קרבורטור'])
  })

  test('takes points off without touching letters and dashes', () => {
    expect(bare('בֶּלֶם־יָד')).toBe('בלם־יד')
  })
})
