import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Verdict } from '../payments.ts'
import { chargeOf, enterCard, lookup, never, newReference, testMoney, type TestMoney } from './testing.ts'

/** A person pays by card, with each of the stand-in's cards, at both providers of cards: over HTTP, as in the product. */

let money: TestMoney
beforeAll(async () => {
  money = await testMoney()
})
afterAll(() => money.close())

const kept = (account: string, reference: string) =>
  money.gateway.ledger.chargesOf(account as 'eway', reference).filter(({ state }) => state === 'paid')

async function pay(account: 'cybersource' | 'eway', number: string) {
  const provider = money.payments.provider(account)
  const ask = chargeOf(account, {
    kind: 'fresh',
    paymentToken: await enterCard(money, account, number),
    cardName: 'Dana Reyes',
    keep: true,
  })
  const verdict = await provider.charge({ ...ask, handle: null }, never)
  return { provider, ask, verdict }
}
const codeOf = (verdict: Verdict) => ('class' in verdict ? verdict.class : verdict.outcome)

describe.each(['cybersource', 'eway'] as const)('%s', (account) => {
  test('a good card pays the amount, and is stored for the next period', async () => {
    const { provider, ask, verdict } = await pay(account, '4111111111111111')
    expect(verdict).toMatchObject({
      outcome: 'paid',
      amountMinor: 4900,
      currency: ask.currency,
      instrument: { kind: 'card', last4: '1111', brand: 'visa', expiryMonth: 12, expiryYear: 2034 },
    })
    expect(kept(account, ask.reference)).toHaveLength(1)
    if (verdict.outcome !== 'paid' || !verdict.instrument) throw new Error('nothing was stored')
    const { token, networkId } = verdict.instrument
    const renewal = chargeOf(account, { kind: 'stored', token, networkId }, { initiator: 'merchant' })
    expect(await provider.charge({ ...renewal, handle: null }, never)).toMatchObject({
      outcome: 'paid',
      amountMinor: 4900,
    })
    expect(money.gateway.ledger.chargesOf(account, renewal.reference)[0]).toMatchObject({
      initiator: 'merchant',
      token,
    })
  })

  test.each([
    ['4000000000000002', 'soft'],
    ['4000000000009995', 'soft'],
    ['4000000000000069', 'fix_details'],
    ['4000000000000127', 'fix_details'],
    ['4000000000009987', 'hard'],
    ['4000000000009979', 'hard'],
  ])('card %s is declined: %s', async (number, expected) => {
    const { provider, ask, verdict } = await pay(account, number)
    expect(codeOf(verdict)).toBe(expected)
    expect(kept(account, ask.reference)).toHaveLength(0)
    expect((await provider.find(lookup(ask.reference), never)).outcome).toBe('declined')
  })

  test.each([
    ['4000000000007023', 'the reply never comes'],
    ['4000000000007031', 'the line is cut'],
    ['4000000000007049', 'a gateway on the way answers 502'],
    ['4000000000007080', 'the provider calls it a duplicate'],
  ])('card %s is charged, but %s: unclear, then found once', async (number) => {
    const { provider, ask, verdict } = await pay(account, number)
    expect(verdict.outcome).toBe('unclear')
    expect(await provider.find(lookup(ask.reference), never)).toMatchObject({
      outcome: 'paid',
      amountMinor: 4900,
      currency: ask.currency,
      instrument: { last4: number.slice(-4) },
    })
    expect(kept(account, ask.reference)).toHaveLength(1)
  })

  test('a request that was lost is certainly not charged, but not in the first minute', async () => {
    const { provider, ask, verdict } = await pay(account, '4000000000007015')
    expect(verdict.outcome).toBe('unclear')
    const now = new Date()
    expect(
      (await provider.find(lookup(ask.reference, { now, sentAt: new Date(now.getTime() - 59_000) }), never)).outcome,
    ).toBe('unclear')
    expect(
      (await provider.find(lookup(ask.reference, { now, sentAt: new Date(now.getTime() - 61_000) }), never)).outcome,
    ).toBe('none')
    expect(kept(account, ask.reference)).toHaveLength(0)
  })

  test('a slow bank is waited for', async () => {
    expect((await pay(account, '4000000000007056')).verdict.outcome).toBe('paid')
  })

  test('a card that is good once has no funds for the renewal', async () => {
    const { provider, verdict } = await pay(account, '4000000000000341')
    if (verdict.outcome !== 'paid' || !verdict.instrument) throw new Error('it should pay at first')
    const { token, networkId } = verdict.instrument
    const renewal = chargeOf(account, { kind: 'stored', token, networkId }, { initiator: 'merchant' })
    expect(await provider.charge({ ...renewal, handle: null }, never)).toMatchObject({
      outcome: 'declined',
      class: 'soft',
    })
  })

  test('money goes back, whole or in part, and never more than was taken', async () => {
    const { provider, ask, verdict } = await pay(
      account,
      '5555555555554444'.replace('5555555555554444', account === 'eway' ? '5105105105105100' : '5555555555554444'),
    )
    if (verdict.outcome !== 'paid') throw new Error('it should pay')
    const giveBack = (amountMinor: number, isWhole = false) => {
      const reference = newReference()
      const refund = {
        reference,
        providerId: verdict.providerId,
        amountMinor,
        currency: ask.currency,
        chargedAt: new Date(),
        isWhole,
        reason: 'a mistake',
      }
      return { reference, done: provider.refund(refund, never) }
    }
    const part = giveBack(900)
    expect(await part.done).toMatchObject({ outcome: 'paid', amountMinor: 900 })
    expect(await provider.find(lookup(part.reference, { kind: 'refund' }), never)).toMatchObject({
      outcome: 'paid',
      amountMinor: 900,
    })
    expect((await giveBack(4900).done).outcome).toBe('refused')
    expect((await giveBack(4000).done).outcome).toBe('paid')
    expect(money.gateway.ledger.left(money.gateway.ledger.charges.get(verdict.providerId)!)).toBe(0)
  })

  test('a whole charge of today goes back', async () => {
    const { provider, ask, verdict } = await pay(account, '4111111111111111')
    if (verdict.outcome !== 'paid') throw new Error('it should pay')
    const refund = {
      reference: newReference(),
      providerId: verdict.providerId,
      amountMinor: 4900,
      currency: ask.currency,
      chargedAt: new Date(),
      isWhole: true,
      reason: 'a mistake',
    }
    expect(await provider.refund(refund, never)).toMatchObject({ outcome: 'paid', amountMinor: 4900 })
    expect(money.gateway.ledger.refundsOf(verdict.providerId)).toMatchObject([
      { how: account === 'eway' ? 'refund' : 'void' },
    ])
  })

  test('the bank of card 4000000000007098 refuses to take money back', async () => {
    const { provider, ask, verdict } = await pay(account, '4000000000007098')
    if (verdict.outcome !== 'paid') throw new Error('it should pay')
    const refund = {
      reference: newReference(),
      providerId: verdict.providerId,
      amountMinor: 900,
      currency: ask.currency,
      chargedAt: new Date(),
      isWhole: false,
      reason: 'a mistake',
    }
    expect((await provider.refund(refund, never)).outcome).toBe('declined')
  })

  test('a card for one payment is not stored', async () => {
    const { ledger } = money.gateway
    const before = ledger.tokens.size
    const paymentToken = await enterCard(money, account, '4111111111111111')
    const ask = chargeOf(account, { kind: 'fresh', paymentToken, cardName: 'Dana Reyes', keep: false })
    const verdict = await money.payments.provider(account).charge({ ...ask, handle: null }, never)
    expect(verdict).toMatchObject({ outcome: 'paid', amountMinor: 4900 })
    expect(verdict).not.toHaveProperty('instrument')
    expect(ledger.tokens.size).toBe(before)
  })

  test('a card is stored without a charge', async () => {
    const { ledger } = money.gateway
    const before = ledger.charges.size
    const means = {
      kind: 'fresh' as const,
      paymentToken: await enterCard(money, account, '4111111111111111'),
      cardName: 'Dana Reyes',
    }
    const { billing, reference } = chargeOf(account, means)
    expect(
      await money.payments.provider(account).keep({ reference, means, handle: null, billing }, never),
    ).toMatchObject({ outcome: 'kept', instrument: { last4: '1111' } })
    expect(ledger.charges.size).toBe(before)
  })

  test.each([
    ['passed', 'paid'],
    ['failed', 'refused'],
    ['closed', 'refused'],
  ])('the bank asks the cardholder, who %s', async (result, expected) => {
    const provider = money.payments.provider(account)
    const paymentToken = await enterCard(money, account, '4000000000002503')
    const ask = chargeOf(account, { kind: 'fresh', paymentToken })
    const auth = {
      ...ask,
      paymentToken,
      returnUrl: 'http://localhost:4000/pay/card/x/return',
      ip: '203.0.113.9',
      userAgent: 'a browser',
    }
    let step = await provider.authenticate!(auth, never)
    if (step.step === 'frame' && step.isHidden)
      step = await provider.authenticate!({ ...auth, progress: step.progress }, never)
    if (step.step !== 'frame') throw new Error('the bank should ask')
    expect(new URL(step.url).origin).toBe(money.gateway.address)
    const id = step.progress['transactionId'] ?? step.progress['accessCode']
    if (result !== 'closed')
      await fetch(`${money.gateway.address}/3ds/${id}`, { method: 'POST', body: `result=${result}` })
    const last = await provider.authenticate!({ ...auth, progress: step.progress }, never)
    if (last.step === 'done') {
      const paid = await provider.charge(
        { ...ask, means: { kind: 'fresh', paymentToken, evidence: last.evidence }, handle: null },
        never,
      )
      expect(paid.outcome).toBe(expected)
    } else expect(last.step).toBe(expected)
    expect(kept(account, ask.reference)).toHaveLength(result === 'passed' ? 1 : 0)
  })

  test('a card that the bank knows is authenticated without a question', async () => {
    const provider = money.payments.provider(account)
    const paymentToken = await enterCard(money, account, '4456530000001005')
    const auth = {
      ...chargeOf(account, { kind: 'fresh', paymentToken }),
      paymentToken,
      returnUrl: 'http://localhost:4000/back',
      ip: '203.0.113.9',
      userAgent: 'a browser',
    }
    const first = await provider.authenticate!(auth, never)
    if (first.step !== 'frame') throw new Error('the device is looked at')
    expect(await provider.authenticate!({ ...auth, progress: first.progress }, never)).toMatchObject({ step: 'done' })
  })

  test('a wrong amount, an unknown currency and a made-up token are refused by the provider', async () => {
    const provider = money.payments.provider(account)
    const paymentToken = await enterCard(money, account, '4111111111111111')
    const foreign = chargeOf(account, { kind: 'fresh', paymentToken }, { currency: 'ZAR' })
    expect((await provider.charge({ ...foreign, handle: null }, never)).outcome).toBe('refused')
    const madeUp = chargeOf(account, { kind: 'fresh', paymentToken: 'not.a.token' })
    expect((await provider.charge({ ...madeUp, handle: null }, never)).outcome).toBe('refused')
    const unknown = chargeOf(account, { kind: 'stored', token: '99999', networkId: null })
    expect((await provider.charge({ ...unknown, handle: null }, never)).outcome).toBe('refused')
  })

  test('the list of a day names charges and refunds with their references', async () => {
    const { provider, ask, verdict } = await pay(account, '4111111111111111')
    if (verdict.outcome !== 'paid') throw new Error('it should pay')
    const charge = money.gateway.ledger.charges.get(verdict.providerId)!
    const list = await provider.list(charge.at.slice(0, 10), never)
    expect(list).toContainEqual({
      kind: 'charge',
      reference: ask.reference,
      providerId: verdict.providerId,
      amountMinor: 4900,
      currency: ask.currency,
      at: expect.any(Date),
    })
    expect(await provider.list('2001-01-01', never)).toEqual([])
  })
})

test('nothing is charged when the provider cannot be reached, and another attempt may follow', async () => {
  const paymentToken = await enterCard(money, 'eway', '4111111111111111')
  const closed = await testMoney()
  const provider = closed.payments.provider('eway')
  await closed.close()
  const ask = chargeOf('eway', { kind: 'fresh', paymentToken })
  expect((await provider.charge({ ...ask, handle: null }, never)).outcome).toBe('later')
})

test('a token that another key signed is refused before it is sent', async () => {
  const other = await testMoney()
  const foreign = await enterCard(other, 'cybersource', '4111111111111111')
  await other.close()
  const own = await enterCard(money, 'cybersource', '4111111111111111')
  const mixed = `${own.split('~')[0]}~${foreign.split('~')[1]}`
  for (const paymentToken of [foreign, mixed]) {
    const ask = chargeOf('cybersource', { kind: 'fresh', paymentToken })
    expect(await money.payments.provider('cybersource').charge({ ...ask, handle: null }, never)).toMatchObject({
      outcome: 'refused',
      code: 'bad_token',
    })
  }
})

test('no number of a card is in the ledger', async () => {
  await pay('cybersource', '4111111111111111')
  const ledger = JSON.stringify(money.gateway.ledger.lines)
  expect(ledger).not.toMatch(/4111111111111111|4000000000\d{6}|5105105105105100/)
  expect(ledger).toContain('"last4":"1111"')
})
