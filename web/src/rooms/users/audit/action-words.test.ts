import { expect, test } from 'vitest'
import { wordsOf } from './action-words.ts'

test('a verb without a text of its own is a change', () => {
  expect(wordsOf('banner.make_default')).toEqual({ thing: 'thing_banner', verb: 'did_change' })
  expect(wordsOf('second_step.add_app')).toEqual({ thing: 'thing_second_step', verb: 'did_add' })
})
