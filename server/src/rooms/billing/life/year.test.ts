import { afterAll, beforeAll, expect, test } from 'vitest'
import { testMoney, type TestMoney } from '../../../outside/payments/testing.ts'
import { world, type World } from '../../../testing/world.ts'
import { periodOf } from '../days.ts'
import { chargesOf, forwardTo, sellPlan, subscriber, type Subscriber } from './testing.ts'
import { runRenewals } from './sweep.ts'

/** Thirteen months pass on two nodes that sweep at the same time: each period is charged exactly once. */

let w: World
let second: World
let money: TestMoney
beforeAll(async () => {
  money = await testMoney()
  w = await world({ payments: money.payments })
  second = await w.another()
})
afterAll(async () => {
  await second.close()
  await w.close()
  await money.close()
})

test('anchors of the 28th to the 31st keep their day through short months, a leap day and both clock changes', async () => {
  const planId = await sellPlan(w, { site: 31, country: 'US', currency: 'USD', recurring: 4900, most: 5 })
  const here = w.running.services.sites.byId(31)!
  const people: { who: Subscriber; anchor: string }[] = []
  for (const anchor of ['2027-01-28', '2027-01-29', '2027-01-30', '2027-01-31']) {
    forwardTo([w, second], `${anchor}T18:00:00Z`)
    people.push({ who: await subscriber(w, money, { planId }), anchor })
  }
  // Every renewal of the thirteen months, 29 February 2028 among them, just after midnight and at noon.
  const days = [...new Set(people.flatMap(({ anchor }) => months(13).map((n) => periodOf(anchor, 'monthly', n).start)))]
  for (const day of days.toSorted()) {
    forwardTo([w, second], `${day}T05:30:00Z`)
    await Promise.all([w, second, w, second].map(({ running }) => runRenewals(running.services, { only: here })))
    forwardTo([w, second], `${day}T17:00:00Z`)
    await Promise.all([w, second].map(({ running }) => runRenewals(running.services, { only: here })))
  }
  for (const { who, anchor } of people) {
    expect(await chargesOf(w, money, who)).toEqual(months(13).map(() => 4900))
    const periods = await w.database.system
      .selectFrom('subscription_periods as p')
      .innerJoin('subscriptions as s', 's.subscription_id', 'p.subscription_id')
      .select(['p.period_start', 'p.payment_id'])
      .where('s.businessentity_id', '=', who.businessId)
      .orderBy('p.period_start')
      .execute()
    expect(periods.map(({ period_start }) => period_start)).toEqual([
      anchor,
      ...months(13).map((n) => periodOf(anchor, 'monthly', n).start),
    ])
    expect(periods.slice(1).every(({ payment_id }) => payment_id !== null)).toBe(true)
  }
}, 180_000)

const months = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
