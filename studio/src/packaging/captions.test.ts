import { describe, expect, test } from 'vitest'
import { captions, time } from './captions.ts'
import { termsOf, unitsOf } from './units.ts'

describe('captions', () => {
  test('follow the words of the voice', () => {
    const heard = [{ start: 0.6, end: 1.5, words: [0.6, 0.9] }]
    expect(captions({ language: 'en-US', lines: ['The disc.'], heard, duration: 25 })).toBe(
      'WEBVTT\n\n1\n00:00:00.600 --> 00:00:01.750 line:88%\n<c>The</c> <00:00:00.900><c>disc.</c>\n',
    )
  })

  test('of a language without a voice are spread over the time of the line', () => {
    const heard = [{ start: 1, end: 3 }]
    expect(captions({ language: 'es-ES', lines: ['no el freno'], heard, duration: 25 })).toContain(
      '<c>no</c> <00:00:01.533><c>el</c> <00:00:02.067><c>freno</c>',
    )
  })

  test('end where the next line or the film ends at the latest', () => {
    const heard = [
      { start: 0, end: 1 },
      { start: 1.1, end: 2 },
    ]
    const text = captions({ language: 'en-US', lines: ['One.', 'Two.'], heard, duration: 2.1 })
    expect(text).toContain('00:00:00.000 --> 00:00:01.100')
    expect(text).toContain('00:00:01.100 --> 00:00:02.100')
  })

  test('leave out a word time that does not lie after the one before', () => {
    const heard = [{ start: 0, end: 2, words: [0, 0.5, 0.5] }]
    const text = captions({ language: 'en-US', lines: ['One two three'], heard, duration: 5 })
    expect(text).toContain('<00:00:00.500><c>two</c> <c>three</c>')
  })

  test('escape what WebVTT would take for marks', () => {
    const heard = [{ start: 0, end: 2 }]
    expect(captions({ language: 'en-US', lines: ['R&D'], heard, duration: 5 })).toContain('<c>R&amp;D</c>')
  })

  test('are refused when lines are missing', () => {
    expect(() => captions({ language: 'th-TH', lines: ['a', 'b'], heard: [], duration: 5 })).toThrow('th-TH: 2 lines')
  })

  test('write hours too', () => {
    expect(time(3725.0414)).toBe('01:02:05.041')
  })
})

describe('words of a language without spaces', () => {
  const words = (tag: string, text: string, terms: string[] = []) => unitsOf(tag, text, terms).map((unit) => unit.text)

  test('keep the terms of the labels whole, their beginnings and their endings', () => {
    const terms = termsOf({ labels: { a: '矩形密封圈', b: '制动主缸' }, keywords: { c: '盘式制动器，碟刹' } })
    expect(terms).toEqual(['矩形密封圈', '制动主缸', '盘式制动器', '碟刹'])
    expect(words('zh-CN', '盘式制动器的主缸，密封圈。', terms)).toEqual(['盘式制动器', '的', '主缸，', '密封圈。'])
    expect(words('th-TH', 'ในคาลิปเปอร์ น้ำมัน', ['คาลิปเปอร์แบบลอย'])).toEqual(['ใน', 'คาลิปเปอร์', 'น้ำมัน'])
  })

  test('join signs of Chinese that the dictionary leaves single, but not particles', () => {
    expect(words('zh-CN', '越磨越薄')).toEqual(['越磨', '越薄'])
    expect(words('zh-CN', '把的')).toEqual(['把', '的'])
  })

  test('hold brackets with the word inside', () => {
    expect(words('zh-CN', '压力（大）。')).toEqual(['压力', '（大）。'])
  })

  test('give the text again when joined', () => {
    for (const [tag, text] of [
      ['zh-CN', '制动片越磨越薄，活塞就伸出越多。“只剩”两毫米时，请更换。'],
      ['th-TH', 'เมื่อผ้าเบรกสึก ลูกสูบจะยื่นออกมา (2 มม.)'],
      ['he-IL', 'בשחרור, האטם מושך.'],
      ['fr-FR', "Dans  l'étrier"],
    ] as const)
      expect(
        unitsOf(tag, text, ['制动片', 'ผ้าเบรก'])
          .map((unit) => unit.text + unit.gap)
          .join(''),
      ).toBe(text)
  })
})
