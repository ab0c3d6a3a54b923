import * as phones from 'libphonenumber-js'
import { expect, test } from 'vitest'
import { shownPhone } from './phone.ts'

test.each([
  ['(503) 555-0160', 'US', '+1 503 555 0160'],
  ['5035550160', 'us', '+1 503 555 0160'],
  ['020 7946 0018', 'GB', '+44 20 7946 0018'],
  ['+44 20 7946 0018', 'US', '+44 20 7946 0018'],
  ['503 555', 'US', null],
  ['ask for Liam', 'US', null],
  ['5035550160', '', null],
  ['', 'US', undefined],
])('%s of %s is %s', (typed, country, shown) => expect(shownPhone(phones, typed, country)).toBe(shown))
