import { describe, expect, test } from 'vitest'
import { filmRows, hasWrongPrice, minorOf } from './findings.ts'

/** What Dana types for each film, and what is sent. */

const film = (part_id: string) => ({ part_id, part_name: part_id }) as Parameters<typeof filmRows>[0][number]

describe('an amount', () => {
  test.each([
    ['389', 38_900],
    ['389.5', 38_950],
    ['$1,299.00', 129_900],
    ['1.299,00 €', 129_900],
    ['0', 0],
    ['', null],
    ['  ', null],
    ['about 300', undefined],
    ['3.8.9', undefined],
    ['389.005', undefined],
    ['-5', undefined],
    ['99999999999', undefined],
  ])('%s is %s cents', (typed, minor) => expect(minorOf(typed, 'USD')).toBe(minor))

  test('has no decimal places in yen', () => {
    expect(minorOf('1,200', 'JPY')).toBe(1200)
    expect(minorOf('12.50', 'JPY')).toBeUndefined()
  })
})

test('only what was entered is sent', () => {
  const findings = { BRKPAD: { finding: ' Front brake pads ', rating: 'red' as const, measured: '2 mm', price: '389' } }
  expect(filmRows([film('BRKPAD'), film('TYRWER')], { asks: 'decision', findings }, 'USD')).toEqual({
    asks: 'decision',
    films: [
      { part_id: 'BRKPAD', finding: 'Front brake pads', rating: 'red', measured: '2 mm', price: 38_900 },
      { part_id: 'TYRWER' },
    ],
  })
})

test('information only carries no finding and no price, and a wrong price does not block it', () => {
  const draft = { asks: 'information' as const, findings: { BRKPAD: { price: 'cheap', note: 'Thank you' } } }
  expect(hasWrongPrice([film('BRKPAD')], draft, 'USD')).toBe(false)
  expect(filmRows([film('BRKPAD')], draft, 'USD')).toEqual({
    asks: 'information',
    films: [{ part_id: 'BRKPAD', note: 'Thank you' }],
  })
  expect(hasWrongPrice([film('BRKPAD')], { ...draft, asks: 'decision' }, 'USD')).toBe(true)
})
