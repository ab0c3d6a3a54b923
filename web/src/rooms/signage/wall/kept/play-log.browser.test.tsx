import type { Play } from '@cutaway/contract/rooms/signage/plays.ts'
import type { WallItem } from '@cutaway/contract/rooms/signage/plan.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PlayLog } from './play-log.ts'

/** What a screen played while it had no network. */

const item = (title: string) =>
  ({ item_id: title, kind: 'film', title, part_id: 'BRKDSC', language_id: 50, language_code: 'en-US' }) as WallItem
const shown = (title: string, forCustomer = false) => ({ item: item(title), video: null, forCustomer, next: null })
const ended = (title: string, more: object = {}) => ({
  item: item(title),
  outcome: 'finished' as const,
  reason: '' as const,
  forCustomer: false,
  started: 1_000_000,
  ended: 1_025_000,
  ...more,
})
let names = 0
const name = () => `test-wall-${(names += 1)}-${crypto.randomUUID()}`

/** Tells everything and returns what arrived. */
async function told(log: PlayLog, ahead = 0): Promise<Play[]> {
  const arrived: Play[] = []
  await log.tell(async (plays) => void arrived.push(...plays), { most: 2, ahead })
  return arrived
}

test('plays are told once, in order, with the time at which they happened by the server’s clock', async () => {
  const log = new PlayLog(name())
  for (const title of ['A', 'B', 'C']) {
    log.begin(shown(title))
    void log.end(ended(title, { started: 10_000_000 + title.codePointAt(0)! }))
  }
  await expect.poll(async () => (await log.untold(10)).length).toBe(3)
  const plays = await told(log, 7_200_000)
  expect(plays.map(({ title }) => title)).toEqual(['A', 'B', 'C'])
  expect(plays[0]!.started_at).toBe(new Date(10_000_065 - 7_200_000).toISOString())
  expect(await told(log)).toEqual([])
})

test('what the server did not get is told again with the same id', async () => {
  const log = new PlayLog(name())
  log.begin(shown('A'))
  void log.end(ended('A'))
  await expect.poll(async () => (await log.untold(10)).length).toBe(1)
  const ids: string[] = []
  const lost = log.tell(
    async ([play]) => {
      ids.push(play!.id)
      throw new Error('no network')
    },
    { most: 10, ahead: 0 },
  )
  await expect(lost).rejects.toThrow('no network')
  ids.push((await told(log))[0]!.id)
  expect(new Set(ids).size).toBe(1)
})

test('what played when the page was lost is told as cut off by the next page', async () => {
  const same = name()
  const log = new PlayLog(same)
  log.begin(shown('A'))
  await expect.poll(() => log.untold(10)).toEqual([])
  // The row is written when a later one can be read.
  void log.end(ended('B', { outcome: 'skipped', reason: 'media' }))
  await expect.poll(async () => (await log.untold(10)).length).toBe(1)
  const next = new PlayLog(same)
  const plays = await told(next)
  expect(plays.map(({ title, outcome }) => [title, outcome]).toSorted()).toEqual([
    ['A', 'cut'],
    ['B', 'skipped'],
  ])
})

test('a film for a customer does not end the loop’s item', async () => {
  const log = new PlayLog(name())
  log.begin(shown('Loop'))
  log.begin(shown('Customer', true))
  void log.end(ended('Customer', { forCustomer: true }))
  log.begin(shown('Loop'))
  void log.end(ended('Loop'))
  await expect.poll(async () => (await log.untold(10)).length).toBe(2)
  const plays = await told(log)
  expect(plays.map(({ title, for_customer }) => [title, for_customer]).toSorted()).toEqual([
    ['Customer', 1],
    ['Loop', 0],
  ])
})

test('a disk that is full or refused keeps the plays in memory, and they are told all the same', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  onTestFinished(() => put.mockRestore())
  const log = new PlayLog(name())
  log.begin(shown('A'))
  await log.end(ended('A'))
  await log.end(ended('B', { outcome: 'skipped', reason: 'network' }))
  expect((await told(log)).map(({ title }) => title)).toEqual(['A', 'B'])
  expect(await told(log)).toEqual([])
})
