import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allCalls } from '@cutaway/contract'
import { expect, test } from 'vitest'

/** Texts and summaries name the person who acts: docs/words.md. */

const vague = /\b(nobody|somebody|everybody|anybody|whoever|of which|became of)\b/i

test('the texts of the pages name people, not "somebody" or "nobody"', () => {
  const found = globSync('locales/en-*/*.json', { cwd: join(import.meta.dirname, '..') }).flatMap((file) => {
    const texts = JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8')) as Record<string, string>
    return Object.entries(texts)
      .filter(([key, text]) => vague.test(text) || vague.test(key.replaceAll('_', ' ')))
      .map(([key]) => `${file}: ${key}`)
  })
  expect(found).toEqual([])
})

test('so do the summaries of calls', () => {
  const summaries = allCalls().map(({ endpoint }) => endpoint.summary)
  expect(summaries.filter((summary) => vague.test(summary))).toEqual([])
})
