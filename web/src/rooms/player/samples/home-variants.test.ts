import { expect, test } from 'vitest'
import { homeVariant } from './home-variants.ts'

test('every public home has its words; a site of motorcycles speaks of them', () => {
  expect(homeVariant('/bhome', []).headline).toBe('public_home_title')
  expect(homeVariant('/login', ['motorcycle_brand']).headline).toBe('public_home_title_motorcycle')
  expect(homeVariant('/ncdhome/', ['motorcycle_brand']).headline).toBe('public_home_title_dealer')
})
