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

test('the provider’s events are taken months later too: their age is that of the machine, not of the demo', async () => {
  const operator = await w.loggedIn('super')
  await operator.call(contract.billing.demoClock, { body: { days: 31 } })
  const planId = await sellPlan(w, { site: 31, country: 'US', currency: 'USD', recurring: 4900, most: 5 })
  const who = await subscriber(w, money, { planId })
  const { ledger, address } = money.gateway
  const portal = JSON.stringify({ portal: w.address })
  const told = { method: 'POST', headers: { 'content-type': 'application/json' }, body: portal }
  await fetch(`${address}/control`, told)
  await operator.call(contract.billing.demoClock, { body: { days: 31 } })
  const charge = [...ledger.charges.values()].findLast(
    ({ state, amountMinor }) => state === 'paid' && amountMinor === 4900,
  )!
  expect(await chargesOf(w, money, who)).toEqual([4900])
  const sent = () => [...ledger.hooks.values()].filter(({ of }) => of === charge.id).flatMap((hook) => hook.sent)
  await expect.poll(sent, { timeout: 60_000 }).toEqual([200])
  const { rows } = await sql<{ reference: string[] }>`select reference from provider_events`.execute(w.database.system)
  expect(rows.flatMap(({ reference }) => reference)).toContain(charge.reference)
})
