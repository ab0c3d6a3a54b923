import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { kept, memoryProvider } from '../../../testing/memory-provider.ts'
import { sweepPayments } from './jobs.ts'
import { pay } from './pay.ts'
import { settle } from './settle.ts'
import {
  active,
  askOf,
  attempts,
  desk,
  letTimePass,
  newOrder,
  nothing,
  paidWith,
  payAt,
  paymentOf,
  paypal,
  provider,
  setUp,
  site,
  stall,
  stateOf,
  w,
} from './testing.ts'

/** People pay by card, with 3-D Secure and by PayPal. */

setUp()

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
    payAt({ cybersource: careful, paypal })
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
    payAt({ cybersource: memoryProvider('cybersource', { authenticates: true }) })
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
