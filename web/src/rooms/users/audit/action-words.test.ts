import { expect, test } from 'vitest'
import { doneInWords, wordsOf } from './action-words.ts'

test('a verb without a text of its own is a change', () => {
  expect(wordsOf('banner.make_default')).toEqual({ thing: 'thing_banner', verb: 'did_change' })
  expect(wordsOf('second_step.add_app')).toEqual({ thing: 'thing_second_step', verb: 'did_add' })
})

test('what was done reads as a sentence would begin; acronyms keep their capitals', () => {
  const texts: Record<string, string> = {
    thing_user: 'User',
    thing_api_key: 'API key',
    thing_session: 'Session',
    did_change: 'changed',
    did_revoke: 'revoked',
    did_log_in: 'logged in',
    did_start_acting: 'started acting for a user',
    audit_did: '{thing}: {did}',
    audit_did_thing: '{did} {thing}',
  }
  const t = (key: string, values: Record<string, string> = {}) =>
    (texts[key] ?? key).replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  expect(
    ['user.change', 'api_key.revoke', 'session.log_in', 'session.start_acting'].map((one) => doneInWords(t, one)),
  ).toEqual(['Changed user', 'Revoked API key', 'Session: logged in', 'Started acting for a user'])
})
