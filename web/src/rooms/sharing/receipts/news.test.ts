import type { ShareNews } from '@cutaway/contract/rooms/sharing/receipts.ts'
import { expect, test } from 'vitest'
import { askSince, digest, memoryOf, nothingTold, type Memory } from './news.ts'

const begin = Date.parse('2026-11-21T10:00:00Z')
const at = (seconds: number) => new Date(begin + seconds * 1000).toISOString()
const item = (kind: ShareNews['news'][number]['kind'], seconds: number, percent = 0, link_id = 1) => ({
  recipient_id: link_id,
  link_id,
  to: `customer${link_id}@there.test`,
  customer: '',
  part_name: 'Disc brake',
  kind,
  watched_percent: percent,
  approved: 0,
  at: at(seconds),
})
const answer = (seconds: number, ...news: ShareNews['news']): ShareNews => ({
  now: at(seconds),
  waiting: 1,
  unread: 0,
  unread_conversations: 0,
  news,
})
/** Returns the notices after each response in turn: kind and share. */
function told(...answers: ShareNews[]) {
  let memory: Memory = nothingTold(7)
  return answers.map((one) => {
    const result = digest(memory, one)
    memory = memoryOf(JSON.stringify(result.memory), 7)
    return result.notices.map(({ kind, item: { watched_percent } }) => `${kind} ${watched_percent}`)
  })
}

test('reports the start and the end of a view with its share; a repeated event is reported once', () => {
  expect(
    told(
      answer(0),
      answer(8, item('watched', 6, 10)),
      answer(16, item('watched', 15, 45)),
      answer(24, item('watched', 21, 82)),
      answer(32, item('watched', 21, 82)),
      answer(40, item('watched', 21, 82)),
      answer(48, item('watched', 21, 82)),
    ),
  ).toEqual([[], ['watching 10'], [], [], [], ['watched 82'], []])
})

test('reports a visit that was over before the poll once, as finished', () => {
  expect(told(answer(60, item('watched', 6, 100)), answer(68, item('watched', 6, 100)))).toEqual([['watched 100'], []])
})

test('after a pause, reports only an increase; another visit is reported again', () => {
  expect(
    told(
      answer(60, item('watched', 6, 60)),
      answer(120, item('watched', 100, 60)),
      answer(180, item('watched', 150, 90)),
      answer(7200, item('watched', 7150, 20)),
    ),
  ).toEqual([['watched 60'], [], ['watched 90'], ['watched 20']])
})

test('reports each answer once and in order, including a change of mind', () => {
  const approve = item('approve', 5)
  const withdraw = item('withdraw', 7)
  expect(told(answer(8, withdraw, approve), answer(16, withdraw, approve), answer(24, item('call', 20)))).toEqual([
    ['approve 0', 'withdraw 0'],
    [],
    ['call 0'],
  ])
})

test('the next poll starts where the last response ended, but before an unfinished visit', () => {
  expect(askSince(nothingTold(7))).toBeUndefined()
  const first = digest(nothingTold(7), answer(8, item('watched', 6, 10))).memory
  expect(askSince(first)).toBe(new Date(begin + 5999).toISOString())
  const over = digest(first, answer(40, item('watched', 6, 10))).memory
  expect(askSince(over)).toBe(at(40))
})

test('the stored state has no customer data, and a broken one or another user’s is dropped', () => {
  const { memory } = digest(nothingTold(7), answer(8, item('watched', 6, 10), item('approve', 7)))
  expect(JSON.stringify(memory)).not.toContain('there.test')
  expect(memoryOf(JSON.stringify(memory), 7)).toEqual(memory)
  expect(memoryOf(JSON.stringify(memory), 8)).toEqual(nothingTold(8))
  for (const text of [null, '', '{', '[]', '{"user":7,"since":"soon","visits":{},"answers":[]}'])
    expect(memoryOf(text, 7)).toEqual(nothingTold(7))
})
