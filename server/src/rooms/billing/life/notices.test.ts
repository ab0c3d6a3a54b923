import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testMoney, type TestMoney } from '../../../outside/payments/testing.ts'
import { world, type World } from '../../../testing/world.ts'
import { sweepNotices } from './notices.ts'
import { forwardTo, mailsTo, sellPlan, subscriber, type Subscriber } from './testing.ts'

/** Businesses are told in time of what is coming, each of it once, and of nothing else. */

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

/** The reminders that a business has got. The background jobs may have renewed or ended its subscription meanwhile. */
const remindersTo = async (who: Subscriber) =>
  (await mailsTo(w, who)).filter((subject) => !/receipt|has ended/.test(subject))

/** Sweeps twice on each of the days. Returns how many reminders a business has got after each day. */
async function mailsAfter(who: Subscriber, days: readonly string[]): Promise<number[]> {
  const counts = []
  for (const day of days) {
    forwardTo([w], `${day}T18:00:00Z`)
    await sweepNotices(w.running.services)
    await sweepNotices(w.running.services)
    counts.push((await remindersTo(who)).length)
  }
  return counts
}

const plan = { site: 31, country: 'US', currency: 'USD', recurring: 4900, most: 5 } as const

test('a yearly renewal 30 and 7 days before, a monthly one not', async () => {
  forwardTo([w], '2027-01-10T18:00:00Z')
  const yearly = await subscriber(w, money, { planId: await sellPlan(w, { ...plan, frequency: 'annually' }) })
  const monthly = await subscriber(w, money, { planId: await sellPlan(w, plan) })
  expect(await mailsAfter(yearly, ['2027-12-10', '2027-12-11', '2027-12-20', '2028-01-03', '2028-01-09'])).toEqual([
    0, 1, 1, 2, 2,
  ])
  expect(await remindersTo(monthly)).toEqual([])
})

test('a trial 7, 3 and 1 days before its end', async () => {
  const who = await subscriber(w, money, { planId: await sellPlan(w, plan), card: null })
  await sql`update subscriptions set state = 'trialing', payment_type = 'none', trial_ends_on = '2028-02-08',
    period_end = '2028-02-08' where businessentity_id = ${who.businessId}`.execute(w.database.system)
  const days = ['2028-01-31', '2028-02-01', '2028-02-04', '2028-02-05', '2028-02-07', '2028-02-08']
  expect(await mailsAfter(who, days)).toEqual([0, 1, 1, 2, 3, 3])
})

test('a card that expires, 30 and 7 days before its month ends', async () => {
  forwardTo([w], '2028-03-01T18:00:00Z')
  const who = await subscriber(w, money, { planId: await sellPlan(w, plan) })
  await sql`update instruments set expiry_month = 5, expiry_year = 2028
    where businessentity_id = ${who.businessId}`.execute(w.database.system)
  const days = ['2028-04-30', '2028-05-01', '2028-05-23', '2028-05-24', '2028-05-30']
  expect(await mailsAfter(who, days)).toEqual([0, 1, 1, 2, 2])
})
