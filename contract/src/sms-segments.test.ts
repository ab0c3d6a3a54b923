import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldTypography, segmentsOf } from './sms-segments.ts'

describe('segments of a text message', () => {
  test.each([
    ['nothing', '', { encoding: 'GSM-7', units: 0, segments: 0, unitsLeft: 160 }],
    ['plain words', 'Your brakes', { encoding: 'GSM-7', units: 11, segments: 1, unitsLeft: 149 }],
    ['letters that telephones have', 'ñ Ü é à Ω', { encoding: 'GSM-7', units: 9, segments: 1, unitsLeft: 151 }],
    ['signs of two units', '€[x]', { encoding: 'GSM-7', units: 7, segments: 1, unitsLeft: 153 }],
    ['a full part', 'a'.repeat(160), { encoding: 'GSM-7', units: 160, segments: 1, unitsLeft: 0 }],
    ['one more than a part', 'a'.repeat(161), { encoding: 'GSM-7', units: 161, segments: 2, unitsLeft: 145 }],
    ['two full parts', 'a'.repeat(306), { encoding: 'GSM-7', units: 306, segments: 2, unitsLeft: 0 }],
    ['three', 'a'.repeat(307), { encoding: 'GSM-7', units: 307, segments: 3, unitsLeft: 152 }],
    ['Hebrew', 'שלום', { encoding: 'UCS-2', units: 4, segments: 1, unitsLeft: 66 }],
    ['a full part of Hebrew', 'ש'.repeat(70), { encoding: 'UCS-2', units: 70, segments: 1, unitsLeft: 0 }],
    ['one more', 'ש'.repeat(71), { encoding: 'UCS-2', units: 71, segments: 2, unitsLeft: 63 }],
    ['an emoji', '👍', { encoding: 'UCS-2', units: 2, segments: 1, unitsLeft: 68 }],
    ['a curly apostrophe alone', 'It’s', { encoding: 'UCS-2', units: 4, segments: 1, unitsLeft: 66 }],
  ])('%s', (_, text, expected) => expect(segmentsOf(text)).toEqual(expected))

  test('a character of two units is not split between two segments', () => {
    // 152 units and then a euro: the euro starts the second segment, so one unit of the first is unused.
    expect(segmentsOf(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toMatchObject({ units: 305, segments: 2, unitsLeft: 0 })
    expect(segmentsOf(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toMatchObject({ units: 306, segments: 3 })
    // 66 units and then a thumb, in segments of 67.
    expect(segmentsOf(`${'ש'.repeat(66)}👍${'ש'.repeat(65)}`)).toMatchObject({ units: 133, segments: 2, unitsLeft: 0 })
    expect(segmentsOf(`${'ש'.repeat(66)}👍${'ש'.repeat(66)}`)).toMatchObject({ units: 134, segments: 3 })
  })

  test('the GSM alphabet is complete', () => {
    const letters = Array.from({ length: 0x3ff }, (_, code) => String.fromCodePoint(code))
    const known = letters.filter((letter) => segmentsOf(letter).encoding === 'GSM-7')
    // 127 letters of one unit and nine of two; the tenth of these, the euro, is beyond the range.
    expect(known).toHaveLength(127 + 9)
  })

  test('a longer text never needs fewer segments, and the remaining units fit', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: 'grapheme' }), (text) => {
        const { segments, encoding, unitsLeft } = segmentsOf(text)
        expect(segmentsOf(`${text}a`).segments).toBeGreaterThanOrEqual(segments)
        const filler = encoding === 'GSM-7' || segments > 0 ? 'a'.repeat(unitsLeft) : ''
        expect(segmentsOf(text + filler).segments).toBe(segments === 0 && filler !== '' ? 1 : segments)
      }),
    )
  })
})

describe('foldTypography', () => {
  test.each([
    ['“It’s worn” – see…', '"It\'s worn" - see...'],
    ['«Óptimo» frenos à neuf', '"Optimo" frenos à neuf'],
    ['señor, Grüße, ça', 'señor, Grüße, ca'],
    ['12\u{a0}mm', '12 mm'],
    ['cœur', 'coeur'],
  ])('%s', (typed, folded) => {
    expect(foldTypography(typed)).toBe(folded)
    expect(segmentsOf(folded).encoding).toBe('GSM-7')
  })

  test('does not change letters of other scripts and emoji', () => {
    for (const text of ['שלום', '刹车', 'เบรก', 'най', '👍']) expect(foldTypography(text)).toBe(text)
  })

  test('does not change plain text, and is idempotent', () => {
    const text = 'Plain: ä ö ñ ü à é ß € [x] 100 %\n@£$'
    expect(foldTypography(text)).toBe(text)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => {
        expect(foldTypography(foldTypography(any))).toBe(foldTypography(any))
      }),
    )
  })
})
