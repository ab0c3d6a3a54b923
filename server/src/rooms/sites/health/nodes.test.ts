import { contract } from '@cutaway/contract'
import type { Health } from '@cutaway/contract/rooms/sites/health.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { world } from '../../../testing/world.ts'

const { getHealth } = contract.sites

test('the health page shows every node, whichever of them is asked, until it stops', async () => {
  const w = await world()
  const operator = await w.loggedIn('super')
  const other = await w.another()
  // A node marks itself just after it has begun to listen.
  await expect.poll(async () => (await operator.call(getHealth)).nodes.length).toBe(2)
  // A mail of tomorrow: other jobs may end between two looks.
  const mail = { web_site_id: 31, delivery_id: randomUUID() }
  await w.running.services.jobs.enqueue(w.database.system, 'outbox.mail', mail, { startAfter: 86_400 })
  const here = await operator.call(getHealth)
  const there = await (await other.loggedIn('super')).call(getHealth)
  const names = ({ nodes }: Health) => nodes.map(({ node }) => node).toSorted()
  expect(here.nodes.every(({ is_alive }) => is_alive)).toBe(true)
  expect(names(there)).toEqual(names(here))
  // The queues are in the database, so both see the same ones.
  for (const { queues } of [here, there])
    expect(queues.find(({ name }) => name === 'outbox.mail')).toMatchObject({ waiting: 1, active: 0 })
  await other.close()
  expect((await operator.call(getHealth)).nodes).toHaveLength(1)
  await w.close()
})
