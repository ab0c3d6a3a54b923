import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldTypography, segmentsOf } from './sms-segments.ts'

describe('parts of a text message', () => {
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

  test('a sign of two units is not divided between two parts', () => {
    // 152 units and then a euro: the euro begins the second part, so that one unit of the first is lost.
    expect(segmentsOf(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toMatchObject({ units: 305, segments: 2, unitsLeft: 0 })
    expect(segmentsOf(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toMatchObject({ units: 306, segments: 3 })
    // 66 units and then a thumb, in parts of 67.
    expect(segmentsOf(`${'ש'.repeat(66)}👍${'ש'.repeat(65)}`)).toMatchObject({ units: 133, segments: 2, unitsLeft: 0 })
    expect(segmentsOf(`${'ש'.repeat(66)}👍${'ש'.repeat(66)}`)).toMatchObject({ units: 134, segments: 3 })
  })

  test('the alphabet of telephones is whole', () => {
    const letters = Array.from({ length: 0x3ff }, (_, code) => String.fromCodePoint(code))
    const known = letters.filter((letter) => segmentsOf(letter).encoding === 'GSM-7')
    // 127 letters of one unit and nine of two; the tenth of these, the euro, stands beyond.
    expect(known).toHaveLength(127 + 9)
  })

  test('a longer text never needs fewer parts, and what is left fits', () => {
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

describe('typographic signs made plain', () => {
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

  test('letters of other scripts and emoji stay', () => {
    for (const text of ['שלום', '刹车', 'เบรก', 'най', '👍']) expect(foldTypography(text)).toBe(text)
  })

  test('what is plain already does not change', () => {
    const text = 'Plain: ä ö ñ ü à é ß € [x] 100 %\n@£$'
    expect(foldTypography(text)).toBe(text)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => {
        expect(foldTypography(foldTypography(any))).toBe(foldTypography(any))
      }),
    )
  })
})
