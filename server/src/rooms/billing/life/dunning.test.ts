import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterCard, testMoney, type TestMoney } from '../../../outside/payments/testing.ts'
import { world, type World } from '../../../testing/world.ts'
import {
  booksOf,
  chargesOf,
  emptyLater,
  forwardTo,
  goodCard,
  live,
  mailsTo,
  paymentsOf,
  sellPlan,
  subscriber,
  subscriptionOf,
  type Subscriber,
} from './testing.ts'
import { runRenewals } from './sweep.ts'

/** Renewals that are declined: the tries, the mails, the suspension, the end, and paying late. */

const { billing } = contract

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

const tries = async (who: Subscriber) =>
  (await paymentsOf(w, who)).filter(({ purpose }) => purpose === 'renewal').map(({ day }) => day)

describe('a card without funds, due on 28 February', () => {
  // The web sites are in New York, Sydney and Jerusalem.
  let american: Subscriber
  let australian: Subscriber
  let israeli: Subscriber
  beforeAll(async () => {
    const plan = { recurring: 4900, most: 5 }
    const us = await sellPlan(w, { site: 31, country: 'US', currency: 'USD', ...plan })
    const au = await sellPlan(w, { site: 33, country: 'AU', currency: 'AUD', ...plan, gst: 1000 })
    // Jerusalem has no seller in the demo; this one pays by card like the American ones.
    const il = await sellPlan(w, { site: 44, country: 'US', currency: 'USD', ...plan })
    await w.database.system
      .updateTable('web_sites')
      .set({ time_zone: 'Asia/Jerusalem' })
      .where('web_site_id', '=', 44)
      .execute()
    await w.running.services.sites.refresh()
    forwardTo([w], '2027-01-28T18:00:00Z')
    american = await subscriber(w, money, { planId: us, card: emptyLater })
    israeli = await subscriber(w, money, { site: 44, planId: il, card: emptyLater })
    forwardTo([w], '2027-01-29T12:00:00Z')
    australian = await subscriber(w, money, {
      site: 33,
      country: 'AU',
      planId: au,
      account: 'eway',
      card: emptyLater,
    })
  })

  test('is tried on days 0, 1, 3 and 7, suspended on day 10, and ended on day 30 with each mail once', async () => {
    await live(w, '2027-03-09T12:00:00Z')
    const days = ['2027-02-28', '2027-03-01', '2027-03-03', '2027-03-07']
    for (const who of [american, israeli]) {
      expect(await tries(who)).toEqual(days)
      expect(await subscriptionOf(w, who)).toMatchObject({ state: 'past_due', past_due_since: '2027-02-28' })
    }
    const person = await american.person()
    expect(await person.call(billing.getSubscriptionStatus, { params: { user: american.userId } })).toMatchObject({
      subscription_status: 'past_due',
      arrears: { amount: '49.00', suspended_on: '2027-03-10', ended_on: '2027-03-30', error: 'card_no_funds' },
    })
    await live(w, '2027-03-10T18:00:00Z')
    expect(await subscriptionOf(w, american)).toMatchObject({ state: 'suspended' })
    const visitor = w.visitor()
    expect(await visitor.logIn(american.username)).toMatchObject({ message: 'purchase_subscription' })
    await live(w, '2027-03-30T18:00:00Z')
    expect(await subscriptionOf(w, american)).toMatchObject({ state: 'ended', open_invoice_id: null })
    expect(await mailsTo(w, american)).toEqual([
      'We couldn’t charge your subscription',
      'We couldn’t charge your subscription',
      'We couldn’t charge your subscription',
      'Your subscription is suspended',
      'Your subscription has ended',
    ])
    expect(await chargesOf(w, money, american)).toEqual([])
    // The invoice is written off by a credit note: nothing is owed, and nothing was earned.
    expect(await booksOf(w, american)).toMatchObject({ receivable: 0, revenue: 0 })
    expect(await tries(australian)).toHaveLength(4)
    expect(await subscriptionOf(w, australian)).toMatchObject({ state: 'ended' })
  })
})

describe('paying late', () => {
  let planId: number
  beforeAll(async () => {
    planId = await sellPlan(w, { site: 31, country: 'US', currency: 'USD', recurring: 4900, most: 5 })
  })

  /** A business whose renewal on 1 June was declined. */
  async function pastDue(month: string): Promise<Subscriber> {
    forwardTo([w], `${month}-01T16:00:00Z`)
    const who = await subscriber(w, money, { planId, card: emptyLater })
    const next = new Date(`${month}-01T00:00:00Z`)
    next.setUTCMonth(next.getUTCMonth() + 1)
    await live(w, `${next.toISOString().slice(0, 10)}T16:00:00Z`)
    expect(await subscriptionOf(w, who)).toMatchObject({ state: 'past_due' })
    return who
  }
  /** Types a card into the frame of the billing page and stores it. */
  async function newCard(who: Subscriber, number: string) {
    const person = await who.person()
    const started = await person.call(billing.startCardChange, { body: { user_id: who.userId } })
    const frame = await person.request(`/pay/card/${started.page_token}`)
    expect(frame.status).toBe(200)
    const payment_token = await enterCard(money, 'cybersource', number)
    const body = { user_id: who.userId, payment_token, request_key: started.request_key, bill_phone: '503 555 0199' }
    for (;;) {
      const answer = await person.send(billing.changeCardDetailsCybersource, { body })
      const action = answer.status === 1 ? answer.data?.action : null
      if (!action) return answer
    }
  }

  test('a new card on day 5 is charged once, at once, and the days stay', async () => {
    const who = await pastDue('2027-06')
    await live(w, '2027-07-06T16:00:00Z')
    const answer = await newCard(who, goodCard)
    expect(answer).toMatchObject({
      status: 1,
      data: { responseType: 'success', amount: '49.00', means: { last4: '1111' } },
    })
    expect(await subscriptionOf(w, who)).toMatchObject({ state: 'active', period_end: '2027-08-01', next_try_on: null })
    await live(w, '2027-07-31T16:00:00Z')
    expect(await chargesOf(w, money, who)).toEqual([4900])
    const params = { user: who.userId }
    const again = await who.person()
    expect(await again.call(billing.getSubscriberBilling, { params })).toMatchObject({ bill_phone: '503 555 0199' })
    expect(await again.call(billing.getStoredMeans, { params })).toMatchObject({ kind: 'card', last4: '1111' })
  })

  /** A business whose stored card has become another one. */
  async function withToken(token: string): Promise<Subscriber> {
    const who = await subscriber(w, money, { planId })
    await w.database.system
      .updateTable('instruments')
      .set({ token })
      .where('businessentity_id', '=', who.businessId)
      .execute()
    return who
  }

  test('a card that was lost, or has expired, is charged once and not again; one that pays stays as it was entered', async () => {
    forwardTo([w], '2027-08-01T16:00:00Z')
    const pays = await withToken('demo-pays-4242')
    const means = async () => (await pays.person()).call(billing.getStoredMeans, { params: { user: pays.userId } })
    const before = await means()
    expect(before).toMatchObject({ card_type: 'visa', last4: '1111', card_expiry_year: 2034 })
    const [lost, expired] = [await withToken('demo-lost-9987'), await withToken('demo-expired-0069')]
    // A card that the provider does not know: the business is told, though nothing was declined.
    const unknown = await withToken('unknown-token')
    for (const day of ['01', '02', '04', '08']) {
      await live(w, `2027-09-${day}T16:00:00Z`, { site: 31 })
      await runRenewals(w.running.services, { only: w.running.services.sites.byId(31)! })
    }
    for (const who of [lost, expired]) {
      expect(await tries(who)).toEqual(['2027-09-01'])
      expect(await subscriptionOf(w, who)).toMatchObject({ state: 'past_due', next_try_on: null })
      expect(await mailsTo(w, who)).toEqual(['We couldn’t charge your subscription'])
    }
    expect((await mailsTo(w, unknown)).at(-1)).toBe('We couldn’t charge your subscription')
    expect(await subscriptionOf(w, unknown)).toMatchObject({ state: 'past_due' })
    for (const who of [lost, expired, unknown]) expect(await chargesOf(w, money, who)).toEqual([])
    expect(await chargesOf(w, money, pays)).toEqual([4900])
    expect(await means()).toEqual(before)
  })

  test('renewal cannot be turned off while something is owed; a cancellation ends it at once, and nothing is owed', async () => {
    const who = await pastDue('2027-10')
    const person = await who.person()
    const body = { be_id: who.businessId, status: 0 }
    expect(await person.send(billing.changeRenewalStatus, { body })).toMatchObject({ message: 'renewal_when_paid' })
    expect(await subscriptionOf(w, who)).toMatchObject({ state: 'past_due', renewal_on: true })
    const cancelled = await person.call(billing.cancelSubscriptionCybersource, { body: { user_id: who.userId } })
    expect(cancelled).toMatchObject({ subscription_status: 'ended', renewal_status: 0 })
    expect(await booksOf(w, who)).toMatchObject({ receivable: 0, revenue: 0 })
  })
})

describe('cancelling', () => {
  test('twice sends one mail; access lasts to the last paid day, and renewal on before it takes it back', async () => {
    forwardTo([w], '2027-11-03T17:00:00Z')
    const planId = await sellPlan(w, { site: 31, country: 'US', currency: 'USD', recurring: 4900, most: 5 })
    const [leaving, staying, off] = [
      await subscriber(w, money, { planId }),
      await subscriber(w, money, { planId }),
      await subscriber(w, money, { planId }),
    ]
    const cancel = async (who: Subscriber) =>
      (await who.person()).call(billing.cancelSubscriptionCybersource, { body: { user_id: who.userId } })
    for (let n = 0; n < 2; n += 1)
      expect(await cancel(leaving)).toMatchObject({ is_cancelled: true, ends_on: '2027-12-03', renewal_status: 0 })
    expect(await mailsTo(w, leaving)).toEqual(['Your subscription is canceled'])
    await cancel(staying)
    const person = await off.person()
    const body = { be_id: off.businessId, status: 0 }
    expect(await person.call(billing.changeRenewalStatus, { body })).toMatchObject({ status: 0, ends_on: '2027-12-03' })
    const ask = { params: { user_id: off.userId } }
    expect(await person.send(billing.getRenewalStatus, ask)).toMatchObject({
      status: 0,
      message: 'Automatic renewal of the upgrade is disabled.',
    })
    expect(
      await person.send(billing.changeRenewalStatus, { body: { ...body, be_id: staying.businessId } }),
    ).toMatchObject({
      message: 'not_found',
    })

    // The last paid day in New York.
    await live(w, '2027-12-03T04:30:00Z')
    expect(await w.visitor().logIn(leaving.username)).toMatchObject({ status: 1 })
    const back = await staying.person()
    const on = { be_id: staying.businessId, status: '1' }
    expect(await back.call(billing.changeRenewalStatus, { body: on })).toMatchObject({
      status: 1,
      subscription_status: 'active',
      ends_on: null,
    })
    await live(w, '2027-12-03T17:00:00Z')
    expect(await w.visitor().logIn(leaving.username)).toMatchObject({ message: 'purchase_subscription' })
    expect(await subscriptionOf(w, off)).toMatchObject({ state: 'ended' })
    expect(await chargesOf(w, money, leaving)).toEqual([])
    expect(await chargesOf(w, money, staying)).toEqual([4900])
  })
})

test('a colleague, a manager of a location and another business do not reach the subscription', async () => {
  const planId = await sellPlan(w, { site: 31, country: 'US', currency: 'USD', recurring: 4900, most: 5 })
  const who = await subscriber(w, money, { planId })
  const params = { user: who.userId }
  for (const username of ['employee', 'location', 'advisor', 'super'])
    expect((await (await w.loggedIn(username)).send(billing.getSubscriptionStatus, { params })).status).toBe(0)
  const other = await subscriber(w, money, { planId })
  expect(await (await other.person()).send(billing.getSubscriptionStatus, { params })).toMatchObject({ status: 0 })
})

test('a bank transfer that the desk records brings a suspended subscription back, and nothing is charged again', async () => {
  const start = new Date(w.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  forwardTo([w], `${start}T18:00:00Z`)
  const planId = await sellPlan(w, { site: 31, country: 'US', currency: 'USD', recurring: 4900, most: 5 })
  const late = await subscriber(w, money, { planId, card: emptyLater })
  const due = (await subscriptionOf(w, late)).period_end
  const day = (days: number) => new Date(Date.parse(`${due}T18:00:00Z`) + days * 86_400_000).toISOString()
  await live(w, day(11), { site: 31 })
  const unpaid = await subscriptionOf(w, late)
  expect(unpaid.state).toBe('suspended')
  expect(await w.visitor().logIn(late.username)).toMatchObject({ status: 0 })

  const desk = await w.loggedIn('super')
  const transfer = (amount: string) =>
    desk.send(billing.recordTransfer, {
      body: {
        web_site_id: 31,
        invoice: unpaid.open_invoice_id!,
        amount,
        received_on: day(11).slice(0, 10),
        bank_reference: `line ${amount}`,
      },
    })
  expect(await transfer('20.00')).toMatchObject({ status: 1 })
  expect(await subscriptionOf(w, late)).toMatchObject({ state: 'suspended' })
  expect(await transfer('29.00')).toMatchObject({ status: 1, data: { open_minor: 0 } })
  expect(await subscriptionOf(w, late)).toMatchObject({
    state: 'active',
    open_invoice_id: null,
    next_try_on: null,
    past_due_since: null,
    period_end: unpaid.period_end,
  })
  expect(await w.visitor().logIn(late.username)).toMatchObject({ status: 1 })
  await live(w, day(13), { site: 31 })
  expect(await chargesOf(w, money, late)).toEqual([])
})
