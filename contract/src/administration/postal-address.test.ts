import { expect, test } from 'vitest'
import { postalFormatOf, unusualPostcode } from './postal-address.ts'

test.each([
  ['US', 51 + 1, 'Oregon', 'state', 'zip'],
  ['CA', 13, 'Ontario', 'province', 'postcode'],
  ['AU', 8, 'Victoria', 'state', 'postcode'],
  ['MX', 32, 'Jalisco', 'state', 'postcode'],
])('%s has a list of %d states', (country, count, name, stateLabel, postcodeLabel) => {
  const format = postalFormatOf(country)
  expect(format).toMatchObject({ stateLabel, postcodeLabel })
  expect(format.states).toHaveLength(count)
  expect(format.states.map(([, label]) => label)).toContain(name)
  expect(new Set(format.states.map(([code]) => code)).size).toBe(count)
})

test('other countries have free text', () => {
  expect(postalFormatOf('gb')).toMatchObject({ stateLabel: 'county', states: [] })
  expect(postalFormatOf('NO')).toEqual({ stateLabel: 'region', postcodeLabel: 'postcode', states: [] })
})

test.each([
  ['US', '97201', undefined],
  ['US', '97201-1234', undefined],
  ['US', '9731', '97201'],
  ['CA', 'k1a0b1', undefined],
  ['CA', '12345', 'K1A 0B1'],
  ['GB', 'SW1A 1AA', undefined],
  ['GB', '12345', 'SW1A 1AA'],
  ['AU', ' 3000 ', undefined],
  ['US', '', undefined],
  ['NO', 'anything', undefined],
])('%s %s', (country, postcode, example) => expect(unusualPostcode(country, postcode)).toBe(example))
