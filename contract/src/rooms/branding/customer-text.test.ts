import { expect, test } from 'vitest'
import { filledText, firstName, unknownFields, withShop } from './customer-text.ts'

const values = { customer: 'Marcus', vehicle: 'Outback', adviser: 'Dana', shop: 'Northgate Motors', repair_order: '' }

test.each([
  ["Hi {customer}, it's {adviser}.", values, "Hi Marcus, it's Dana."],
  ["Hi {customer}, it's {adviser}.", { adviser: 'Dana' }, "Hi, it's Dana."],
  ['{customer}, your {vehicle} is ready', { vehicle: 'Outback' }, 'your Outback is ready'],
  ['Order {repair_order}: ready', values, 'Order: ready'],
  ['A {word} stays as it is', values, 'A {word} stays as it is'],
])('%s is filled', (text, given, filled) => expect(filledText(text, given)).toBe(filled))

test('every text names the shop once', () => {
  expect(withShop('Northgate Motors', 'Your film:')).toBe('Northgate Motors: Your film:')
  expect(withShop('Northgate Motors', 'northgate motors here.')).toBe('northgate motors here.')
})

test('names the fields that are left out', () => {
  expect(unknownFields('Hi {customer}, your {vehicle}, {vehicle}', { customer: 'Marcus' })).toEqual(['vehicle'])
})

test('a customer is addressed by the first name', () => expect(firstName(' Marcus Hale ')).toBe('Marcus'))
