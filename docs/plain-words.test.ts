import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allCalls } from '@cutaway/contract'
import { expect, test } from 'vitest'

/** Texts and summaries name the person who acts: docs/words.md. */

const vague = /\b(nobody|somebody|everybody|anybody|whoever|of which|became of)\b/i

/** Returns the texts of the pages that `isWrong` finds, as file and key. */
const textsThat = (languages: string, isWrong: (text: string, key: string) => boolean): string[] => {
  const root = join(import.meta.dirname, '..')
  return globSync(`locales/${languages}/*.json`, { cwd: root }).flatMap((file) => {
    const texts = JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, string>
    return Object.entries(texts)
      .filter(([key, text]) => isWrong(text, key))
      .map(([key]) => `${file}: ${key}`)
  })
}

test('the texts of the pages name people, not "somebody" or "nobody"', () => {
  expect(textsThat('en-*', (text, key) => vague.test(text) || vague.test(key.replaceAll('_', ' ')))).toEqual([])
})

test.each([
  // "Animation" is a word of the wire only.
  ['en-*', /\banimations?\b/i],
  ['es-ES', /pel[ií]cula|animaci[oó]n/i],
  ['fr-FR', /animation/i],
  ['he-IL', /סרט(?!ון|ני|ו)/u],
  ['th-TH', /ภาพยนตร์/u],
  ['zh-CN', /动画/u],
])('a film has one name in %s', (languages, other) => {
  expect(textsThat(languages, (text) => other.test(text.replaceAll(/\{\w+\}/g, '')))).toEqual([])
})

test('the summaries of calls name people, too', () => {
  const summaries = allCalls().map(({ endpoint }) => endpoint.summary)
  expect(summaries.filter((summary) => vague.test(summary))).toEqual([])
})
