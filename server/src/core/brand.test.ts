import { wcagContrast } from 'culori'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveTheme } from './brand.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

test('keeps text on and in the brand colour readable for any colour of a tenant', () => {
  fc.assert(
    fc.property(colour, (given) => {
      const t = deriveTheme(given)
      expect(wcagContrast(t.on_brand, t.brand)).toBeGreaterThanOrEqual(4.5)
      expect(wcagContrast(t.on_brand, t.brand_hover)).toBeGreaterThanOrEqual(4.5)
      for (const ground of ['#ffffff', '#f7f8fa', t.brand_tint])
        expect(wcagContrast(t.brand_text, ground)).toBeGreaterThanOrEqual(4.5)
      expect(wcagContrast(t.brand_on_stage, '#151a21')).toBeGreaterThanOrEqual(6)
    }),
    { numRuns: 500 },
  )
})

test('leaves a blue unchanged if white text is readable on it', () => {
  expect(deriveTheme('#1f5fd6')).toMatchObject({ brand: '#1f5fd6', on_brand: '#ffffff' })
})

test('uses dark text on a light orange, never white', () => {
  expect(deriveTheme('#f26b1d')).toMatchObject({ brand: '#f26b1d', on_brand: '#1c0f04' })
})
