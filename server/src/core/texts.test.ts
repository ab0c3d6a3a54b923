import { roles } from '@cutaway/contract/roles.ts'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { allKeys, folder, languageTagFile, localeFile, reload, roomFile, shipped, text } from './texts.ts'

test('returns the Spanish text with the values inserted', () => {
  const spanish = text(shipped, 'es-ES', 'upgrade_failure_contact', {
    email: 'ayuda@taller.test',
    phone: '91 000 00 00',
  })
  expect(spanish).toContain('ayuda@taller.test')
  expect(spanish).toContain('91 000 00 00')
  expect(spanish).not.toBe(
    text(shipped, 'en-US', 'upgrade_failure_contact', { email: 'ayuda@taller.test', phone: '91 000 00 00' }),
  )
})

test('falls back to English without a text in the language, and to the key without any text', () => {
  expect(text(shipped, 'nl-NL', 'contact')).toBe('Contact')
  expect(text(shipped, 'es-ES', 'no such key')).toBe('no such key')
})

test('inserts a value that looks like a placeholder unchanged', () => {
  expect(text(shipped, 'en-US', 'upgrade_failure_contact', { email: '{phone}', phone: '1' })).toContain('{phone}')
  expect(text(shipped, 'en-US', 'upgrade_failure_contact', { email: 'x' })).toContain('{phone}')
})

test('serves files for each language, at an address that changes with their content', () => {
  for (const tag of ['en-US', 'en-AU', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH']) {
    const file = localeFile(shipped, tag)!
    const texts: Record<string, string> = JSON.parse(file.bytes.toString())
    expect(Object.keys(texts).toSorted()).toEqual(allKeys())
    expect(file.hash).toMatch(/^[\w-]{16}$/)
    const tags: Record<string, string> = JSON.parse(languageTagFile(tag)!.bytes.toString())
    for (const role of Object.keys(roles)) expect(tags).toHaveProperty(`role_${role}`)
  }
  expect(localeFile(shipped, 'es-ES')!.hash).not.toBe(localeFile(shipped, 'fr-FR')!.hash)
  expect(localeFile(shipped, '../../package')).toBeUndefined()
  expect(languageTagFile('nl-NL')).toBeUndefined()
})

test('serves a page the texts of its rooms, which together are all texts', () => {
  const file = (room: string) =>
    JSON.parse(roomFile(shipped, 'he-IL', room)!.bytes.toString()) as Record<string, string>
  expect(file('sessions')).toHaveProperty('back_to_login')
  expect(file('sessions')).not.toHaveProperty('log_out')
  expect(file('frame')).toHaveProperty('log_out')
  expect(roomFile(shipped, 'he-IL', '../frame')).toBeUndefined()
  expect(roomFile(shipped, 'nl-NL', 'frame')).toBeUndefined()
})

test('refuses a key that two rooms have', () => {
  const copy = mkdtempSync(join(tmpdir(), 'cutaway-locales-'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  cpSync(folder, copy, { recursive: true })
  writeFileSync(join(copy, 'en-US/sessions.json'), JSON.stringify({ log_out: 'Log out' }))
  expect(() => reload(copy)).toThrow(/another room has the key "log_out"/)
})

test('gives a corrected translation a new address, and keeps the former texts if a file is broken', () => {
  const copy = mkdtempSync(join(tmpdir(), 'cutaway-locales-'))
  onTestFinished(() => {
    reload()
    rmSync(copy, { recursive: true, force: true })
  })
  cpSync(folder, copy, { recursive: true })
  const file = join(copy, 'fr-FR/frame.json')
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const before = localeFile(shipped, 'fr-FR')!.hash

  writeFileSync(file, JSON.stringify({ ...texts, contact: 'Écrivez-nous' }))
  reload(copy)
  expect(text(shipped, 'fr-FR', 'contact')).toBe('Écrivez-nous')
  expect(localeFile(shipped, 'fr-FR')!.hash).not.toBe(before)

  writeFileSync(file, '{')
  expect(() => reload(copy)).toThrow(SyntaxError)
  expect(text(shipped, 'fr-FR', 'contact')).toBe('Écrivez-nous')
})
