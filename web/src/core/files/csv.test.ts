import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('begins with a byte order mark and ends each line as spreadsheets expect', () =>
  expect(csvOf(['Name', 'People'], [['Mill Lane', 5]])).toBe('\uFEFFName,People\r\nMill Lane,5\r\n'))

test.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+1 503 555 0142', "'+1 503 555 0142"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tA', "'\tA"],
])('a text that would be a formula gets a quote: %s', (text, cell) =>
  expect(csvOf(['A'], [[text]])).toBe(`\uFEFFA\r\n${cell}\r\n`),
)

test('numbers stay numbers, also negative ones; nothing is an empty cell', () =>
  expect(csvOf(['A', 'B', 'C'], [[-5, null, undefined]])).toBe('\uFEFFA,B,C\r\n-5,,\r\n'))

test('commas, quotes and line breaks stay inside their cell', () =>
  expect(csvOf(['A', 'B'], [['1, "Old" Lane', 'a\nb']])).toBe('\uFEFFA,B\r\n"1, ""Old"" Lane","a\nb"\r\n'))
