import { allCalls } from '@cutaway/contract'
import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { wordsOf } from './action-words.ts'

const texts = JSON.parse(
  readFileSync(new URL('../../../../../locales/en-US/users.json', import.meta.url), 'utf8'),
) as Record<string, string>

test('every action of the audit log has a text for its thing and for what was done', () => {
  const actions = allCalls().flatMap(({ endpoint: { audit } }) => (audit && 'action' in audit ? [audit.action] : []))
  const missing = actions.flatMap((action) => Object.values(wordsOf(action)).filter((key) => !(key in texts)))
  expect([...new Set(missing)]).toEqual([])
})

test('a verb without a text of its own is a change', () => {
  expect(wordsOf('banner.make_default')).toEqual({ thing: 'thing_banner', verb: 'did_change' })
  expect(wordsOf('second_step.add_app')).toEqual({ thing: 'thing_second_step', verb: 'did_add' })
})
