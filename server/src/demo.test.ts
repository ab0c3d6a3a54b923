import { contract } from '@cutaway/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type World } from './testing/world.ts'

/** The demo shows a visitor what the product does, without a click that sends something. */

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

test.each([
  [31, ['called']],
  [33, []],
  [73, []],
])('on site %i the adviser has sent findings, and customers answered in every way', async (site, more) => {
  const dana = await w.loggedIn('advisor', { site })
  const { user_id } = await dana.me()
  const json = { user_id, page: 1, size: 50, sort: 'sent_at', descending: true, search: '' } as const
  const { rows } = await dana.call(contract.sharing.getSends, { params: { json } })
  expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(
    new Set(['approved', 'asked', 'asked_for_call', 'not_now', 'watched', 'not_opened', 'not_delivered', ...more]),
  )
  expect(rows.map(({ customer }) => customer)).toContain('Marcus Hale')
  const marcus = rows.find(({ customer }) => customer === 'Marcus Hale')!
  const { decision } = await dana.call(contract.sharing.getSend, { params: { recipient_id: marcus.recipient_id } })
  expect(decision!.rows.map(({ rating, answer }) => [rating, answer])).toEqual([
    ['red', 'approve'],
    ['yellow', 'not_now'],
    ['yellow', 'approve'],
  ])
  // The sum is that of the approved rows, in the currency of the site.
  const [pads, , shocks] = decision!.rows
  expect(decision!.approved_total).toBe(pads!.price! + shocks!.price!)
})

test('the planner knows how many users there are: without, each session check would read all of them', async () => {
  const { rows } = await sql<{ known: number }>`
    select reltuples::int as known from pg_class where oid = 'users'::regclass`.execute(w.database.system)
  expect(rows[0]!.known).toBeGreaterThan(1000)
})
