import { contract } from '@cutaway/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testMoney, type TestMoney } from '../../../outside/payments/testing.ts'
import { world, type World } from '../../../testing/world.ts'
import {
  australianCard,
  booksOf,
  chargesOf,
  emptyLater,
  forwardTo,
  live,
  paymentsOf,
  sellPlan,
  subscriber,
  subscriptionOf,
} from './testing.ts'
import { runRenewals } from './sweep.ts'

/** A database is restored from a backup that is an hour old: the renewals of that hour are known to the bank, not to us. */

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

/** What an hour of renewals adds, in an order in which it can be taken away, by the column that tells rows apart. */
const added = [
  ['notices', 'sent_at'],
  ['ledger_postings', 'posting_id'],
  ['subscription_periods', "(subscription_id || ' ' || period_start)"],
  ['payment_attempts', 'attempt_id'],
  ['invoice_lines', 'invoice_id'],
  ['invoices', 'invoice_id'],
  ['payments', 'payment_id'],
] as const
/** What it changes of a subscription. */
const changed = 'state, period_no, period_start, period_end, open_invoice_id, next_try_on, past_due_since'

async function run(statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(w.database.system)
}
const backUp = () =>
  run(
    ['subscriptions', ...added.map(([table]) => table)].map(
      (table) => `create table backup_${table} as table ${table}`,
    ),
  )
const restore = () =>
  run([
    `update subscriptions s set (${changed}) = (select ${changed} from backup_subscriptions b
      where b.subscription_id = s.subscription_id)`,
    ...added.map(([table, key]) => `delete from ${table} where ${key} not in (select ${key} from backup_${table})`),
  ])

test('what the restored database forgot is found at the bank by its name, and nobody is charged twice', async () => {
  forwardTo([w], '2027-01-10T18:00:00Z')
  const us = await sellPlan(w, { site: 31, country: 'US', currency: 'USD', recurring: 4900, most: 5 })
  const au = await sellPlan(w, { site: 33, country: 'AU', currency: 'AUD', recurring: 4900, most: 5, gst: 1000 })
  const american = await subscriber(w, money, { planId: us })
  const broke = await subscriber(w, money, { planId: us, card: emptyLater })
  const australian = await subscriber(w, money, {
    site: 33,
    country: 'AU',
    planId: au,
    account: 'eway',
    card: australianCard,
  })
  const later = await subscriber(w, money, { planId: us })
  await live(w, '2027-02-09T18:00:00Z')
  forwardTo([w], '2027-02-10T18:00:00Z')

  await backUp()
  await runRenewals(w.running.services)
  expect(await chargesOf(w, money, american)).toEqual([4900])
  const attempts = () => money.gateway.ledger.charges.size
  const asked = attempts()
  await restore()
  expect(await subscriptionOf(w, american)).toMatchObject({ period_end: '2027-02-10', open_invoice_id: null })
  expect(await paymentsOf(w, american)).toEqual([])

  forwardTo([w], '2027-02-10T19:00:00Z')
  await runRenewals(w.running.services)
  // The bank was asked for nothing new; our books have what it charged.
  expect(attempts()).toBe(asked)
  for (const [who, amount] of [
    [american, 4900],
    [later, 4900],
    [australian, 5390],
  ] as const) {
    expect(await subscriptionOf(w, who)).toMatchObject({ state: 'active', open_invoice_id: null })
    expect((await paymentsOf(w, who)).map(({ state }) => state)).toEqual(['fulfilled'])
    expect(await chargesOf(w, money, who)).toEqual([amount])
    expect(await booksOf(w, who)).toMatchObject({ receivable: 0 })
  }
  // A declined charge is remembered too, and the next one is on its day.
  expect(await subscriptionOf(w, broke)).toMatchObject({ state: 'past_due', next_try_on: '2027-02-11' })
  await live(w, '2027-03-10T18:00:00Z')
  expect(await chargesOf(w, money, american)).toEqual([4900, 4900])
})

const fault = (faults: object) =>
  fetch(`${money.gateway.address}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults }),
  })

test('without an answer of the bank nothing is charged, and the next sweep tries again', async () => {
  forwardTo([w], '2027-05-10T18:00:00Z')
  const planId = await sellPlan(w, { site: 44, country: 'US', currency: 'USD', recurring: 4900, most: 5 })
  const who = await subscriber(w, money, { site: 44, planId })
  forwardTo([w], '2027-06-10T18:00:00Z')
  const only = w.running.services.sites.byId(44)!
  await fault({ fail: true })
  await runRenewals(w.running.services, { only })
  expect(await paymentsOf(w, who)).toEqual([])
  expect(await subscriptionOf(w, who)).toMatchObject({ state: 'active', next_try_on: '2027-06-10' })
  // Until the period is known to be paid, nothing of it is given back by a change.
  const person = await who.person()
  const wanted = { user_id: who.userId, billing_plan_id: planId, max_location: 2 }
  expect(await person.send(contract.billing.quoteChange, { body: wanted })).toMatchObject({
    message: 'Unable to change billing plan. Please try again',
  })
  await fault({ fail: false })
  await runRenewals(w.running.services, { only })
  expect(await chargesOf(w, money, who)).toEqual([4900])
})
