import { contract } from '@cutaway/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testMoney, type TestMoney } from '../../../../outside/payments/testing.ts'
import { world, type World } from '../../../../testing/world.ts'
import { secondsAhead } from './kept-clock.ts'
import { chargesOf, sellPlan, subscriber } from '../testing.ts'

/** The operator of the demo lets days pass, and sees what it brought. */

let w: World
let money: TestMoney
beforeAll(async () => {
  money = await testMoney()
  w = await world({ payments: money.payments, moveClock: (seconds) => w.clock.forward(seconds) })
})
afterAll(async () => {
  await w.close()
  await money.close()
})

test('days pass in a moment: subscriptions renew, mails go out, and people stay logged in', async () => {
  const planId = await sellPlan(w, { site: 31, country: 'US', currency: 'USD', recurring: 4900, most: 5 })
  const who = await subscriber(w, money, { planId })
  const ofBusiness = w.database.system.updateTable('subscriptions').where('businessentity_id', '=', who.businessId)
  await ofBusiness
    .set({ period_start: sql<string>`period_end - 31`, period_end: sql<string>`current_date + 1` })
    .execute()
  const operator = await w.loggedIn('super')
  const before = await operator.call(contract.billing.getDemoClock)
  const after = await operator.call(contract.billing.demoClock, { body: { days: 3 } })
  expect(after.days_ahead).toBe(before.days_ahead + 3)
  expect(after.renewed).toBeGreaterThan(0)
  expect(after.paid).toBeGreaterThan(0)
  expect(await chargesOf(w, money, who)).toEqual([4900])
  // The next start of the portal goes on from there.
  expect(await secondsAhead(w.database.system)).toBe(3 * 86_400)
  expect(await operator.me()).toMatchObject({ username: 'super' })
  const enterprise = await w.loggedIn('enterprise')
  expect(await enterprise.send(contract.billing.demoClock, { body: { days: 1 } })).toMatchObject({ status: 0 })
})
