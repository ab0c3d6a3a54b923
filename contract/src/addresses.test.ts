import { expect, test } from 'vitest'
import { isEmail, parseAddresses } from './addresses.ts'

test('addresses are parted by commas, semicolons, spaces and lines; a trailing comma is nothing', () => {
  expect(parseAddresses('ann@shop.example, bob@shop.example; cy@shop.example\ndi@shop.example,')).toEqual({
    valid: ['ann@shop.example', 'bob@shop.example', 'cy@shop.example', 'di@shop.example'],
    invalid: [],
  })
  expect(parseAddresses(' , ;')).toEqual({ valid: [], invalid: [] })
})

test('each address counts once, whatever its case, as it was typed first', () => {
  expect(parseAddresses('Ann@Shop.example,ann@shop.EXAMPLE').valid).toEqual(['Ann@Shop.example'])
})

test('what is no address is named', () => {
  expect(parseAddresses('ann@shop.example, bob, cy@, @shop.example').invalid).toEqual(['bob', 'cy@', '@shop.example'])
})

test.each(['a@b.example', 'first.last+tag@sub.shop.example', 'דנה@מוסך.example', "o'neil@garage.example"])(
  '%s is an address',
  (one) => expect(isEmail(one)).toBe(true),
)
test.each([
  '',
  'a',
  'a@b',
  'a@@b.example',
  'a b@c.example',
  '.a@b.example',
  'a..b@c.example',
  'a@-b.example',
  'a@b.example\n',
])('%j is none', (one) => expect(isEmail(one)).toBe(false))
