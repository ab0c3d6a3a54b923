import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chargeOf, lookup, never, newReference, testMoney, type TestMoney } from './testing.ts'
import type { Means } from '../payments.ts'

/** A person approves at PayPal's page, and the portal captures: over HTTP, against the stand-in. */

let money: TestMoney
beforeAll(async () => {
  money = await testMoney()
})
afterAll(() => money.close())

const approval: Means = {
  kind: 'approval',
  returnUrl: 'http://localhost:4000/pay/t/return',
  cancelUrl: 'http://localhost:4000/pay/t/cancel',
  keep: true,
}
const paypal = () => money.payments.provider('paypal')

async function prepared(means: Means = approval, more = {}) {
  const ask = chargeOf('paypal', means, more)
  const made = await paypal().prepare!(ask, never)
  if (made.outcome !== 'prepared') throw new Error(`not prepared: ${made.reason}`)
  return { ask, handle: made.handle, approveAt: made.approveAt }
}
/** Presses a button of PayPal's page. Returns where it leads. */
async function press(handle: string, act: string, wallet = 'pays') {
  const response = await fetch(`${money.gateway.address}/paypal/checkoutnow/${handle}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ act, wallet }).toString(),
  })
  return response.headers.get('location')
}
const paidBy = (reference: string) =>
  money.gateway.ledger.chargesOf('paypal', reference).filter(({ state }) => state === 'paid')

test('a person approves, the portal captures, and the wallet is stored for the renewal', async () => {
  const { ask, handle, approveAt } = await prepared()
  expect(new URL(approveAt!).origin).toBe(money.gateway.address)
  expect((await paypal().find(lookup(ask.reference, { handle }), never)).outcome).toBe('waiting')
  expect(await press(handle, 'approve')).toBe(`http://localhost:4000/pay/t/return?token=${handle}`)
  expect((await paypal().find(lookup(ask.reference, { handle }), never)).outcome).toBe('approved')
  expect(paidBy(ask.reference)).toHaveLength(0)
  const verdict = await paypal().charge({ ...ask, handle }, never)
  expect(verdict).toMatchObject({
    outcome: 'paid',
    amountMinor: 4900,
    currency: 'USD',
    instrument: { kind: 'wallet', payerLabel: 'j•••@wallet.example' },
  })
  // Asked again with the same request id, PayPal repeats its reply.
  expect(await paypal().charge({ ...ask, handle }, never)).toEqual(verdict)
  expect(await paypal().find(lookup(ask.reference, { handle }), never)).toEqual(verdict)
  expect(paidBy(ask.reference)).toHaveLength(1)

  if (verdict.outcome !== 'paid' || !verdict.instrument) throw new Error('nothing was stored')
  const { token } = verdict.instrument
  const renewal = await prepared({ kind: 'stored', token, networkId: null }, { initiator: 'merchant' })
  expect(renewal.approveAt).toBeNull()
  expect(await paypal().charge({ ...renewal.ask, handle: renewal.handle }, never)).toMatchObject({
    outcome: 'paid',
    amountMinor: 4900,
  })
  await paypal().forget(token, never)
  await paypal().forget(token, never)
  expect(money.gateway.ledger.tokens.has(token)).toBe(false)
})

test('the same order is made once, however often it is asked for', async () => {
  const ask = chargeOf('paypal', approval)
  const one = await paypal().prepare!(ask, never)
  expect(await paypal().prepare!(ask, never)).toEqual(one)
  expect([...money.gateway.ledger.orders.values()].filter(({ reference }) => reference === ask.reference)).toHaveLength(
    1,
  )
})

test('an account that may not store wallets stores none', async () => {
  const provider = money.payments.provider('paypal_no_saving')
  const ask = chargeOf('paypal', approval)
  const made = await provider.prepare!(ask, never)
  if (made.outcome !== 'prepared') throw new Error('not prepared')
  await press(made.handle, 'approve')
  const verdict = await provider.charge({ ...ask, handle: made.handle }, never)
  expect(verdict.outcome).toBe('paid')
  expect(verdict).not.toHaveProperty('instrument')
})

test('cancelled and unapproved orders charge nothing', async () => {
  const { ask, handle } = await prepared()
  expect(await press(handle, 'cancel')).toBe(`http://localhost:4000/pay/t/cancel?token=${handle}`)
  expect(await paypal().charge({ ...ask, handle }, never)).toMatchObject({
    outcome: 'refused',
    code: 'ORDER_NOT_APPROVED',
  })
  expect((await paypal().find(lookup(ask.reference, { handle }), never)).outcome).toBe('waiting')
  expect(paidBy(ask.reference)).toHaveLength(0)
})

test('an approval whose window was closed is found by asking', async () => {
  const { ask, handle } = await prepared()
  expect(await press(handle, 'close')).toBeNull()
  expect((await paypal().find(lookup(ask.reference, { handle }), never)).outcome).toBe('approved')
})

describe('wallets', () => {
  test.each([
    ['empty', 'pays', 'soft'],
    ['approve', 'declined', 'soft'],
    ['approve', 'lost', 'hard'],
  ])('%s, %s: declined', async (act, wallet, expected) => {
    const { ask, handle } = await prepared()
    await press(handle, act, wallet)
    expect(await paypal().charge({ ...ask, handle }, never)).toMatchObject({ outcome: 'declined', class: expected })
  })

  test.each(['timeout_after', 'cut_after', 'error_after', 'duplicate'])(
    '%s: unclear, then found once',
    async (wallet) => {
      const { ask, handle } = await prepared()
      await press(handle, 'approve', wallet)
      expect((await paypal().charge({ ...ask, handle }, never)).outcome).toBe('unclear')
      expect(await paypal().find(lookup(ask.reference, { handle }), never)).toMatchObject({
        outcome: 'paid',
        amountMinor: 4900,
      })
      expect(paidBy(ask.reference)).toHaveLength(1)
    },
  )

  test('a capture that was lost leaves the order approved, and the same request charges once', async () => {
    const { ask, handle } = await prepared()
    await press(handle, 'approve', 'timeout_before')
    expect((await paypal().charge({ ...ask, handle }, never)).outcome).toBe('unclear')
    expect((await paypal().find(lookup(ask.reference, { handle }), never)).outcome).toBe('approved')
    expect(paidBy(ask.reference)).toHaveLength(0)
  })
})

test('without an order nothing can have been charged; a stored wallet’s order that was never captured charges nothing', async () => {
  expect(await paypal().find(lookup(newReference()), never)).toEqual({ outcome: 'none' })
  const { ask, handle } = await prepared(
    { kind: 'stored', token: 'unknown', networkId: null },
    { initiator: 'merchant' },
  )
  const now = new Date()
  expect((await paypal().find(lookup(ask.reference, { handle, now, sentAt: now }), never)).outcome).toBe('unclear')
  expect((await paypal().find(lookup(ask.reference, { handle }), never)).outcome).toBe('none')
})

test('money goes back once, and a refund is found by its reference', async () => {
  const { ask, handle } = await prepared()
  await press(handle, 'approve')
  const verdict = await paypal().charge({ ...ask, handle }, never)
  if (verdict.outcome !== 'paid') throw new Error('it should pay')
  const refund = {
    reference: newReference(),
    providerId: verdict.providerId,
    amountMinor: 4900,
    currency: 'USD',
    chargedAt: new Date(),
    isWhole: true,
    reason: 'a mistake',
  }
  const back = await paypal().refund(refund, never)
  expect(back).toMatchObject({ outcome: 'paid', amountMinor: 4900 })
  expect(await paypal().refund(refund, never)).toEqual(back)
  expect(money.gateway.ledger.refundsOf(verdict.providerId)).toHaveLength(1)
  expect(await paypal().find(lookup(refund.reference, { handle, kind: 'refund' }), never)).toEqual(back)
  const day = money.gateway.ledger.charges.get(verdict.providerId)!.at.slice(0, 10)
  const kinds = (await paypal().list(day, never))
    .filter(({ reference }) => [ask.reference, refund.reference].includes(reference!))
    .map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['charge', 'refund'])
})

test('a wallet is stored without a charge', async () => {
  const reference = newReference()
  const urls = { returnUrl: 'http://localhost:4000/back', cancelUrl: 'http://localhost:4000/cancel' }
  const made = await paypal().collect({ reference, origin: 'http://localhost:4000', brands: [], ...urls }, never)
  if (made.kind !== 'approval') throw new Error('PayPal has no fields')
  const { billing } = chargeOf('paypal', approval)
  const keep = () => paypal().keep({ reference, means: approval, handle: made.handle, billing }, never)
  expect((await keep()).outcome).toBe('refused')
  await press(made.handle, 'approve')
  expect(await keep()).toMatchObject({ outcome: 'kept', instrument: { kind: 'wallet' } })
  expect(paidBy(reference)).toHaveLength(0)
})

test.each([
  ['ZAR', 4900],
  ['USD', 0],
])('PayPal takes no order in %s over %d', async (currency, amountMinor) => {
  expect((await paypal().prepare!(chargeOf('paypal', approval, { currency, amountMinor }), never)).outcome).toBe(
    'refused',
  )
})
