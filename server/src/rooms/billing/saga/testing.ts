import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { memoryAccounts, memoryProvider, type MemoryProvider } from '../../../testing/memory-provider.ts'
import { shop, type Shop } from '../../../testing/shop.ts'
import { world, type World } from '../../../testing/world.ts'
import type { Desk, LookJob } from './desk.ts'
import { fulfil } from './fulfil.ts'
import { sweepPayments } from './jobs.ts'
import { pay, type PayAsk } from './pay.ts'
import { attemptsOf, findPayment } from '../payments.queries.ts'
import { workRefund } from './refunds.ts'
import { settle } from './settle.ts'

/**
 * Shared by tests of the saga: a desk with providers in memory, and a stall whose orders are paid. Charges are counted in
 * the provider's own ledger, subscriptions in the product; never one from the other.
 */

export let w: World
export let site: Site
export let provider: MemoryProvider
export let paypal: MemoryProvider
export let stall: Shop
export let desk: Desk
/** What the saga ordered; the tests run it themselves, so that nothing depends on time. */
export let ordered: { name: string; data: LookJob & { payment_id: string } }[]

/** Sets up the world of a test file, and a new desk for each of its tests. */
export function setUp(): void {
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
}

/** From now on the desk has these providers. */
export function payAt(accounts: { cybersource: MemoryProvider; paypal?: MemoryProvider }): void {
  provider = accounts.cybersource
  desk = { ...desk, payments: memoryAccounts(accounts) }
}

export const inTenant = <R>(work: (db: Db) => Promise<R>) => w.database.inTenant(31, work)
export const newOrder = (more: Parameters<Shop['newOrder']>[2] = {}) => inTenant((db) => stall.newOrder(db, site, more))

let addresses = 0
export const askOf = (orderId: string, paymentToken = 'good', more: Partial<PayAsk> = {}): PayAsk => ({
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
export const paymentOf = (paymentId: string) =>
  inTenant((db) => findPayment(db, site, paymentId)).then((payment) => payment!)
export const paidWith = async (orderId: string, paymentToken = 'good', more: Partial<PayAsk> = {}) => {
  const result = await pay(desk, askOf(orderId, paymentToken, more))
  if ('refused' in result) throw new Error(`refused: ${result.refused}`)
  return paymentOf(result.paymentId)
}
export const attempts = (paymentId: string) => inTenant((db) => attemptsOf(db, site, paymentId))

/** Runs what is due until nothing is, as the workers of a portal do in the course of two days. */
export async function letTimePass(rounds = 16, on: Desk = desk) {
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
export async function stateOf(orderId: string) {
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
export const active = { subscriptions: 1, invoices: 1, periods: 1, open: 0, cash: 5390, unsettled: 0 }
export const nothing = { subscriptions: 0, invoices: 0, periods: 0, open: 0, cash: 0, unsettled: 0 }
