import { expect, test } from 'vitest'
import { homeVariant } from './home-variants.ts'

test('every public home page has its own text; a motorcycle site has motorcycle texts', () => {
  expect(homeVariant('/bhome', []).headline).toBe('public_home_title')
  expect(homeVariant('/login', ['motorcycle_brand']).headline).toBe('public_home_title_motorcycle')
  expect(homeVariant('/ncdhome/', ['motorcycle_brand']).headline).toBe('public_home_title_dealer')
})
