import { contract } from '@cutaway/contract'
import { demoPassword } from '../../../../../../demo/people.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterCard, testMoney, type TestMoney } from '../../../../outside/payments/testing.ts'
import { world, type Person, type World } from '../../../../testing/world.ts'
import {
  chargesOf,
  emptyLater,
  forwardTo,
  goodCard,
  live,
  sellPlan,
  subscriber,
  subscriptionOf,
  type Subscriber,
} from '../testing.ts'

/** Accounts come back whose subscription was suspended, or has ended. */

const { billing } = contract

let w: World
let money: TestMoney
let planId: number
beforeAll(async () => {
  money = await testMoney()
  w = await world({ payments: money.payments })
  planId = await sellPlan(w, { site: 31, country: 'US', currency: 'USD', recurring: 4900, setup: 9900, most: 5 })
})
afterAll(async () => {
  await w.close()
  await money.close()
})

const check = (visitor: Person, { username }: Subscriber, password = demoPassword) =>
  visitor.send(billing.reactivateAccounts, { body: { username, password } })

/** Chooses a plan and pays with a new card, as the page does. */
async function payAs(visitor: Person, who: Subscriber) {
  const body = { user_id: who.userId, billing_plan_id: planId, max_location: 2 }
  const chosen = await visitor.send(billing.changeBillingPlanforActivateCybersourceAccount, { body })
  const { request_key, page_token } = await visitor.call(billing.startPayment, { body: { user_id: who.userId } })
  expect((await visitor.request(`/pay/card/${page_token}`)).status).toBe(200)
  const payment_token = await enterCard(money, 'cybersource', goodCard)
  for (;;) {
    const step = { user_id: who.userId, payment_token, request_key }
    const answer = await visitor.send(billing.paymentSecondStepCybersource, { body: step })
    if (answer.status === 0 || !answer.data?.action) return { chosen, answer }
  }
}

test('a suspended account pays what is owed on day 20, and its days stay; an ended one begins again on day 40', async () => {
  forwardTo([w], '2027-01-10T17:00:00Z')
  const late = await subscriber(w, money, { planId, card: emptyLater })
  const gone = await subscriber(w, money, { planId, card: emptyLater })
  const grown = await subscriber(w, money, { planId, card: emptyLater, inUse: 3 })
  const busy = await subscriber(w, money, { planId })
  await live(w, '2027-03-02T17:00:00Z', { site: 31 })
  expect(await subscriptionOf(w, late)).toMatchObject({ state: 'suspended' })

  const visitor = w.visitor()
  expect((await check(visitor, busy)).data).toEqual({ result: 'already_active', account: null })
  expect((await check(visitor, late, 'wrong')).data).toEqual({ result: 'invalid_user', account: null })
  const stranger = w.visitor()
  const body = { user_id: late.userId, billing_plan_id: planId, max_location: 2 }
  expect((await stranger.send(billing.changeBillingPlanforActivateCybersourceAccount, { body })).status).toBe(0)
  expect((await stranger.send(billing.startPayment, { body: { user_id: late.userId } })).status).toBe(0)

  expect(await check(visitor, late)).toMatchObject({
    data: { result: 'valid', account: { way: 'cybersource', country: 'us', arrears: { amount: '49.00' } } },
  })
  const { chosen, answer } = await payAs(visitor, late)
  expect(chosen).toMatchObject({ status: 1, data: { total_amount: '49.00', max_location: 1, paypalDetails: null } })
  expect(answer).toMatchObject({ status: 1, data: { responseType: 'success', amount: '49.00', user: null } })
  expect(await subscriptionOf(w, late)).toMatchObject({
    state: 'active',
    anchor: '2027-01-10',
    period_end: '2027-03-10',
  })
  expect(await w.visitor().logIn(late.username)).toMatchObject({ status: 1 })

  await live(w, '2027-03-22T17:00:00Z', { site: 31 })
  expect(await subscriptionOf(w, gone)).toMatchObject({ state: 'ended' })
  const back = w.visitor()
  expect((await check(back, gone)).data).toMatchObject({ result: 'valid', account: { arrears: null } })
  // The number of locations begins with those that exist: fewer would be refused.
  expect((await check(w.visitor(), grown)).data).toMatchObject({ account: { max_location: 3 } })
  const renewed = await payAs(back, gone)
  // The set-up was paid when the account was opened.
  expect(renewed.chosen).toMatchObject({ data: { total_amount: '49.00', max_location: 2 } })
  expect(renewed.answer).toMatchObject({ status: 1, data: { responseType: 'success' } })
  expect(await subscriptionOf(w, gone)).toMatchObject({ state: 'active', anchor: '2027-03-22', locations: 2 })
  expect(await chargesOf(w, money, gone)).toEqual([4900])
  expect(await w.visitor().logIn(gone.username)).toMatchObject({ status: 1 })
  // Paid is paid: another try finds an active account.
  expect((await check(back, gone)).data).toMatchObject({ result: 'already_active' })
})

test('through PayPal a suspended account comes back after the approval, with its name, its password and its days', async () => {
  const nz = await sellPlan(w, { site: 154, country: 'NZ', currency: 'NZD', recurring: 5200, gst: 1500, most: 5 })
  const who = await subscriber(w, money, { site: 154, country: 'NZ', planId: nz, account: 'paypal' })
  // The wallet has no funds.
  await w.database.system
    .updateTable('instruments')
    .set({ token: 'demo-no_funds-9995' })
    .where('businessentity_id', '=', who.businessId)
    .execute()
  const { anchor, period_end } = await subscriptionOf(w, who)
  const day = (days: number) => new Date(Date.parse(`${period_end}T20:00:00Z`) + days * 86_400_000).toISOString()
  await live(w, day(12), { site: 154 })
  expect(await subscriptionOf(w, who)).toMatchObject({ state: 'suspended' })
  expect(await w.visitor({ site: 154 }).logIn(who.username)).toMatchObject({ message: 'purchase_subscription' })

  const visitor = w.visitor({ site: 154 })
  const given = { username: who.username, password: demoPassword }
  expect(await visitor.send(billing.reactivateAccountsIntl, { body: given })).toMatchObject({
    data: { result: 'valid', account: { way: 'paypal', arrears: { amount: '59.80', currency: 'NZD' } } },
  })
  const body = { user_id: who.userId, billing_plan_id: nz, max_location: 1 }
  const chosen = await visitor.call(billing.changeBillingPlanforActivateAccountIntl, { body })
  const away = await visitor.request(new URL(chosen.paypalDetails!.merchantUrl).pathname, { redirect: 'manual' })
  const order = new URL(away.headers.get('location')!)
  await fetch(`${order.origin}/paypal/checkoutnow/${order.searchParams.get('token')}`, {
    method: 'POST',
    redirect: 'manual',
    body: 'act=approve&wallet=pays',
  })
  const back = `${new URL(chosen.paypalDetails!.merchantUrl).pathname}/return`
  expect((await visitor.request(back, { redirect: 'manual' })).headers.get('location')).toBe('/paypalSuccess')
  await expect
    .poll(() => visitor.send(billing.paypalSuccessUrl), { timeout: 60_000 })
    .toMatchObject({ status: 1, data: { responseType: 'success', amount: '59.80', is_reactivation: true } })
  expect(await subscriptionOf(w, who)).toMatchObject({ state: 'active', anchor, open_invoice_id: null })
  expect(await chargesOf(w, money, who)).toEqual([5980])
  expect(await w.visitor({ site: 154 }).logIn(who.username)).toMatchObject({ status: 1 })
})

test('guesses of passwords are limited like those of a login, and the path works for old clients', async () => {
  const who = await subscriber(w, money, { planId })
  const params = { username: who.username, password: demoPassword, site: 31 }
  expect((await w.visitor().send(billing.reactivateAccountsByGet, { params })).data).toMatchObject({
    result: 'already_active',
  })
  const guesser = w.visitor()
  const answers = []
  for (let n = 0; n < 8; n += 1) answers.push((await check(guesser, who, `guess ${n}`)).message)
  expect(answers.at(-1)).not.toBe(answers[0])
})

test('without the demo’s clock the time cannot be moved', async () => {
  const person = await w.loggedIn('super')
  expect(await person.send(billing.demoClock, { body: { days: 1 } })).toMatchObject({ message: 'not_found' })
})
