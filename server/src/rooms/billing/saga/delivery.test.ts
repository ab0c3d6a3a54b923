import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { PaymentProvider } from '../../../outside/payments.ts'
import { kept, memoryProvider } from '../../../testing/memory-provider.ts'
import type { PaymentAccounts } from '../accounts.ts'
import { activateFree } from '../activate.ts'
import { addDays } from '../days.ts'
import type { Desk } from './desk.ts'
import { pay } from './pay.ts'
import { paymentsOfOrder } from '../payments.queries.ts'
import { workRefund } from './refunds.ts'
import { settle } from './settle.ts'
import {
  active,
  askOf,
  attempts,
  desk,
  inTenant,
  letTimePass,
  newOrder,
  nothing,
  ordered,
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

/** What was paid is delivered or paid back, also where a process is killed in between. */

setUp()

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
    payAt({ cybersource: memoryProvider('cybersource', { authenticates: true }) })
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
