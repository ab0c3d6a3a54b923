import { expect, test } from 'vitest'
import { isEmail, parseAddresses } from './addresses.ts'

test('splits addresses at commas, semicolons, spaces and line breaks; ignores a trailing comma', () => {
  expect(parseAddresses('ann@shop.example, bob@shop.example; cy@shop.example\ndi@shop.example,')).toEqual({
    valid: ['ann@shop.example', 'bob@shop.example', 'cy@shop.example', 'di@shop.example'],
    invalid: [],
  })
  expect(parseAddresses(' , ;')).toEqual({ valid: [], invalid: [] })
})

test('removes duplicates, ignoring case, and keeps the first spelling', () => {
  expect(parseAddresses('Ann@Shop.example,ann@shop.EXAMPLE').valid).toEqual(['Ann@Shop.example'])
})

test('returns invalid addresses separately', () => {
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
])('refuses %j', (one) => expect(isEmail(one)).toBe(false))
