import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testMoney, type TestMoney } from '../../../outside/payments/testing.ts'
import { world, type World } from '../../../testing/world.ts'
import { periodOf } from '../days.ts'
import type { Site } from '../../../core/tenancy.ts'
import { chargesOf, forwardTo, sellPlan, subscriber, subscriptionOf, type Subscriber } from './testing.ts'
import { runRenewals } from './sweep.ts'

/** Thirteen months pass on three nodes that sweep at the same time: each period is charged exactly once. */

const { billing } = contract

let w: World
let second: World
let third: World
let money: TestMoney
beforeAll(async () => {
  money = await testMoney()
  w = await world({ payments: money.payments })
  second = await w.another()
  third = await w.another()
})
afterAll(async () => {
  await third.close()
  await second.close()
  await w.close()
  await money.close()
})

test('anchors of the 28th to the 31st keep their day through short months, a leap day and both clock changes', async () => {
  const planId = await sellPlan(w, { site: 31, country: 'US', currency: 'USD', recurring: 4900, most: 5 })
  const here = w.running.services.sites.byId(31)!
  const people: { who: Subscriber; anchor: string }[] = []
  for (const anchor of ['2027-01-28', '2027-01-29', '2027-01-30', '2027-01-31']) {
    forwardTo(nodes(), `${anchor}T18:00:00Z`)
    people.push({ who: await subscriber(w, money, { planId }), anchor })
  }
  // Every renewal of the thirteen months, 29 February 2028 among them, just after midnight and at noon.
  const days = [...new Set(people.flatMap(({ anchor }) => months(13).map((n) => periodOf(anchor, 'monthly', n).start)))]
  for (const day of days.toSorted()) {
    forwardTo(nodes(), `${day}T05:30:00Z`)
    await sweepOnAll(here)
    forwardTo(nodes(), `${day}T17:00:00Z`)
    await Promise.all(nodes().map(({ running }) => runRenewals(running.services, { only: here })))
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

test('a switch, a cancellation and renewals that are turned off or on in the last minute count from that midnight', async () => {
  const planId = await sellPlan(w, { site: 44, country: 'US', currency: 'USD', recurring: 4900, most: 5 })
  const other = await sellPlan(w, { site: 44, country: 'US', currency: 'USD', recurring: 9900, most: 5 })
  const here = w.running.services.sites.byId(44)!
  forwardTo(nodes(), '2028-05-31T18:00:00Z')
  const of = () => subscriber(w, money, { site: 44, country: 'US', planId })
  const [switches, cancels, stops, returns] = [await of(), await of(), await of(), await of()]
  // 23:59 in New York, where the period ends at midnight.
  forwardTo(nodes(), '2028-07-01T03:59:00Z')
  const renewal = async (who: Subscriber, status: 0 | 1) =>
    (await who.person()).call(billing.changeRenewalStatus, { body: { be_id: who.businessId, status } })
  // The first period ended on 30 June and was renewed late; all that follows concerns the second.
  await sweepOnAll(here)
  forwardTo(nodes(), '2028-07-31T03:59:00Z')
  const billing_pan = { billing_plan_id: other, max_location: 1 }
  const switched = await (
    await switches.person()
  ).call(billing.switchBillingPlanCybersource, { body: { user_id: switches.userId, billing_pan, due: '0.00' } })
  expect(switched.subscription).toMatchObject({ pending_change: { on: '2028-07-31', amount: '99.00' } })
  const cancel = (await cancels.person()).call(billing.cancelSubscriptionCybersource, {
    body: { user_id: cancels.userId },
  })
  expect(await cancel).toMatchObject({ is_cancelled: true, ends_on: '2028-07-31' })
  await renewal(stops, 0)
  await renewal(returns, 0)
  await renewal(returns, 1)
  await sweepOnAll(here)
  for (const who of [switches, cancels, stops, returns])
    expect(await subscriptionOf(w, who)).toMatchObject({ period_end: '2028-07-31' })

  forwardTo(nodes(), '2028-07-31T04:00:00Z')
  await sweepOnAll(here)
  expect(await chargesOf(w, money, switches)).toEqual([4900, 9900])
  expect(await chargesOf(w, money, returns)).toEqual([4900, 4900])
  for (const who of [cancels, stops]) {
    expect(await chargesOf(w, money, who)).toEqual([4900])
    expect(await subscriptionOf(w, who)).toMatchObject({ state: 'ended' })
    expect(await w.visitor({ site: 44 }).logIn(who.username)).toMatchObject({ message: 'purchase_subscription' })
  }
}, 120_000)

/** All nodes sweep at the same time, each of them twice. */
const sweepOnAll = (only: Site) =>
  Promise.all([...nodes(), ...nodes()].map(({ running }) => runRenewals(running.services, { only })))
const nodes = () => [w, second, third]
const months = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
