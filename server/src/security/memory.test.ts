import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, test } from 'vitest'
import { countryName, formatMoment, formatPercent, formattersHeld, formatYear } from '../core/formats.ts'

/**
 * Limits on the memory that a visitor can make the portal hold. bench/soak.ts measures it; these tests check the rules.
 */

const server = join(import.meta.dirname, '../..')

test('only core/formats.ts makes formatters: one for each request would fill the memory', () => {
  const sources = globSync(['src/**/*.ts', 'migrations/*.ts'], { cwd: server }).filter(
    (path) => !path.endsWith('.test.ts'),
  )
  expect(sources.length).toBeGreaterThan(100)
  const making = sources.filter((path) =>
    /\bIntl\s*\.\s*\w+\s*\(|new\s+Intl\b|\.toLocale(?:Date|Time)?String\(/.test(
      readFileSync(join(server, path), 'utf8'),
    ),
  )
  expect(making.map((path) => path.replaceAll(sep, '/'))).toEqual(['src/core/formats.ts'])
})

test('a thousand arbitrary time zones hold no more formatters than the limit', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  for (let i = 0; i < 1200; i += 1) formatPercent(i % 100, `en-u-nu-latn-x-t${i}`)
  expect(formattersHeld()).toBeLessThanOrEqual(500)
  expect(formatPercent(72, 'en-US')).toBe('72%')
  expect(formatYear(new Date('2026-12-31T23:30:00Z'), 'Asia/Bangkok')).toBe('2027')
  expect(formatMoment(now, 'en-US', 'America/New_York')).toMatch(/^Nov 22, 2026, 7:00\sAM$/)
  expect(countryName('DE', 'fr-FR')).toBe('Allemagne')
})

test('returns the same formatter for the same language and zone', () => {
  const now = new Date()
  formatMoment(now, 'he-IL', 'Asia/Jerusalem')
  const before = formattersHeld()
  for (let i = 0; i < 100; i += 1) formatMoment(now, 'he-IL', 'Asia/Jerusalem')
  expect(formattersHeld()).toBe(before)
})
