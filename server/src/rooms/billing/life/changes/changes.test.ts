import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterCard, testMoney, type TestMoney } from '../../../../outside/payments/testing.ts'
import { world, type World } from '../../../../testing/world.ts'
import {
  booksOf,
  chargesOf,
  forwardTo,
  goodCard,
  live,
  mailsTo,
  sellPlan,
  subscriber,
  subscriptionOf,
  type Subscriber,
} from '../testing.ts'

/** Administrators change their plan and the number of locations. The gateway's own ledger says what was charged. */

const { billing } = contract

let w: World
let money: TestMoney
const tiers = (upTo5: number, upTo10: number, from11: number) => [
  { from_location: 1, to_location: 5, per_location_minor: upTo5 },
  { from_location: 6, to_location: 10, per_location_minor: upTo10 },
  { from_location: 11, to_location: null, per_location_minor: from11 },
]
const common = { site: 31, country: 'US', currency: 'USD' }
beforeAll(async () => {
  money = await testMoney()
  w = await world({ payments: money.payments })
})
afterAll(async () => {
  await w.close()
  await money.close()
})

const wants = (billing_plan_id: number, max_location: number) => ({ billing_plan_id, max_location })

/** Asks for the price, then switches for exactly that price. */
async function switchTo(who: Subscriber, billing_plan_id: number, max_location: number) {
  const person = await who.person()
  const body = { user_id: who.userId, ...wants(billing_plan_id, max_location) }
  const quote = await person.call(billing.quoteChange, { body })
  const switched = await person.call(billing.switchBillingPlanCybersource, {
    body: { user_id: who.userId, billing_pan: wants(billing_plan_id, max_location), due: quote.due },
  })
  return { person, quote, switched }
}

describe('in April, a period from the 1st', () => {
  let planT: number
  beforeAll(async () => {
    forwardTo([w], '2027-04-01T16:00:00Z')
    planT = await sellPlan(w, { ...common, tiers: tiers(3900, 3400, 2900) })
  })

  test('a sixth location in the middle of the month costs half of the difference', async () => {
    const who = await subscriber(w, money, { planId: planT, locations: 5 })
    const ten = await subscriber(w, money, { planId: planT, locations: 10 })
    forwardTo([w], '2027-04-16T16:00:00Z')
    const { quote, switched } = await switchTo(who, planT, 6)
    expect(quote).toMatchObject({
      when: 'now',
      due: '4.50',
      pays: 'stored',
      next: { on: '2027-05-01', total: '204.00', max_location: 6 },
    })
    expect(switched).toMatchObject({ responseType: 'success', amount: '4.50', subscription: { max_locations: 6 } })
    expect(await chargesOf(w, money, who)).toEqual([450])

    // From 10 to 11 the price per location falls: nothing is due, and nothing is credited.
    const falling = await switchTo(ten, planT, 11)
    expect(falling.quote).toMatchObject({ when: 'now', due: '0.00', credit: '0.00', next: { total: '319.00' } })
    expect(falling.switched).toMatchObject({ payment: null, subscription: { max_locations: 11 } })
    expect(await chargesOf(w, money, ten)).toEqual([])
  })

  test('fewer locations begin at the renewal, are shown until then, and can be withdrawn', async () => {
    forwardTo([w], '2027-04-17T16:00:00Z')
    const who = await subscriber(w, money, { planId: planT, locations: 5, inUse: 2 })
    const { person, quote, switched } = await switchTo(who, planT, 3)
    expect(quote).toMatchObject({ when: 'renewal', due: '0.00', now: null })
    const pending = { max_location: 3, recurring_frequency: 'monthly', on: '2027-05-17', amount: '117.00' }
    expect(switched.subscription).toMatchObject({ max_locations: 5, pending_change: pending })
    const ask = { params: { user: who.userId } }
    expect(await person.call(billing.getActiveBillingPlan, ask)).toMatchObject({ in_use: 2, pending_change: pending })
    // It waits for the renewal: while that is off nothing is promised, and it is there again when that is on.
    const renewal = async (status: 0 | 1) => {
      await person.call(billing.changeRenewalStatus, { body: { be_id: who.businessId, status } })
      return person.call(billing.getSubscriptionStatus, { params: { user: who.userId } })
    }
    expect(await renewal(0)).toMatchObject({ pending_change: null, next_amount: null })
    expect(await renewal(1)).toMatchObject({ pending_change: pending, next_amount: '117.00' })
    const withdrawn = await person.call(billing.withdrawChange, { body: { user_id: who.userId } })
    expect(withdrawn.pending_change).toBeNull()

    const body = { user_id: who.userId, billing_pan: wants(planT, 1) }
    expect(await person.send(billing.switchBillingPlanCybersource, { body })).toMatchObject({
      status: 0,
      message: 'invalid_number_of_locations',
    })
    expect(await subscriptionOf(w, who)).toMatchObject({ locations: 5, pending_plan_id: null })
  })

  test('a change that was shown at another price is refused, and a bad number too', async () => {
    const who = await subscriber(w, money, { planId: planT, locations: 2 })
    const person = await who.person()
    const billing_pan = wants(planT, 3)
    const body = { user_id: who.userId, billing_pan, due: '0.01' }
    expect(await person.send(billing.switchBillingPlanCybersource, { body })).toMatchObject({
      message: 'Unable to change billing plan. Please try again',
    })
    for (const count of ['1e2', '-1', '0', '1.5', 1e9])
      expect(
        await person.send(billing.quoteChange, { body: { user_id: who.userId, ...billing_pan, max_location: count } }),
      ).toMatchObject({ message: 'invalid_number_of_locations' })
    const eway = { user_id: who.userId, billing_pan }
    expect(await person.send(billing.switchBillingPlanEway, { body: eway })).toMatchObject({
      message: 'Something went wrong. Please try again',
    })
    expect(await chargesOf(w, money, who)).toEqual([])
  })
})

test('in June, a plan that has a price for eight locations begins at once and keeps the period', async () => {
  forwardTo([w], '2027-06-01T16:00:00Z')
  const upTo5 = await sellPlan(w, {
    ...common,
    tiers: [{ from_location: 1, to_location: 5, per_location_minor: 3900 }],
  })
  const from6 = await sellPlan(w, {
    ...common,
    tiers: [{ from_location: 1, to_location: null, per_location_minor: 3400 }],
  })
  const who = await subscriber(w, money, { planId: upTo5, locations: 5 })
  forwardTo([w], '2027-06-10T16:00:00Z')
  const { quote, switched } = await switchTo(who, from6, 8)
  expect(quote).toMatchObject({
    when: 'now',
    due: '53.90',
    next: { on: '2027-07-01', total: '272.00' },
    later: { on: '2027-08-01', total: '272.00' },
  })
  expect(switched).toMatchObject({ responseType: 'success', amount: '53.90' })
  expect(await subscriptionOf(w, who)).toMatchObject({ billing_plan_id: from6, locations: 8, period_end: '2027-07-01' })
  await live(w, '2027-07-01T16:00:00Z', { site: 31 })
  expect(await chargesOf(w, money, who)).toEqual([5390, 27200])
  expect((await mailsTo(w, who)).at(-1)).toContain('receipt')
  expect(await booksOf(w, who)).toMatchObject({ receivable: 0, clearing: 0, revenue: -32590 })
})

test('credit of an annual plan pays the monthly invoices that follow', async () => {
  forwardTo([w], '2027-08-01T16:00:00Z')
  const annual = await sellPlan(w, { ...common, frequency: 'annually', recurring: 120_000, most: 1 })
  const monthly = await sellPlan(w, {
    ...common,
    tiers: [{ from_location: 1, to_location: null, per_location_minor: 13_600 }],
  })
  const who = await subscriber(w, money, { planId: annual })
  // 366 days from 1 August 2027; 265 are left on 10 November.
  forwardTo([w], '2027-11-10T17:00:00Z')
  const { quote, switched } = await switchTo(who, monthly, 2)
  // 1200.00 x 265 / 366 = 868.85, less the first month of 272.00.
  expect(quote).toMatchObject({ when: 'now', today: { total: '-596.85' }, due: '0.00', credit: '596.85' })
  expect(switched.subscription).toMatchObject({ credit: '596.85', period_end: '2027-12-10' })
  await live(w, '2028-02-10T17:00:00Z', { site: 31 })
  // 272.00 and 272.00 are paid by credit; of the third, 52.85 are.
  expect(await chargesOf(w, money, who)).toEqual([27_200 - 5285])
  expect(await booksOf(w, who)).toMatchObject({ receivable: 0, customer_credit: 0 })
})

test('a trial becomes a paid subscription: the first period begins today, paid by a new card', async () => {
  const planId = await sellPlan(w, { ...common, recurring: 4900, setup: 1000, most: 5 })
  const trialPlan = await sellPlan(w, { ...common, most: 5 })
  const who = await subscriber(w, money, { planId: trialPlan, card: null })
  await w.database.system
    .updateTable('subscriptions')
    .set({ state: 'trialing', payment_type: 'none' })
    .where('businessentity_id', '=', who.businessId)
    .execute()
  const person = await who.person()
  const billing_pan = wants(planId, 2)
  const quote = await person.call(billing.quoteChange, { body: { user_id: who.userId, ...billing_pan } })
  expect(quote).toMatchObject({ when: 'now', due: '59.00', pays: 'fresh', next: { total: '49.00' } })
  const body = { user_id: who.userId, billing_pan }
  expect(await person.send(billing.switchBillingPlanCybersource, { body })).toMatchObject({
    message: 'please_change_billing_details',
  })
  const payment_token = await enterCard(money, 'cybersource', goodCard)
  const step = { ...body, card_details: { payment_token }, request_key: randomUUID() }
  for (;;) {
    const answer = await person.call(billing.switchBillingPlanCybersource, { body: step })
    if (answer.action) continue
    expect(answer).toMatchObject({ responseType: 'success', subscription: { subscription_status: 'active' } })
    break
  }
  expect(await subscriptionOf(w, who)).toMatchObject({
    payment_type: 'cybersource',
    billing_plan_id: planId,
    locations: 2,
  })
  expect(await chargesOf(w, money, who)).toEqual([5900])
})
