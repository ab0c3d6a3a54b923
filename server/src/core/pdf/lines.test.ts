import { describe, expect, test } from 'vitest'
import { asDrawn, breakLines, pieces } from './lines.ts'

/** Breaks lines with equally wide characters, which makes the break positions easy to read. */
const lines = (text: string, tag: string, width: number, terms?: string[]) =>
  breakLines(text, { tag, width, measure: (part) => part.length, ...(terms ? { terms } : {}) })

describe('a line of a document', () => {
  test('ends between words, and loses no letter', () => {
    const text = 'A new pad has about twelve millimetres of lining and wears down slowly.'
    const broken = lines(text, 'en-US', 24)
    expect(broken.every((line) => line.length <= 24)).toBe(true)
    expect(broken.join(' ')).toBe(text)
  })
  test('never separates a figure from its unit, nor a French punctuation mark from its word', () => {
    expect(pieces('épaisse de 12 mm ; à 2 mm : usée', 'fr-FR')).toEqual([
      'épaisse ',
      'de ',
      '12\u00a0mm\u00a0; ',
      'à ',
      '2\u00a0mm\u00a0: ',
      'usée',
    ])
  })
  test('never begins with a closing mark or ends with an opening one in Chinese', () => {
    const text = '制动时有尖叫声、车辆跑偏，都是“磨损”的迹象；只剩 2 毫米时必须更换。'
    for (let width = 4; width < 30; width += 1) {
      const broken = lines(text, 'zh-CN', width)
      expect(broken.filter((line) => /^[、，。；”]|[“]$/.test(line))).toEqual([])
      expect(broken.some((line) => line.endsWith('2'))).toBe(false)
      expect(broken.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
    }
  })
  test('ends between words in Thai, and keeps terms of the trade whole', () => {
    const text = 'น้ำมันในคาลิปเปอร์ดันลูกสูบ'
    expect(pieces(text, 'th-TH')).not.toContain('คาลิปเปอร์')
    expect(pieces(text, 'th-TH', ['คาลิปเปอร์แบบลอย'])).toContain('คาลิปเปอร์')
    for (let width = 6; width < 20; width += 1) {
      const broken = lines(text, 'th-TH', width, ['คาลิปเปอร์แบบลอย'])
      expect(broken.join('')).toBe(text)
      // A vowel or tone mark belongs to the letter before it.
      expect(broken.filter((line) => /^[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/.test(line))).toEqual([])
    }
  })
  test('leaves no single word on the last line if that costs no extra line', () => {
    const text = 'We check the fluid and the pins and test the brakes on the road.'
    const broken = lines(text, 'en-US', 58)
    expect(broken).toHaveLength(2)
    expect(broken[1]!.split(' ').length).toBeGreaterThan(2)
  })
  test('breaks a word that is wider than the paper', () => {
    const address = 'https://northgate.example/a-very-long-address-without-any-space'
    const broken = lines(`See ${address} for more`, 'en-US', 20)
    expect(broken.every((line) => line.length <= 20)).toBe(true)
    expect(broken.join('')).toContain(address)
  })
})

test('splits Thai AM into its two characters, the ring before the tone mark', () => {
  expect(asDrawn('น้ำมันทำงาน')).toBe('น\u0e4d\u0e49\u0e32มันท\u0e4d\u0e32งาน')
})
