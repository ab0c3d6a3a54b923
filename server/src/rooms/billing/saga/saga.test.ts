import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { PaymentProvider } from '../../../outside/payments.ts'
import { kept, memoryAccounts, memoryProvider, type MemoryProvider } from '../../../testing/memory-provider.ts'
import { shop, type Shop } from '../../../testing/shop.ts'
import { world, type World } from '../../../testing/world.ts'
import type { PaymentAccounts } from '../accounts.ts'
import { activateFree } from '../activate.ts'
import { addDays } from '../days.ts'
import type { Desk, LookJob } from './desk.ts'
import { fulfil } from './fulfil.ts'
import { sweepPayments } from './jobs.ts'
import { pay, type PayAsk } from './pay.ts'
import { attemptsOf, findPayment, paymentsOfOrder } from '../payments.queries.ts'
import { workRefund } from './refunds.ts'
import { settle } from './settle.ts'

/** Charges are counted in the provider's own ledger, subscriptions in the product; never one from the other. */

let w: World
let site: Site
let provider: MemoryProvider
let paypal: MemoryProvider
let stall: Shop
let desk: Desk
/** What the saga ordered; the tests run it themselves, so that nothing depends on time. */
let ordered: { name: string; data: LookJob & { payment_id: string } }[]

beforeAll(async () => {
  w = await world()
  site = w.running.services.sites.byId(31)!
})
afterAll(() => w.close())

beforeEach(() => {
  provider = memoryProvider('cybersource')
  paypal = memoryProvider('paypal')
  stall = shop()
  ordered = []
  desk = {
    ...w.running.services,
    payments: memoryAccounts({ cybersource: provider, paypal }),
    purposes: [stall],
    jobs: {
      ...w.running.services.jobs,
      enqueue: async (_db, name, data) => void ordered.push({ name, data: data as never }),
    },
  }
})

const inTenant = <R>(work: (db: Db) => Promise<R>) => w.database.inTenant(31, work)
const newOrder = (more: Parameters<Shop['newOrder']>[2] = {}) => inTenant((db) => stall.newOrder(db, site, more))

let addresses = 0
const askOf = (orderId: string, paymentToken = 'good', more: Partial<PayAsk> = {}): PayAsk => ({
  site,
  purpose: stall,
  orderId,
  requestKey: null,
  means: { kind: 'card', paymentToken },
  proof: null,
  isHuman: false,
  billing: {},
  ip: `198.51.${(addresses += 1) >> 8}.${addresses & 255}`,
  userAgent: 'test',
  authReturnUrl: 'https://site31.example/pay/returned',
  ...more,
})
const paymentOf = (paymentId: string) => inTenant((db) => findPayment(db, site, paymentId)).then((payment) => payment!)
const paidWith = async (orderId: string, paymentToken = 'good', more: Partial<PayAsk> = {}) => {
  const result = await pay(desk, askOf(orderId, paymentToken, more))
  if ('refused' in result) throw new Error(`refused: ${result.refused}`)
  return paymentOf(result.paymentId)
}
const attempts = (paymentId: string) => inTenant((db) => attemptsOf(db, site, paymentId))

/** Runs what is due until nothing is, as the workers of a portal do in the course of two days. */
async function letTimePass(rounds = 16, on: Desk = desk) {
  for (let round = 0; round < rounds; round += 1) {
    w.clock.forward(60 * 2 ** Math.min(round, 12))
    await sweepPayments(on)
    for (const { name, data } of ordered.splice(0)) {
      const of = w.running.services.sites.byId(data.web_site_id)!
      if (name === 'payment.settle') await settle(on, of, data)
      else if (name === 'payment.refund') await workRefund(on, of, data as never)
      else await fulfil(on, of, data.payment_id).catch(() => undefined)
    }
  }
}

/** What the product thinks of an order. */
async function stateOf(orderId: string) {
  const id = Number(orderId)
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from subscriptions where businessentity_id = ${id} and state = 'active') as subscriptions,
    (select count(*)::int from invoices where businessentity_id = ${id} and state = 'paid' and kind = 'invoice') as invoices,
    (select count(*)::int from subscription_periods p join subscriptions s using (web_site_id, subscription_id)
      where s.businessentity_id = ${id}) as periods,
    (select count(*)::int from payment_attempts a join payments p using (web_site_id, payment_id)
      where p.businessentity_id = ${id} and a.state in ('prepared', 'waiting', 'sent', 'unknown')) as open,
    (select coalesce(sum(amount_minor), 0)::int from ledger_postings where businessentity_id = ${id}
      and account like 'cash:%') as cash,
    (select coalesce(sum(amount_minor), 0)::int from ledger_postings where businessentity_id = ${id}
      and account in ('receivable', 'clearing')) as unsettled`.execute(w.database.system)
  return rows[0]!
}
const active = { subscriptions: 1, invoices: 1, periods: 1, open: 0, cash: 5390, unsettled: 0 }
const nothing = { subscriptions: 0, invoices: 0, periods: 0, open: 0, cash: 0, unsettled: 0 }

describe('a card', () => {
  test('is stored only where the order says so', async () => {
    await paidWith(await newOrder({ keep: false }))
    await paidWith(await newOrder())
    expect(provider.means).toMatchObject([
      { kind: 'fresh', keep: false },
      { kind: 'fresh', keep: true },
    ])
  })

  test('that is good pays, and the account is there at once', async () => {
    const orderId = await newOrder()
    const payment = await paidWith(orderId)
    expect(payment).toMatchObject({ state: 'fulfilled', amount_minor: 5390, currency: 'USD' })
    expect(await stateOf(orderId)).toEqual(active)
    expect(kept(provider.ledger)).toBe(5390)
    const business = await w.database.system
      .selectFrom('business_entities')
      .select(['subscription_status', 'business_type'])
      .where('businessentity_id', '=', Number(orderId))
      .executeTakeFirst()
    expect(business).toEqual({ subscription_status: 'active', business_type: 'activated' })
    const stored = await w.database.system
      .selectFrom('instruments')
      .select(['state', 'last4', 'token', 'network_id'])
      .where('businessentity_id', '=', Number(orderId))
      .execute()
    expect(stored).toEqual([{ state: 'active', last4: '1111', token: 'stored-token', network_id: 'network-1' }])
  })

  test('that is declined takes nothing, and another one can be tried', async () => {
    const orderId = await newOrder()
    const payment = await paidWith(orderId, 'declined')
    expect(payment.state).toBe('failed')
    expect(await attempts(payment.payment_id)).toMatchObject([{ state: 'declined', decline_class: 'soft' }])
    expect(stall.told).toEqual([
      { orderId, to: 'paying' },
      { orderId, to: 'declined' },
    ])
    expect(await stateOf(orderId)).toEqual(nothing)
    expect(await paidWith(orderId)).toMatchObject({ state: 'fulfilled' })
    expect(provider.ledger).toHaveLength(1)
  })

  test('whose bank cannot be reached was certainly not charged', async () => {
    const orderId = await newOrder()
    expect(await paidWith(orderId, 'unreachable')).toMatchObject({ state: 'failed' })
    expect(stall.told.at(-1)).toEqual({ orderId, to: 'released' })
  })

  test('whose reply is lost before the charge is asked about, and not charged again', async () => {
    const orderId = await newOrder()
    const payment = await paidWith(orderId, 'lost_before')
    expect(payment.state).toBe('processing')
    expect(await pay(desk, askOf(orderId, 'good', { requestKey: randomUUID() }))).toEqual({
      refused: 'payment_in_progress',
    })
    await letTimePass(3)
    expect(await paymentOf(payment.payment_id)).toMatchObject({ state: 'failed' })
    expect(await attempts(payment.payment_id)).toMatchObject([{ state: 'not_charged' }])
    expect(provider.asked).toBe(1)
    expect(await stateOf(orderId)).toEqual(nothing)
  })

  test.each(['lost_after', 'found_later'])('whose reply is lost after the charge is found: %s', async (card) => {
    const orderId = await newOrder()
    expect(await paidWith(orderId, card)).toMatchObject({ state: 'processing' })
    await letTimePass(6)
    expect(await stateOf(orderId)).toEqual(active)
    expect(provider.asked).toBe(1)
  })

  test('about which the provider says nothing for a day goes to the desk', async () => {
    const orderId = await newOrder()
    const payment = await paidWith(orderId, 'lost_after')
    provider.failFinds(1000)
    await letTimePass(40)
    const [attempt] = await attempts(payment.payment_id)
    expect(attempt).toMatchObject({ state: 'unknown', next_look_at: null })
    const differences = await w.database.system
      .selectFrom('payment_differences')
      .select(['kind'])
      .where('reference', '=', attempt!.reference)
      .execute()
    expect(differences).toEqual([{ kind: 'unknown' }])
    provider.failFinds(0)
    await settle(desk, site, { reference: attempt!.reference, look: 'now' })
    expect(await stateOf(orderId)).toEqual(active)
  })

  test('that is charged another amount is paid back, and the desk hears of it', async () => {
    const orderId = await newOrder()
    const payment = await paidWith(orderId, 'wrong_amount')
    expect(payment.state).toBe('failed')
    await letTimePass(2)
    expect(kept(provider.ledger)).toBe(0)
    expect(await stateOf(orderId)).toEqual(nothing)
  })

  test('costs nothing where nothing is due: no provider is asked', async () => {
    const orderId = await newOrder({ plan: { recurring_minor: 0 } })
    expect(await paidWith(orderId, 'good', { means: null })).toMatchObject({ state: 'fulfilled', amount_minor: 0 })
    expect(await stateOf(orderId)).toEqual({ ...active, cash: 0 })
    expect(provider.asked).toBe(0)
  })

  test('is not taken where the web site has no account for the currency', async () => {
    const orderId = await newOrder({ plan: { currency: 'GBP' } })
    expect(await pay(desk, askOf(orderId))).toEqual({ refused: 'Something went wrong. Please try again' })
  })
})

describe('several requests', () => {
  test('20 at once are one payment with one answer', async () => {
    const orderId = await newOrder()
    const requestKey = randomUUID()
    const results = await Promise.all(
      Array.from({ length: 20 }, () => pay(desk, askOf(orderId, 'good', { requestKey, ip: '192.0.2.1' }))),
    )
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    expect(provider.ledger).toHaveLength(1)
    expect(await stateOf(orderId)).toEqual(active)
  })

  test('two clicks without a key are one payment, and so is a click after the success', async () => {
    const orderId = await newOrder()
    const [one, two] = await Promise.all([paidWith(orderId), paidWith(orderId)])
    const three = await paidWith(orderId, 'good', { requestKey: randomUUID() })
    expect(new Set([one, two, three].map(({ payment_id }) => payment_id)).size).toBe(1)
    expect(provider.ledger).toHaveLength(1)
  })

  test('two browsers with one e-mail are charged once', async () => {
    const email = `both-${randomUUID()}@example.com`
    const first = await newOrder({ email })
    const second = await newOrder({ email: email.toUpperCase() })
    const slow = pay(desk, askOf(first, 'slow'))
    await expect.poll(() => provider.asked).toBe(1)
    expect(await pay(desk, askOf(second))).toEqual({ refused: 'payment_in_progress' })
    provider.answerSlow()
    await slow
    expect(provider.ledger).toHaveLength(1)
    expect(await stateOf(first)).toEqual(active)
  })

  test('nobody is blocked by a stranger who begins a payment with their e-mail and leaves', async () => {
    const email = `victim-${randomUUID()}@example.com`
    const strangers = await newOrder({ email, provider: 'paypal' })
    const approval = { kind: 'approval', returnUrl: 'https://a.example/r', cancelUrl: 'https://a.example/c' } as const
    const waiting = await paidWith(strangers, '', { means: approval })
    expect(waiting.state).toBe('requires_action')
    const own = await newOrder({ email })
    expect(await paidWith(own)).toMatchObject({ state: 'fulfilled' })
    // The first to move money has the account: an approval that comes later takes nothing.
    const [attempt] = await attempts(waiting.payment_id)
    paypal.approve(attempt!.handle!)
    await settle(desk, site, { reference: attempt!.reference, look: 'now' })
    expect(await paymentOf(waiting.payment_id)).toMatchObject({ state: 'cancelled' })
    expect(paypal.ledger).toEqual([])
    expect(await stateOf(strangers)).toEqual(nothing)
  })

  test('a challenge that is passed after another payment of the same person takes nothing', async () => {
    const email = `twice-${randomUUID()}@example.com`
    const careful = memoryProvider('cybersource', { authenticates: true })
    desk = { ...desk, payments: memoryAccounts({ cybersource: careful, paypal }) }
    const first = await newOrder({ email })
    const key = { requestKey: randomUUID() }
    expect(await paidWith(first, 'challenge', key)).toMatchObject({ state: 'requires_action' })
    expect(await paidWith(await newOrder({ email }), 'frictionless')).toMatchObject({ state: 'fulfilled' })
    expect(await paidWith(first, 'challenge', key)).toMatchObject({ state: 'cancelled' })
    expect(careful.ledger).toHaveLength(1)
  })

  test('the fourth in a minute from one address waits, and the next minute it works', async () => {
    const orderId = await newOrder()
    const from = { ip: '192.0.2.77' }
    for (let n = 0; n < 3; n += 1) expect(await paidWith(orderId, 'declined', from)).toMatchObject({ state: 'failed' })
    const refused = await pay(desk, askOf(orderId, 'good', from))
    expect(refused).toMatchObject({ refused: 'too_many_payments', seconds: expect.any(Number) as number })
    w.clock.forward(61)
    expect(await paidWith(orderId, 'good', from)).toMatchObject({ state: 'fulfilled' })
  })

  test('an IPv6 customer is one address, however many of theirs they use', async () => {
    const orderId = await newOrder()
    const from = (n: number) => ({ ip: `2001:db8:7:8::${n}` })
    for (let n = 1; n <= 3; n += 1) await paidWith(orderId, 'declined', from(n))
    expect(await pay(desk, askOf(orderId, 'good', from(4)))).toMatchObject({ refused: 'too_many_payments' })
    expect(await paidWith(orderId, 'good', { ip: '2001:db8:7:9::1' })).toMatchObject({ state: 'fulfilled' })
  })

  test('after ten declines an address has to show that it is human', async () => {
    const from = { ip: '192.0.2.78' }
    for (let n = 0; n < 10; n += 1) {
      w.clock.forward(61)
      await paidWith(await newOrder(), 'declined', from)
    }
    w.clock.forward(61)
    const orderId = await newOrder()
    expect(await pay(desk, askOf(orderId, 'good', from))).toEqual({ refused: 'captcha_required' })
    expect(await paidWith(orderId, 'good', { ...from, isHuman: true })).toMatchObject({ state: 'fulfilled' })
  })
})

describe('a web site under attack', () => {
  test('asks everybody for a captcha after 20 declines in an hour without a success, and stops when one pays', async () => {
    w.clock.forward(3601)
    for (let n = 0; n < 20; n += 1) await paidWith(await newOrder(), 'declined')
    const orderId = await newOrder()
    expect(await pay(desk, askOf(orderId))).toEqual({ refused: 'captcha_required' })
    expect(await paidWith(orderId, 'good', { isHuman: true })).toMatchObject({ state: 'fulfilled' })
    expect(await paidWith(await newOrder())).toMatchObject({ state: 'fulfilled' })
    w.clock.forward(3601)
  })
})

describe('3-D Secure', () => {
  beforeEach(() => {
    provider = memoryProvider('cybersource', { authenticates: true })
    desk = { ...desk, payments: memoryAccounts({ cybersource: provider }) }
  })

  test('a passed challenge is charged, and nothing was before it', async () => {
    const orderId = await newOrder()
    const key = { requestKey: randomUUID() }
    const waiting = await paidWith(orderId, 'challenge', key)
    expect(waiting).toMatchObject({
      state: 'requires_action',
      action: { kind: 'authenticate', frame: { url: 'https://bank.example/' } },
    })
    expect(await attempts(waiting.payment_id)).toEqual([])
    expect(await paidWith(orderId, 'challenge', key)).toMatchObject({ state: 'fulfilled' })
    expect(kept(provider.ledger)).toBe(5390)
  })

  test('a card that needs no challenge is charged in one request', async () => {
    expect(await paidWith(await newOrder(), 'frictionless')).toMatchObject({ state: 'fulfilled' })
  })

  test('a failed or closed challenge takes nothing, and the same card works on the next try', async () => {
    const orderId = await newOrder()
    const key = { requestKey: randomUUID() }
    await paidWith(orderId, 'challenge_failed', key)
    expect(await paidWith(orderId, 'challenge_failed', key)).toMatchObject({
      state: 'failed',
      action: { kind: 'refused', code: 'AUTHENTICATION_FAILED' },
    })
    const closed = await paidWith(orderId, 'challenge', { requestKey: randomUUID() })
    expect(closed.state).toBe('requires_action')
    expect(await paidWith(orderId, 'frictionless', { requestKey: randomUUID() })).toMatchObject({ state: 'fulfilled' })
    expect(await paymentOf(closed.payment_id)).toMatchObject({ state: 'cancelled' })
    expect(provider.ledger).toHaveLength(1)
  })

  test('a challenge that nobody comes back from is given up after an hour', async () => {
    const waiting = await paidWith(await newOrder(), 'challenge')
    w.clock.forward(3700)
    await sweepPayments(desk)
    expect(await paymentOf(waiting.payment_id)).toMatchObject({ state: 'cancelled' })
  })
})

describe('PayPal', () => {
  const approval = {
    means: { kind: 'approval', returnUrl: 'https://a.example/r', cancelUrl: 'https://a.example/c' },
  } as const
  const paypalOrder = () => newOrder({ provider: 'paypal' })

  test('an approved order is captured when the person is back, once', async () => {
    const orderId = await paypalOrder()
    const waiting = await paidWith(orderId, '', approval)
    const [{ reference, handle } = { reference: '', handle: '' }] = await attempts(waiting.payment_id)
    expect(waiting.action).toEqual({ kind: 'approve', url: `https://paypal.example/${handle}` })
    expect(await paidWith(orderId, '', approval)).toEqual(waiting)
    await settle(desk, site, { reference, look: 'now' })
    expect(await paymentOf(waiting.payment_id)).toMatchObject({ state: 'requires_action' })
    paypal.approve(handle!)
    await Promise.all([1, 2, 3].map(() => settle(desk, site, { reference, look: 'now' })))
    expect(await stateOf(orderId)).toEqual(active)
    expect(kept(paypal.ledger)).toBe(5390)
  })

  test('a tab that is closed after the approval is found by a look', async () => {
    const orderId = await paypalOrder()
    const waiting = await paidWith(orderId, '', approval)
    const [attempt] = await attempts(waiting.payment_id)
    paypal.approve(attempt!.handle!)
    await letTimePass(3)
    expect(await stateOf(orderId)).toEqual(active)
  })

  test('the person is back and the provider does not answer: it is soon asked again, whatever the looks before found', async () => {
    const orderId = await paypalOrder()
    const waiting = await paidWith(orderId, '', approval)
    const [{ reference, handle } = { reference: '', handle: '' }] = await attempts(waiting.payment_id)
    // Webhooks that come while the person is at the provider's page use up no look.
    for (const _ of [1, 2, 3]) await settle(desk, site, { reference, look: 'now' })
    const [{ prepared_at, next_look_at: planned } = { prepared_at: 0, next_look_at: 0 }] = await attempts(
      waiting.payment_id,
    )
    expect(Number(planned) - Number(prepared_at)).toBe(120_000)
    w.clock.forward(40)
    paypal.approve(handle!)
    paypal.failFinds(3)
    await settle(desk, site, { reference, look: 'now' })
    for (const _ of [1, 2, 3]) {
      const [{ looks, next_look_at } = { looks: -1, next_look_at: null }] = await attempts(waiting.payment_id)
      const seconds = (next_look_at!.getTime() - w.clock.now().getTime()) / 1000
      expect(seconds).toBeLessThan(15)
      w.clock.forward(seconds)
      await settle(desk, site, { reference, look: looks })
    }
    expect(await stateOf(orderId)).toEqual(active)
    expect(kept(paypal.ledger)).toBe(5390)
  })

  test('webhooks use up none of the planned looks, however many come', async () => {
    const orderId = await newOrder()
    const { payment_id } = await paidWith(orderId, 'lost_after')
    const facts = async () => {
      const [attempt] = await attempts(payment_id)
      return { state: attempt!.state, looks: attempt!.looks, next_look_at: attempt!.next_look_at }
    }
    const planned = await facts()
    expect(planned).toMatchObject({ state: 'unknown', looks: 1 })
    const [{ reference } = { reference: '' }] = await attempts(payment_id)
    provider.failFinds(30)
    for (let hook = 0; hook < 30; hook += 1) await settle(desk, site, { reference, look: 'now' })
    expect(await facts()).toEqual(planned)
    await settle(desk, site, { reference, look: planned.looks })
    expect(await stateOf(orderId)).toEqual(active)
    expect(kept(provider.ledger)).toBe(5390)
  })

  test.each<[string, ('hook' | 'approve' | 'days')[]]>([
    ['early, before anybody has approved', ['hook', 'approve', 'hook']],
    ['twice', ['approve', 'hook', 'hook']],
    ['at the same time as the person comes back', ['approve', 'hook']],
    ['three days late', ['approve', 'days', 'hook']],
    ['never', ['approve', 'days']],
  ])('a webhook that comes %s leads to the same rows', async (_when, steps) => {
    const orderId = await paypalOrder()
    const waiting = await paidWith(orderId, '', approval)
    const [{ reference, handle } = { reference: '', handle: '' }] = await attempts(waiting.payment_id)
    for (const step of steps) {
      if (step === 'approve') paypal.approve(handle!)
      // An event only orders a look, and so does the return page.
      if (step === 'hook') await Promise.all([1, 2].map(() => settle(desk, site, { reference, look: 'now' })))
      if (step === 'days') {
        await letTimePass(4)
        w.clock.forward(3 * 86_400)
      }
    }
    expect(await stateOf(orderId)).toEqual(active)
    expect(await paymentOf(waiting.payment_id)).toMatchObject({ state: 'fulfilled', action: null })
    expect(await attempts(waiting.payment_id)).toMatchObject([
      { state: 'paid', captured_minor: 5390, next_look_at: null },
    ])
    expect(kept(paypal.ledger)).toBe(5390)
  })

  test('declines do not end in a captcha that the provider’s page cannot show', async () => {
    const orderId = await newOrder({ provider: 'paypal', needsCaptcha: true })
    expect(await paidWith(orderId, '', approval)).toMatchObject({ state: 'requires_action' })
  })

  test('an order that nobody approves lapses, and another one can be made', async () => {
    const orderId = await paypalOrder()
    const waiting = await paidWith(orderId, '', approval)
    await letTimePass(12)
    expect(await paymentOf(waiting.payment_id)).toMatchObject({ state: 'cancelled' })
    expect(paypal.ledger).toEqual([])
    expect((await paidWith(orderId, '', approval)).payment_id).not.toBe(waiting.payment_id)
  })
})

describe('delivery', () => {
  test('that fails ten times is tried until it works, and nobody can pay again', async () => {
    const orderId = await newOrder()
    stall.failures.push(...Array.from({ length: 10 }, () => new Error('the disk is full')))
    const payment = await paidWith(orderId)
    expect(payment.state).toBe('paid')
    expect((await paidWith(orderId, 'good', { requestKey: randomUUID() })).payment_id).toBe(payment.payment_id)
    await letTimePass(12)
    expect(await stateOf(orderId)).toEqual(active)
    expect(provider.ledger).toHaveLength(1)
  })

  test('that fails for a day is paid back', async () => {
    const orderId = await newOrder()
    stall.failures.push(...Array.from({ length: 100 }, () => new Error('the disk is full')))
    const payment = await paidWith(orderId)
    await letTimePass(14)
    expect(await paymentOf(payment.payment_id)).toMatchObject({ state: 'refunded' })
    expect(kept(provider.ledger)).toBe(0)
    expect(await stateOf(orderId)).toEqual(nothing)
  })

  test.each([0, 2])('that meets a conflict is paid back, even if %i replies to the refund are lost', async (lost) => {
    const orderId = await newOrder()
    stall.conflicts.add(orderId)
    provider.loseRefundReplies(lost)
    const payment = await paidWith(orderId)
    expect(payment.state).toBe('refunding')
    await letTimePass(6)
    expect(await paymentOf(payment.payment_id)).toMatchObject({ state: 'refunded' })
    expect(provider.ledger.map(({ refunds }) => refunds.length)).toEqual([1])
    expect(stall.backs).toEqual([orderId])
    expect(await stateOf(orderId)).toEqual(nothing)
  })

  test('a refund that stays unclear for a day goes to the desk, and nobody asks about it any more', async () => {
    const orderId = await newOrder()
    stall.conflicts.add(orderId)
    provider.loseRefundReplies(1000)
    const payment = await paidWith(orderId)
    provider.failFinds(1000)
    await letTimePass(40)
    const refund = await w.database.system
      .selectFrom('refunds')
      .select(['state', 'next_look_at'])
      .where('payment_id', '=', payment.payment_id)
      .executeTakeFirst()
    expect(refund).toEqual({ state: 'unknown', next_look_at: null })
    provider.loseRefundReplies(0)
    provider.failFinds(0)
  })

  test('refunds never exceed the charge', async () => {
    const orderId = await newOrder()
    const payment = await paidWith(orderId)
    const [attempt] = await attempts(payment.payment_id)
    const refund = (amount_minor: number) =>
      inTenant((db) =>
        db
          .insertInto('refunds')
          .values({
            web_site_id: 31,
            refund_id: randomUUID(),
            payment_id: payment.payment_id,
            attempt_id: attempt!.attempt_id,
            reference: `CW31-R${String(amount_minor).padStart(12, 'A')}`,
            currency: 'USD',
            amount_minor,
            kind: 'refund',
            reason: 'test',
            state: 'refused',
            created_at: new Date(),
            sent_at: null,
            next_look_at: null,
            settled_at: null,
          })
          .execute(),
      )
    await refund(5390)
    await inTenant((db) => db.updateTable('refunds').set({ state: 'done' }).where('amount_minor', '=', 5390).execute())
    await refund(1)
    const second = inTenant((db) =>
      db.updateTable('refunds').set({ state: 'sent' }).where('amount_minor', '=', 1).execute(),
    )
    await expect(second).rejects.toThrow('refunds exceed the charge')
  })
})

describe('a trial', () => {
  const trial = async () => {
    const orderId = await newOrder()
    const order = (await inTenant((db) => stall.show(db, site, orderId, w.clock.now())))!
    if (order.due.kind !== 'subscription') throw new Error('the shop sells subscriptions')
    return { ...order, due: { ...order.due, trialDays: 14 } }
  }

  test('begins without a payment and without a document, in the transaction of the one who sells it', async () => {
    const order = await trial()
    await inTenant((db) => activateFree(db, site, order, w.clock.now()))
    const found = await w.database.system
      .selectFrom('subscriptions')
      .select(['state', 'payment_type', 'period_start', 'period_end', 'trial_ends_on', 'anchor'])
      .where('businessentity_id', '=', order.businessentity_id)
      .executeTakeFirstOrThrow()
    const end = addDays(found.period_start, 14)
    expect(found).toMatchObject({
      state: 'trialing',
      payment_type: 'none',
      period_end: end,
      trial_ends_on: end,
      anchor: end,
    })
    expect(await stateOf(order.orderId)).toMatchObject({ invoices: 0, periods: 1, cash: 0 })
    await expect(inTenant((db) => activateFree(db, site, order, w.clock.now()))).rejects.toThrow('subscription already')
  })

  test('is refused for an order that has to be paid', async () => {
    const order = await trial()
    const due = { ...order.due, trialDays: null }
    await expect(inTenant((db) => activateFree(db, site, { ...order, due }, w.clock.now()))).rejects.toThrow(
      'payment is due',
    )
  })
})

describe('late money', () => {
  const lateCharge = async () => {
    const orderId = await newOrder()
    const payment = await paidWith(orderId, 'lost_before')
    await letTimePass(3)
    const [attempt] = await attempts(payment.payment_id)
    expect(attempt!.state).toBe('not_charged')
    return { orderId, payment, reference: attempt!.reference }
  }

  test('is adopted while the order is not paid otherwise', async () => {
    const { orderId, reference } = await lateCharge()
    provider.chargeLate(reference, { amountMinor: 5390, currency: 'USD' })
    await settle(desk, site, { reference, look: 'now' })
    expect(await stateOf(orderId)).toEqual(active)
    expect(kept(provider.ledger)).toBe(5390)
  })

  test('goes back when the person has paid meanwhile', async () => {
    const { orderId, reference } = await lateCharge()
    await paidWith(orderId)
    provider.chargeLate(reference, { amountMinor: 5390, currency: 'USD' })
    await settle(desk, site, { reference, look: 'now' })
    await letTimePass(2)
    expect(kept(provider.ledger)).toBe(5390)
    expect(await stateOf(orderId)).toEqual(active)
  })
})

describe('a process that is killed', () => {
  class Killed extends Error {}

  /**
   * A desk that dies at its n-th step: before a transaction, before its commit, after its commit, before a request to
   * the provider or after it. Nothing of it works from then on. Returns whether it has died.
   */
  function mortal(dieAt: number): { desk: Desk; hasDied: () => boolean } {
    let step = 0
    let isDead = false
    const live = () => {
      if (isDead || step++ === dieAt) {
        isDead = true
        throw new Killed()
      }
    }
    const around =
      <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
      async (...given: A): Promise<R> => {
        live()
        const result = await work(...given)
        live()
        return result
      }
    const inMortal: Desk['database']['inTenant'] = async (id, work, more) => {
      live()
      const result = await w.database.inTenant(
        id,
        async (db) => {
          const done = await work(db)
          live()
          return done
        },
        more,
      )
      live()
      return result
    }
    const { payments } = desk
    const wrapped: PaymentAccounts = {
      ...payments,
      provider: (name) => {
        const real: PaymentProvider = payments.provider(name)
        return {
          ...real,
          charge: around(real.charge),
          find: around(real.find),
          refund: around(real.refund),
          prepare: real.prepare && around(real.prepare),
          authenticate: real.authenticate && around(real.authenticate),
        }
      },
    }
    return {
      desk: { ...desk, database: { ...w.database, inTenant: inMortal }, payments: wrapped },
      hasDied: () => isDead,
    }
  }

  /** Does something with a desk that dies at each of its steps in turn, until it survives. Returns how often it died. */
  async function dyingEverywhere(once: (mortalDesk: Desk) => Promise<void>, check: () => Promise<void>, rounds = 8) {
    for (let dieAt = 0; ; dieAt += 1) {
      const { desk: dying, hasDied } = mortal(dieAt)
      await once(dying).catch((error: unknown) => {
        if (!hasDied()) throw error
      })
      ordered.splice(0)
      await letTimePass(rounds)
      await check()
      if (!hasDied()) return dieAt
    }
  }

  test('at any step of a card payment: at most one charge, and what is kept is delivered', async () => {
    let orderId = ''
    const times = await dyingEverywhere(
      async (dying) => {
        orderId = await newOrder()
        await pay(dying, askOf(orderId))
      },
      async () => {
        const state = await stateOf(orderId)
        const charges = kept(provider.ledger.splice(0))
        expect(state).toEqual(charges === 0 ? nothing : active)
        // A person who was not charged can pay afterwards.
        if (charges === 0) {
          expect(await paidWith(orderId, 'good', { requestKey: randomUUID() })).toMatchObject({ state: 'fulfilled' })
          provider.ledger.splice(0)
        }
      },
    )
    expect(times).toBeGreaterThanOrEqual(12)
  })

  test('at any step of 3-D Secure: at most one charge, and soon the person can pay again', async () => {
    provider = memoryProvider('cybersource', { authenticates: true })
    desk = { ...desk, payments: memoryAccounts({ cybersource: provider }) }
    let orderId = ''
    await dyingEverywhere(
      async (dying) => {
        orderId = await newOrder()
        await pay(dying, askOf(orderId, 'frictionless'))
      },
      async () => {
        const charges = kept(provider.ledger.splice(0))
        expect(await stateOf(orderId)).toEqual(charges === 0 ? nothing : active)
        const [last] = await inTenant((db) => paymentsOfOrder(db, site, 'signup', orderId))
        // Nobody waits for an hour to hear that nothing was sent.
        if (last) expect(last.state).toMatch(charges === 0 ? /^(cancelled|failed)$/ : /^fulfilled$/)
      },
      3,
    )
  })

  test('at any step of a refund: the money goes back once', async () => {
    let orderId = ''
    const times = await dyingEverywhere(
      async (dying) => {
        orderId = await newOrder()
        stall.conflicts.add(orderId)
        await paidWith(orderId)
        const job = ordered.splice(0).find(({ name }) => name === 'payment.refund')
        await workRefund(dying, site, job!.data as never)
      },
      async () => {
        expect(await stateOf(orderId)).toEqual(nothing)
        expect(provider.ledger.splice(0).map(({ refunds }) => refunds.length)).toEqual([1])
      },
    )
    expect(times).toBeGreaterThanOrEqual(6)
  })

  test('at any step of a capture after an approval: one charge, delivered', async () => {
    let orderId = ''
    await dyingEverywhere(
      async (dying) => {
        orderId = await newOrder({ provider: 'paypal' })
        const waiting = await paidWith(orderId, '', {
          means: { kind: 'approval', returnUrl: 'https://a.example/r', cancelUrl: 'https://a.example/c' },
        })
        const [attempt] = await attempts(waiting.payment_id)
        paypal.approve(attempt!.handle!)
        await settle(dying, site, { reference: attempt!.reference, look: 'now' })
      },
      async () => {
        expect(await stateOf(orderId)).toEqual(active)
        expect(paypal.ledger.splice(0)).toHaveLength(1)
      },
    )
    const left = await inTenant((db) => paymentsOfOrder(db, site, 'signup', orderId))
    expect(left.map(({ state }) => state)).toEqual(['fulfilled'])
  })
})
