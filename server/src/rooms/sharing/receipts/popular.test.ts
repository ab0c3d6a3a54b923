import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type World } from '../../../testing/world.ts'
import { sent } from '../testing.ts'

const { getShareCounts } = contract.sharing
const day = 86_400
let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const arrived = async (username: string) => {
  const person = await w.loggedIn(username)
  const { user_id } = await person.me()
  return { user_id, counts: () => person.call(getShareCounts, { params: { user_id } }) }
}

test('colleagues see which films their business shares most; the other business does not', async () => {
  await w.database.system.deleteFrom('send_recipients').execute()
  await w.database.system.deleteFrom('sends').execute()
  const dana = await arrived('advisor')
  const colleague = await arrived('location')
  const other = await arrived('advisor2')
  await sent(w, dana.user_id, { parts: ['BRKPAD'] })
  await sent(w, dana.user_id, { parts: ['BRKPAD', 'BRKDSC'] })
  await sent(w, colleague.user_id, { parts: ['BRKPAD'] })
  await sent(w, other.user_id, { parts: ['ENGFST'] })
  await sent(w, dana.user_id, { parts: ['ENGFST'], ago: 91 * day })
  const both = [
    { part_id: 'BRKPAD', shares: 3 },
    { part_id: 'BRKDSC', shares: 1 },
  ]
  expect(await dana.counts()).toEqual(both)
  expect(await colleague.counts()).toEqual(both)
  expect(await other.counts()).toEqual([{ part_id: 'ENGFST', shares: 1 }])
})
