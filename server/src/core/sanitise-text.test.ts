import { expect, test } from 'vitest'
import { sanitiseLine, sanitiseText } from './sanitise-text.ts'

test('a subject stays one line, whatever was pasted', () => {
  expect(sanitiseLine(' Your car\r\nBcc: all@shop.com\u2028now\u0000 ')).toBe('Your car Bcc: all@shop.com now')
  expect(sanitiseLine('a\u0085b\tc  d')).toBe('a b c d')
})

test('lines of a text stay, signs that no person types go', () => {
  expect(sanitiseText('Hello\r\n\r\n\tsee\u0000 you\u0007\r')).toBe('Hello\n\n\tsee you')
})

test('nothing turns the direction of what follows or hides between letters', () => {
  expect(sanitiseText('\ufeffevil\u202egpj.exe\u2066 free\u200bmail')).toBe('evilgpj.exe freemail')
})

test('words of scripts and emoji that need joiners keep them', () => {
  for (const words of ['می\u200cخواهم', '👩\u200d🔧', 'ค่าบริการ', '刹车片', 'בלמים קדמיים'])
    expect(sanitiseLine(words)).toBe(words)
})

test('a line is cut to its length, never through a sign', () => {
  expect(sanitiseLine('brake pads', 6)).toBe('brake')
  expect(sanitiseLine('ab🔧', 3)).toBe('ab')
})
