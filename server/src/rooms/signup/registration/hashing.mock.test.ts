import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testMoney, type TestMoney } from '../../../outside/payments/testing.ts'
import { world, type World } from '../../../testing/world.ts'
import type * as Hashing from '../../sessions/passwords/hashing.ts'
import { buyersOf } from './testing.ts'

/** Hashing a password takes 10 ms of a processor: connections of the database do not wait for it. */

/** Known inside a transaction of a web site, and whether it was when a password was hashed. */
const { inside, atHash } = vi.hoisted(() => {
  // Above the imports of this file.
  const { AsyncLocalStorage } = process.getBuiltinModule('node:async_hooks')
  return { inside: new AsyncLocalStorage<'transaction'>(), atHash: [] as (string | undefined)[] }
})
vi.mock('../../sessions/passwords/hashing.ts', async (original) => {
  const hashing = await original<typeof Hashing>()
  return {
    ...hashing,
    hashPassword: (password: string) => {
      atHash.push(inside.getStore())
      return hashing.hashPassword(password)
    },
  }
})

let w: World
let money: TestMoney
beforeAll(async () => {
  money = await testMoney()
  w = await world({ payments: money.payments })
})
afterAll(async () => {
  await w.close()
  await money.close()
})

test('the password is hashed while no transaction is open', async () => {
  const buyers = buyersOf(w, money)
  const { database } = w.running.services
  const inTenant = database.inTenant.bind(database)
  const spied = vi
    .spyOn(database, 'inTenant')
    .mockImplementation((...args: Parameters<typeof inTenant>) => inside.run('transaction', () => inTenant(...args)))
  const hanna = await buyers.american()
  atHash.length = 0
  expect(await buyers.payBy(hanna, '4111111111111111')).toMatchObject({
    status: 1,
    data: { user: { username: hanna.email } },
  })
  spied.mockRestore()
  expect(atHash).toEqual([undefined])
})
