import { allCalls } from '@cutaway/contract'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { wordsOf } from '../web/src/rooms/users/audit/action-words.ts'

/** The audit log has words for everything that is written to it. */

const root = new URL('../', import.meta.url)
const texts = JSON.parse(readFileSync(new URL('locales/en-US/users.json', root), 'utf8')) as Record<string, string>
const without = (keys: readonly string[]) => [...new Set(keys)].filter((key) => !(key in texts))

test('every action has a text for its thing and for what was done', () => {
  const actions = allCalls().flatMap(({ endpoint: { audit } }) => (audit && 'action' in audit ? [audit.action] : []))
  expect(actions.length).toBeGreaterThan(100)
  expect(without(actions.flatMap((action) => Object.values(wordsOf(action))))).toEqual([])
})

test('every record that an entry is about has a name', () => {
  const sources = globSync('server/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const written = sources.flatMap((file) =>
    [...readFileSync(new URL(file, root), 'utf8').matchAll(/target: \{ kind: '(\w+)'/g)].map(([, kind]) => kind!),
  )
  const [, records = ''] = /records: \{([^}]*)\}/.exec(readFileSync(new URL('server/src/app.ts', root), 'utf8')) ?? []
  const named = [...records.matchAll(/(\w+):/g)].map(([, kind]) => kind!)
  expect(named.length).toBeGreaterThan(10)
  expect(written.length).toBeGreaterThan(40)
  expect(without([...written, ...named].map((kind) => `thing_${kind}`))).toEqual([])
})
