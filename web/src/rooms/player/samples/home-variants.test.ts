import { expect, test } from 'vitest'
import { homeVariant } from './home-variants.ts'

test('every public home page has its own text; a motorcycle site has motorcycle texts', () => {
  expect(homeVariant('/bhome', []).headline).toBe('public_home_title')
  const homes = ['/bhome', '/auhome', '/aulanding', '/motovisuals', '/ncdhome', '/eduhome']
  expect(new Set(homes.map((path) => homeVariant(path, []).headline)).size).toBe(homes.length)
  expect(homeVariant('/login', ['motorcycle_brand']).headline).toBe('public_home_title_motorcycle')
  expect(homeVariant('/ncdhome/', ['motorcycle_brand']).headline).toBe('public_home_title_dealer')
})
