import { expect, test } from 'vitest'
import { keywordOf } from './keywords.ts'

test.each([
  ['STOP', 'stop'],
  ['stop.', 'stop'],
  ['“Stop”', 'stop'],
  ['stop all', 'stop'],
  ['OPT-OUT', 'stop'],
  ['Opt out', 'stop'],
  ['Unsubscribe\n', 'stop'],
  ['revoke', 'stop'],
  ['End', 'stop'],
  ['Quit', 'stop'],
  ['Cancel', 'stop'],
  ['Arrêt', 'stop'],
  ['PARAR', 'stop'],
  ['alto', 'stop'],
  ['הסר', 'stop'],
  ['退订', 'stop'],
  ['ยกเลิก', 'stop'],
  ['ｓｔｏｐ', 'stop'],
  ['START', 'start'],
  ['unstop', 'start'],
  ['Yes', 'start'],
  ['Help?', 'help'],
  ['INFO', 'help'],
  ['ayuda', 'help'],
  ['', undefined],
  ['🛑', undefined],
  ['please do not stop', undefined],
  ['The end is near', undefined],
  ['yes please call me', undefined],
])('%j means %s', (text, keyword) => {
  expect(keywordOf(text)).toBe(keyword)
})
