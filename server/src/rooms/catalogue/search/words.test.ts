import { expect, test } from 'vitest'
import { distance, tokensOf } from './words.ts'

const words = (text: string, asked = false) => tokensOf(text, asked).map((token) => token.text)

test('ignores capitals and accents', () => {
  expect(words('Étrier de frein')).toEqual(words('etrier de frein'))
  expect(words('VIBRACIÓN')).toEqual(words('vibracion'))
  expect(words("Témoin d'usure")).toEqual(words('temoin d usure'))
  expect(words('Maître-cylindre')).toEqual(words('maitre cylindre'))
})

test('ignores Hebrew points and final letter forms', () => {
  expect(words('בְּלָמִים')).toEqual(words('בלמים'))
  expect(words('בלמים')).toEqual(['בלמימ'])
  expect(words('דוא״ל')).toEqual(['דואל'])
})

test('segments Thai with a dictionary, and ignores tone marks', () => {
  expect(words('เสียงเอี๊ยดขณะเบรก')).toEqual(['เสียง', 'เอียด', 'ขณะ', 'เบรก'])
})

test('splits Chinese into pairs of characters, also in a partial query', () => {
  expect(words('制动片')).toEqual(['制动', '动片', '片'])
  expect(words('制动', true)).toEqual(['制动'])
  expect(words('片', true)).toEqual(['片'])
  expect(words('ABS系统')).toEqual(['abs', '系统', '统'])
})

test('a trouble code is one token in every notation', () => {
  for (const code of ['P0301', 'p 0301', 'p-0301', 'PO301', 'Ｐ０３０１']) expect(words(code)).toEqual(['p0301'])
  expect(words('code P 0301 misfire')).toEqual(['code', 'p0301', 'misfire'])
  expect(words('pads of 12 mm')).toEqual(['pads', 'of', '12', 'mm'])
})

test('each letter records its position, so that marks are placed correctly', () => {
  const text = 'נוזל בְּלָמִים'
  const [, token] = tokensOf(text)
  expect(text.slice(token!.starts[0], token!.ends.at(-1))).toBe('בְּלָמִים')
  const thai = 'เสียงเอี๊ยด'
  const squeal = tokensOf(thai)[1]!
  expect(thai.slice(squeal.starts[0], squeal.ends.at(-1))).toBe('เอี๊ยด')
})

test('the edit distance counts a transposition once, and stops at the limit', () => {
  expect(distance('brake', 'brake', 2)).toBe(0)
  expect(distance('barke', 'brake', 2)).toBe(1)
  expect(distance('break', 'brake', 2)).toBe(2)
  expect(distance('clutch', 'brake', 2)).toBe(3)
  expect(distance('termos', 'thermostat', 1, true)).toBe(1)
})
