import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kept, memoryAccounts, memoryProvider, type MemoryProvider } from '../../testing/memory-provider.ts'
import { claimed, shop, type Shop } from '../../testing/shop.ts'
import { world, type Person, type World } from '../../testing/world.ts'
import { holdsCardNumber } from './card-numbers.ts'

/** A visitor pays for a registration. The registration cookie of these tests names the order. */

let w: World
let cards: MemoryProvider
let paypal: MemoryProvider
let stall: Shop

beforeAll(async () => {
  cards = memoryProvider('cybersource')
  paypal = memoryProvider('paypal')
  stall = shop()
  w = await world({ payments: memoryAccounts({ cybersource: cards, paypal }), purposes: [stall] })
})
afterAll(() => w.close())

async function registered(more: Parameters<Shop['newOrder']>[2] = {}): Promise<{ visitor: Person; orderId: string }> {
  const { sites, database } = w.running.services
  const orderId = await database.inTenant(31, (db) => stall.newOrder(db, sites.byId(31)!, more))
  const visitor = w.visitor()
  visitor.cookies.set('cutaway_registration', orderId)
  return { visitor, orderId }
}
const step = contract.billing.paymentSecondStepCybersource
const payWith = (visitor: Person, payment_token: string, more: object = {}) =>
  visitor.send(step, { body: { user_id: 1, payment_token, ...more } })

describe('a card', () => {
  test('the visitor sees what is due, pays, and gets the account once', async () => {
    const { visitor } = await registered()
    const due = await visitor.call(contract.billing.startPayment, { body: { user_id: 1 } })
    expect(due).toMatchObject({
      means: 'card',
      currency: 'USD',
      net: '49.00',
      tax: '4.90',
      total_amount: '53.90',
      lines: [{ kind: 'recurring', quantity: 1, unit: '49.00', amount: '49.00' }],
    })
    const more = { request_key: due.request_key, returnUrl: '/home' }
    const paid = await payWith(visitor, 'good', more)
    expect(paid).toMatchObject({
      status: 1,
      data: { responseType: 'success', amount: '53.90', user: claimed, returnUrl: '/home' },
    })
    const again = await payWith(visitor, 'good', { ...more, returnUrl: 'https://evil.example/' })
    expect(again).toMatchObject({ status: 1, data: { payment: paid.data!.payment, returnUrl: null } })
    const status = { params: { payment: paid.data!.payment } }
    expect(await visitor.call(contract.billing.getPaymentStatus, status)).toMatchObject({ responseType: 'success' })
  })

  test.each([
    ['declined', 'failed', 'payment_declined'],
    ['expired', 'failed', 'card_expired'],
    ['unreachable', 'payment_error', 'payment_not_taken'],
    ['lost_before', 'payment_error', 'payment_being_checked'],
  ])('%s: the page receives %s and %s', async (card, responseType, error) => {
    const { visitor } = await registered()
    expect(await payWith(visitor, card)).toMatchObject({
      status: 0,
      message: responseType,
      data: { responseType },
      error_message: { error },
    })
  })

  test('reports money that arrived before the account is ready, and asks the page to try again', async () => {
    const { visitor } = await registered()
    stall.failures.push(...Array.from({ length: 50 }, () => new Error('the disk is full')))
    expect(await payWith(visitor, 'good')).toMatchObject({
      status: 0,
      message: 'payment_success_data_update_failed',
      error_message: { error: 'payment_arrived' },
      timeCount: 5,
    })
    stall.failures.splice(0)
  })

  test('after three payments in a minute the address waits, and can ask how long', async () => {
    const { visitor } = await registered()
    const params = { web_site_id: 31 }
    expect(await visitor.send(contract.billing.checkPerMinValidation, { params })).toMatchObject({
      timerStatus: 1,
      timeCount: { second: 0 },
    })
    for (let n = 0; n < 3; n += 1) await payWith(visitor, 'declined')
    const refused = await payWith(visitor, 'good')
    expect(refused).toMatchObject({
      status: 0,
      message: 'payment_error',
      error_message: { error: 'too_many_requests' },
    })
    const check = await visitor.send(contract.billing.checkPerMinValidation, { params })
    expect(check).toMatchObject({ status: 1, timerStatus: 0 })
    expect(check.timeCount.second).toBeGreaterThan(0)
    w.clock.forward(61)
    expect(await payWith(visitor, 'good')).toMatchObject({ status: 1 })
  })

  test('without the means of payment nothing begins, and the provider of the name is checked', async () => {
    const { visitor } = await registered()
    expect(await visitor.send(step, { body: { user_id: 1 } })).toMatchObject({ message: 'message_bill' })
    const australian = contract.billing.paymentSecondStepEwayAU
    expect(await visitor.send(australian, { body: { user_id: 1, payment_token: 'good' } })).toMatchObject({
      message: 'Something went wrong. Please try again',
    })
  })
})

test('a card number is refused in every field and every form, and never stored', async () => {
  const { visitor } = await registered()
  const number = '4111111111111111'
  const forms = [number, '4111 1111 1111 1111', '4111-1111-1111-1111', `card ${number}.`, '4111.1111.1111.1111']
  for (const field of ['card_number', 'name_on_card', 'bill_email', 'bill_phone', 'mobile_otp'])
    for (const form of forms.filter((one) => field !== 'mobile_otp' || one.length <= 12))
      expect(await payWith(visitor, 'good', { [field]: form })).toMatchObject({
        status: 0,
        message: 'message_bill',
        data: { field: 'card_number' },
      })
  expect(cards.ledger.some(({ reference }) => reference.includes(number))).toBe(false)
  expect(['1234567890123', '+1 503 555 0100', randomUUID().slice(0, 8)].map(holdsCardNumber)).toEqual([
    false,
    false,
    false,
  ])
})

describe('another visitor', () => {
  test('cannot pay, see or claim a registration without its cookie', async () => {
    const { visitor } = await registered()
    const paid = await payWith(visitor, 'good')
    const stranger = w.visitor()
    const payment = paid.data!.payment
    expect((await stranger.send(contract.billing.getPaymentStatus, { params: { payment } })).http).toBe(404)
    expect((await stranger.send(contract.billing.getPaymentStatus, { params: { payment: randomUUID() } })).http).toBe(
      404,
    )
    expect((await payWith(stranger, 'good')).http).toBe(404)
    expect((await stranger.send(contract.billing.startPayment, { body: { user_id: 1 } })).http).toBe(404)
    expect((await stranger.send(contract.billing.paypalSuccessUrl)).http).toBe(404)
    const dana = await w.loggedIn('advisor')
    expect((await dana.send(contract.billing.getPaymentStatus, { params: { payment } })).http).toBe(404)
  })
})

describe('PayPal', () => {
  const paypalOrder = () => registered({ provider: 'paypal' })
  const visit = async (visitor: Person, path: string) => {
    const response = await visitor.request(path)
    return { status: response.status, to: response.headers.get('location') }
  }

  test('the visitor goes to PayPal, approves, comes back, and the account is there', async () => {
    const { visitor, orderId } = await paypalOrder()
    const { merchantUrl } = await visitor.call(contract.billing.handlePayWithPaypal, { body: { user_id: 1 } })
    const path = new URL(merchantUrl).pathname
    const away = await visit(visitor, path)
    expect(away).toMatchObject({ status: 303 })
    expect(away.to).toMatch(/^https:\/\/paypal\.example\/order-/)
    expect(await visit(visitor, path)).toEqual(away)
    const before = kept(paypal.ledger)
    expect(await visit(visitor, `${path}/return`)).toEqual({ status: 303, to: '/paypalSuccess' })
    expect(kept(paypal.ledger)).toBe(before)
    paypal.approve(away.to!.split('/').at(-1)!)
    await visit(visitor, `${path}/return`)
    await expect
      .poll(() => visitor.send(contract.billing.paypalSuccessUrl))
      .toMatchObject({ status: 1, data: { responseType: 'success' } })
    expect(kept(paypal.ledger) - before).toBe(5390)
    expect(orderId).not.toBe('')
  })

  test('a visitor who cancels at PayPal can try again', async () => {
    const { visitor, orderId } = await paypalOrder()
    await visit(visitor, `/pay/${orderId}`)
    expect(await visit(visitor, `/pay/${orderId}/cancel`)).toEqual({ status: 303, to: '/paypalCancel/1' })
    expect(await visitor.call(contract.billing.paypalCancelUrl, { params: { user: 1 } })).toEqual({
      can_pay: true,
      responseType: 'failed',
    })
    expect((await visit(visitor, `/pay/${orderId}`)).to).toMatch(/^https:\/\/paypal\.example\//)
  })

  test('an unknown address shows nothing and changes nothing', async () => {
    for (const path of ['/pay/unknown', '/pay/unknown/return', '/pay/unknown/cancel'])
      expect(await visit(w.visitor(), path)).toEqual({ status: 303, to: '/paypalSuccess' })
  })
})

describe('webhooks', () => {
  const send = (provider: string, event: object, signature = 'good') =>
    w.visitor().request(`/hooks/payments/${provider}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': signature },
      body: JSON.stringify(event),
    })
  const events = () => w.database.system.selectFrom('provider_events').selectAll().orderBy('received_at').execute()

  test('a signed event counts once, and one that says more than is true changes nothing', async () => {
    const { visitor } = await registered({ provider: 'paypal' })
    await visitor.request(`/pay/${visitor.cookies.get('cutaway_registration')}`)
    const attempt = await w.database.system
      .selectFrom('payment_attempts')
      .select('reference')
      .where('state', '=', 'waiting')
      .orderBy('prepared_at', 'desc')
      .executeTakeFirstOrThrow()
    const event = { id: `event-${randomUUID()}`, references: [attempt.reference, 'CW31-AAAAAAAAAAAAA', 'nonsense'] }
    for (const _ of [1, 2]) expect((await send('paypal', event)).status).toBe(200)
    expect((await events()).filter(({ event_id }) => event_id === event.id)).toHaveLength(1)
    expect(paypal.ledger.some(({ reference }) => reference === attempt.reference)).toBe(false)
  })

  test('a forged one is refused, and so is one for a provider without an account', async () => {
    const before = await events()
    expect((await send('cybersource', { id: 'x', references: [] }, 'forged')).status).toBe(403)
    expect((await send('paypal', { id: 'x', references: [] }, '')).status).toBe(403)
    expect(await events()).toEqual(before)
  })
})
