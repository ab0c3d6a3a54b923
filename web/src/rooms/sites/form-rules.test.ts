import { describe, expect, test } from 'vitest'
import { askMessage } from './contact/ask-message.ts'
import { countryChoices } from './contact/countries.ts'
import { email, optional, required } from './form-rules.ts'
import { mailDocument } from '../messaging/mail-html.ts'

describe('the rules of the forms', () => {
  test.each(['dana@example.com', ' dana@mail.example.co.nz ', "o'neil+films@example.com"])('%s is an address', (text) =>
    expect(email(text)).toBeNull(),
  )
  test.each([
    'dana',
    'dana@',
    'dana@example',
    'dana@@example.com',
    'da na@example.com',
    'a@example.com, b@example.com',
  ])('%s is none', (text) => expect(email(text)).toBe('email_not_valid'))
  test('requires an address', () => expect(email('  ')).toBe('enter_your_email'))
  test('what is required is asked for by its own words', () =>
    expect(required('enter_your_name')('   ')).toBe('enter_your_name'))
  test('rejects text that exceeds the server’s limit before sending', () => {
    expect(required('enter_your_name', 5)('Dana W')).toBe('text_too_long')
    expect(optional(5)('')).toBeNull()
    expect(optional(5)('123456')).toBe('text_too_long')
  })
})

describe('a request for an account', () => {
  test('contains the request, the code, and the note', () =>
    expect(askMessage({ wanted: 'Interested in: films', promo: 'Promo code: SPRING', note: ' Soon, please. ' })).toBe(
      'Interested in: films\n\nPromo code: SPRING\n\nSoon, please.',
    ))
  test('omits empty parts', () => expect(askMessage({ wanted: 'Films', note: ' ' })).toBe('Films'))
})

test('countries are named and sorted in the language of the page', () => {
  const countries = [
    { country_code: 'SE', name: 'Sweden' },
    { country_code: 'AT', name: 'Austria' },
    { country_code: 'ZZZ', name: 'Nowhere' },
  ]
  expect(countryChoices(countries, 'fr-FR').map(({ label }) => label)).toEqual(['Autriche', 'Nowhere', 'Suède'])
})

test('links of a stored mail open a new tab', () => {
  expect(mailDocument('<html><head lang="en"><title>Hi</title></head></html>')).toBe(
    '<html><head lang="en"><base target="_blank"><title>Hi</title></head></html>',
  )
  expect(mailDocument('<p>Hi</p>')).toBe('<base target="_blank"><p>Hi</p>')
})
