import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { kept, memoryAccounts, memoryProvider, type MemoryProvider } from '../../../testing/memory-provider.ts'
import { shop, type Shop } from '../../../testing/shop.ts'
import { world, type World } from '../../../testing/world.ts'
import { attemptsOf, findPayment } from '../payments.queries.ts'
import { compareAll } from './compare.ts'
import type { Desk } from './desk.ts'
import { pay } from './pay.ts'
import { refundPayment, workRefund } from './refunds.ts'

/** The list of the provider and our books are compared each day. Charges are counted in the provider's own ledger. */

let w: World
let site: Site
let provider: MemoryProvider
let stall: Shop
let desk: Desk

beforeAll(async () => {
  w = await world()
  site = w.running.services.sites.byId(31)!
})
afterAll(() => w.close())

beforeEach(async () => {
  await w.database.system.deleteFrom('payment_comparisons').execute()
  await w.database.system.deleteFrom('payment_differences').execute()
  provider = memoryProvider('cybersource', { clock: () => w.clock.now() })
  stall = shop()
  desk = {
    ...w.running.services,
    payments: memoryAccounts({ cybersource: provider }),
    purposes: [stall],
    // The tests run what is ordered themselves.
    jobs: { ...w.running.services.jobs, enqueue: async () => undefined },
  }
  // Noon (UTC), more than a week after whatever the test before has done.
  w.clock.forward(8 * 86_400 + 43_200 - ((w.clock.now().getTime() / 1000) % 86_400))
})

const inTenant = <R>(work: (db: Db) => Promise<R>) => w.database.inTenant(31, work)
let addresses = 0
async function paidWith(paymentToken = 'good') {
  const orderId = await inTenant((db) => stall.newOrder(db, site))
  const result = await pay(desk, {
    site,
    purpose: stall,
    orderId,
    requestKey: null,
    means: { kind: 'card', paymentToken },
    proof: null,
    isHuman: true,
    billing: {},
    ip: `198.51.100.${(addresses += 1)}`,
    userAgent: 'test',
    authReturnUrl: 'https://site31.example/pay/returned',
  })
  if ('refused' in result) throw new Error(`refused: ${result.refused}`)
  const [attempt] = await inTenant((db) => attemptsOf(db, site, result.paymentId))
  return { paymentId: result.paymentId, attempt: attempt! }
}
const stateOf = async (paymentId: string) => (await inTenant((db) => findPayment(db, site, paymentId)))!.state
/** The next morning: yesterday's list is complete. */
const nextMorning = () => w.clock.forward(86_400 - 6 * 3600)
async function differences() {
  const rows = await w.database.system.selectFrom('payment_differences').select(['reference', 'kind']).execute()
  return rows.map(({ reference, kind }) => [reference, kind])
}
async function workRefunds(paymentId: string) {
  const rows = await w.database.system
    .selectFrom('refunds')
    .select(['reference', 'looks as look'])
    .where('payment_id', '=', paymentId)
    .where('next_look_at', 'is not', null)
    .execute()
  for (const refund of rows) await workRefund(desk, site, refund)
}

describe('the comparison of a day', () => {
  test('finds nothing where both sides agree, and is made once', async () => {
    const today = w.clock.now().toISOString().slice(0, 10)
    await paidWith()
    await paidWith('declined')
    const { paymentId } = await paidWith()
    await inTenant((db) => refundPayment(db, desk, site, { paymentId, amountMinor: 1000, reason: 'a mistake' }))
    await workRefunds(paymentId)
    nextMorning()
    await compareAll(desk)
    expect(await differences()).toEqual([])
    const done = await w.database.system
      .selectFrom('payment_comparisons')
      .select(['account', 'day', 'movements'])
      .where('movements', '>', 0)
      .execute()
    expect(done).toEqual([{ account: 'cybersource-test', day: today, movements: 3 }])
    provider.failLists(100)
    await compareAll(desk)
  })

  test('waits until the list is complete, and tries again when the provider gave none', async () => {
    provider.chargeLate('CW31-AAAAAAAAAAAAA', { amountMinor: 100, currency: 'USD' })
    w.clock.forward(13 * 3600)
    await compareAll(desk)
    expect(await differences()).toEqual([])
    w.clock.forward(5 * 3600)
    provider.failLists(1)
    await expect(compareAll(desk)).rejects.toThrow('could not be compared')
    await compareAll(desk)
    expect(await differences()).toEqual([['CW31-AAAAAAAAAAAAA', 'not_in_our_books']])
  })

  test('late money for an attempt that was given up is adopted, or goes back if another one has paid', async () => {
    const late = await paidWith('unreachable')
    expect(await stateOf(late.paymentId)).toBe('failed')
    provider.chargeLate(late.attempt.reference, { amountMinor: 5390, currency: 'USD' })
    nextMorning()
    await compareAll(desk)
    expect(await stateOf(late.paymentId)).toBe('fulfilled')
    expect(await differences()).toEqual([])
    expect(kept(provider.ledger)).toBe(5390)
    await compareAll(desk)
    expect(provider.asked).toBe(1)
  })

  test('after the database was restored from before, each charge since is listed, and none is made again', async () => {
    const forgotten = [await paidWith(), await paidWith()]
    for (const { paymentId, attempt } of forgotten) await forget(paymentId, attempt.attempt_id)
    nextMorning()
    await compareAll(desk)
    expect(new Set((await differences()).map(String))).toEqual(
      new Set(forgotten.map(({ attempt }) => `${attempt.reference},not_in_our_books`)),
    )
    expect(provider.asked).toBe(2)
    expect(kept(provider.ledger)).toBe(2 * 5390)
  })

  test('what our books have and the provider does not know, and another amount, are differences', async () => {
    const [lost, other] = [await paidWith(), await paidWith()]
    provider.ledger.splice(
      provider.ledger.findIndex(({ reference }) => reference === lost.attempt.reference),
      1,
    )
    provider.ledger.find(({ reference }) => reference === other.attempt.reference)!.amountMinor = 4000
    nextMorning()
    await compareAll(desk)
    expect(new Set((await differences()).map(String))).toEqual(
      new Set([`${lost.attempt.reference},not_in_their_list`, `${other.attempt.reference},amount`]),
    )
  })

  /** A restore brings back a database that does not know of a payment. */
  async function forget(paymentId: string, attemptId: string) {
    const { system } = w.database
    await system.updateTable('invoices').set({ payment_id: null }).where('payment_id', '=', paymentId).execute()
    await system
      .updateTable('subscription_periods')
      .set({ payment_id: null })
      .where('payment_id', '=', paymentId)
      .execute()
    await system.deleteFrom('payment_attempts').where('attempt_id', '=', attemptId).execute()
    await system.deleteFrom('payments').where('payment_id', '=', paymentId).execute()
  }
})

describe('a refund by the desk', () => {
  const refund = (paymentId: string, amountMinor: number) =>
    inTenant((db) => refundPayment(db, desk, site, { paymentId, amountMinor, reason: 'a mistake' }))
  const documents = (paymentId: string) =>
    w.database.system
      .selectFrom('invoices')
      .select(['kind', 'net_minor', 'tax_minor', 'total_minor', 'state'])
      .where('payment_id', '=', paymentId)
      .orderBy('created_at')
      .orderBy('total_minor', 'desc')
      .execute()
  const unsettled = async (businessId: number) => {
    const rows = await w.database.system
      .selectFrom('ledger_postings')
      .select((q) => q.fn.sum<string>('amount_minor').as('sum'))
      .where('businessentity_id', '=', businessId)
      .where('account', 'in', ['receivable', 'clearing'])
      .executeTakeFirst()
    return Number(rows?.sum)
  }

  test('of a part has a credit note with its tax; the rest follows, and the books are even', async () => {
    const { paymentId } = await paidWith()
    expect(await refund(paymentId, 2695)).toBe('begun')
    await workRefunds(paymentId)
    expect(await stateOf(paymentId)).toBe('partly_refunded')
    expect(await documents(paymentId)).toEqual([
      { kind: 'invoice', net_minor: 4900, tax_minor: 490, total_minor: 5390, state: 'paid' },
      { kind: 'credit_note', net_minor: -2450, tax_minor: -245, total_minor: -2695, state: 'paid' },
    ])
    expect(await refund(paymentId, 2696)).toBe('refund_above_payment')
    expect(await refund(paymentId, 2695)).toBe('begun')
    await workRefunds(paymentId)
    expect(await stateOf(paymentId)).toBe('refunded')
    expect((await documents(paymentId))[0]).toMatchObject({ kind: 'invoice', state: 'credited' })
    expect(kept(provider.ledger)).toBe(0)
    const payment = await inTenant((db) => findPayment(db, site, paymentId))
    expect(await unsettled(payment!.businessentity_id)).toBe(0)
    expect(await refund(paymentId, 1)).toBe('payment_not_refundable')
  })

  test('that the provider refuses leaves the payment as it was, without a credit note', async () => {
    const { paymentId } = await paidWith()
    provider.ledger.splice(0)
    expect(await refund(paymentId, 5390)).toBe('begun')
    await workRefunds(paymentId)
    expect(await stateOf(paymentId)).toBe('fulfilled')
    expect(await documents(paymentId)).toHaveLength(1)
    expect((await differences()).map(([, kind]) => kind)).toEqual(['refund_refused'])
  })
})
