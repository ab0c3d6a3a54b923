import { expect, test } from 'vitest'
import { allKeys, languageTagFile, localeFile, text } from './texts.ts'

test('Ana reads Spanish, with the values in their places', () => {
  const spanish = text('es-ES', 'upgrade_failure_contact', { email: 'ayuda@taller.test', phone: '91 000 00 00' })
  expect(spanish).toContain('ayuda@taller.test')
  expect(spanish).toContain('91 000 00 00')
  expect(spanish).not.toBe(
    text('en-US', 'upgrade_failure_contact', { email: 'ayuda@taller.test', phone: '91 000 00 00' }),
  )
})

test('a language without texts reads English, and a key without a text shows itself', () => {
  expect(text('nl-NL', 'contact')).toBe('Contact')
  expect(text('es-ES', 'no such key')).toBe('no such key')
})

test('a value that looks like a placeholder stays what it is', () => {
  expect(text('en-US', 'upgrade_failure_contact', { email: '{phone}', phone: '1' })).toContain('{phone}')
  expect(text('en-US', 'upgrade_failure_contact', { email: 'x' })).toContain('{phone}')
})

test('each language has its files to serve, and an address that changes with their content', () => {
  for (const tag of ['en-US', 'en-AU', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH']) {
    const file = localeFile(tag)!
    const texts: Record<string, string> = JSON.parse(file.bytes.toString())
    expect(Object.keys(texts).toSorted()).toEqual(allKeys())
    expect(file.hash).toMatch(/^[\w-]{16}$/)
    expect(JSON.parse(languageTagFile(tag)!.bytes.toString())).toHaveProperty('role_1')
  }
  expect(localeFile('es-ES')!.hash).not.toBe(localeFile('fr-FR')!.hash)
  expect(localeFile('../../package')).toBeUndefined()
  expect(languageTagFile('nl-NL')).toBeUndefined()
})
