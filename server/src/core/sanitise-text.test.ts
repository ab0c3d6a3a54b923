import { expect, test } from 'vitest'
import { sanitiseLine, sanitiseText } from './sanitise-text.ts'

test('keeps a subject on one line, whatever was pasted', () => {
  expect(sanitiseLine(' Your car\r\nBcc: all@shop.com\u2028now\u0000 ')).toBe('Your car Bcc: all@shop.com now')
  expect(sanitiseLine('a\u0085b\tc  d')).toBe('a b c d')
})

test('keeps the lines of a text and removes control characters', () => {
  expect(sanitiseText('Hello\r\n\r\n\tsee\u0000 you\u0007\r')).toBe('Hello\n\n\tsee you')
})

test('removes characters that change the text direction or are invisible', () => {
  expect(sanitiseText('\ufeffevil\u202egpj.exe\u2066 free\u200bmail')).toBe('evilgpj.exe freemail')
})

test('keeps joiners in words and emoji that need them', () => {
  for (const words of ['می\u200cخواهم', '👩\u200d🔧', 'ค่าบริการ', '刹车片', 'בלמים קדמיים'])
    expect(sanitiseLine(words)).toBe(words)
})

test('cuts a line to its length without splitting a character', () => {
  expect(sanitiseLine('brake pads', 6)).toBe('brake')
  expect(sanitiseLine('ab🔧', 3)).toBe('ab')
})
