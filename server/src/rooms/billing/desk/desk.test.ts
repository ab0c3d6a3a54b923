import { contract } from '@cutaway/contract'
import { urlOf } from '@cutaway/contract/client.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invoice, line, quote, sellers } from '../../../testing/documents.ts'
import { memoryAccounts, memoryProvider, type MemoryProvider } from '../../../testing/memory-provider.ts'
import { shop, type Shop } from '../../../testing/shop.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { dayOf } from '../days.ts'
import type { Issued } from '../invoices.ts'
import { recordDifference } from '../payments.queries.ts'
import { workRefund } from '../saga/refunds.ts'

/** Sam works at the desk of payments. */

let w: World
let stall: Shop
let cards: MemoryProvider
let sam: Person
const { billing } = contract

beforeAll(async () => {
  cards = memoryProvider('cybersource')
  stall = shop()
  w = await world({ payments: memoryAccounts({ cybersource: cards }), purposes: [stall] })
  sam = await w.loggedIn('super')
})
afterAll(() => w.close())

const inTenant: World['database']['inTenant'] = (...args) => w.database.inTenant(...args)
const site = () => w.running.services.sites.byId(31)!

/** A visitor pays for a subscription. Returns the payment as the desk shows it. */
async function paid() {
  const orderId = await inTenant(31, (db) => stall.newOrder(db, site()))
  const visitor = w.visitor()
  visitor.cookies.set('cutaway_registration', orderId)
  await visitor.call(billing.paymentSecondStepCybersource, { body: { user_id: 1, payment_token: 'good' } })
  const email = `dana-${orderId}@example.com`
  return (await found(email))[0]!
}
const found = (search: string) => sam.call(billing.searchPayments, { body: { search } })
const refund = (payment: string, amount: string, more: { reason?: string; web_site_id?: number } = {}, who = sam) =>
  who.send(billing.refundPayment, { body: { web_site_id: 31, payment, amount, reason: 'Ordered twice', ...more } })
const refundsOf = (payment: string) =>
  w.database.system
    .selectFrom('refunds as r')
    .innerJoin('payment_attempts as a', 'a.attempt_id', 'r.attempt_id')
    .select(['r.reference', 'r.credit_note_id', 'a.reference as charge'])
    .where('r.payment_id', '=', payment)
    .execute()
/** Does what the job does, which may have been done by it already. */
async function providerPaysBack(payment: string) {
  for (const { reference } of await refundsOf(payment))
    await workRefund(w.running.services, site(), { reference, look: 0 })
  await expect.poll(async () => (await refundsOf(payment))[0]?.credit_note_id).toBeTruthy()
}
const logged = async (action: string) =>
  w.database.system
    .selectFrom('audit_log')
    .select(['target_id', 'after', 'user_id'])
    .where('action', '=', action)
    .orderBy('audit_id', 'desc')
    .executeTakeFirst()

describe('payments', () => {
  test('are found by e-mail, reference, invoice and business', async () => {
    const payment = await paid()
    expect(payment).toMatchObject({ state: 'fulfilled', amount_minor: 5390, refundable_minor: 5390, currency: 'USD' })
    for (const search of [payment.reference!, payment.invoice!.full_number, 'Reyes Auto'])
      expect((await found(search)).map((one) => one.payment)).toContain(payment.payment)
    const bytes = await sam.request(urlOf(billing.deskInvoicePdf, { web_site_id: 31, id: payment.invoice!.id }))
    expect(bytes.headers.get('content-type')).toBe('application/pdf')
    expect(await found('nobody@example.com')).toEqual([])
  })

  test('a part goes back with a reason, which the audit log keeps; not more than was paid', async () => {
    const { payment } = await paid()
    expect(await refund(payment, '53.91')).toMatchObject({ status: 0, message: 'refund_above_payment' })
    expect(await refund(payment, '0')).toMatchObject({ status: 0, message: 'refund_above_payment' })
    expect(await refund(payment, '10.00')).toMatchObject({ status: 1, message: 'refund_begun' })
    expect(await logged('payment.refund')).toMatchObject({
      target_id: payment,
      after: { amount: '10.00', currency: 'USD', reason: 'Ordered twice' },
    })
    await providerPaysBack(payment)
    const after = (await found((await refundsOf(payment))[0]!.charge)).find((one) => one.payment === payment)
    expect(after).toMatchObject({ state: 'partly_refunded', refundable_minor: 4390 })
    const note = await w.database.system
      .selectFrom('invoices')
      .select(['kind', 'total_minor'])
      .where('invoice_id', '=', (await refundsOf(payment))[0]!.credit_note_id)
      .executeTakeFirst()
    expect(note).toEqual({ kind: 'credit_note', total_minor: -1000 })
    expect(await refund(payment, '43.91')).toMatchObject({ status: 0, message: 'refund_above_payment' })
  })

  test('a refund needs a reason, and the web site of the payment', async () => {
    const { payment } = await paid()
    expect(await refund(payment, '10.00', { reason: ' ' })).toMatchObject({ http: 400 })
    expect(await refund(payment, '10.00', { web_site_id: 33 })).toMatchObject({ http: 404 })
    const enterprise = await w.loggedIn('enterprise')
    expect(await refund(payment, '10.00', {}, enterprise)).toMatchObject({ http: 403 })
  })
})

describe('what needs a person', () => {
  const items = (body: object = {}) => sam.call(billing.getDeskItems, { body })

  test('a difference is listed until someone says what was done about it', async () => {
    const difference = { reference: 'CW31-DIFFERENCE', kind: 'missing_here', ours: {}, theirs: { amount: '49.00' } }
    await inTenant(31, (db) => recordDifference(db, site(), { ...difference, at: new Date() }))
    expect(await items({ search: 'CW31-DIFFERENCE' })).toMatchObject([
      { kind: 'missing_here', theirs: { amount: '49.00' }, resolved_at: null },
    ])
    const { reference, kind } = difference
    const settle = { body: { web_site_id: 31, reference, kind, note: 'Paid back at the provider' } }
    expect(await sam.send(billing.resolveDeskItem, settle)).toMatchObject({ status: 1 })
    expect(await sam.send(billing.resolveDeskItem, settle)).toMatchObject({ status: 0, message: 'desk_item_settled' })
    expect(await items({ search: 'CW31-DIFFERENCE' })).toEqual([])
    expect(await items({ search: 'CW31-DIFFERENCE', state: 'done' })).toMatchObject([
      { note: 'Paid back at the provider' },
    ])
    expect(await logged('payment.resolve')).toMatchObject({ target_id: reference, after: { kind } })
    const unknown = { body: { ...settle.body, reference: 'CW31-UNKNOWN' } }
    expect(await sam.send(billing.resolveDeskItem, unknown)).toMatchObject({ http: 404 })
  })

  test('a payment that is not delivered for ten minutes is listed with its business', async () => {
    const { payment } = await paid()
    const ago = (minutes: number) => new Date(w.clock.now().getTime() - minutes * 60_000)
    const set = (paid_at: Date) =>
      w.database.system
        .updateTable('payments')
        .set({ state: 'paid', paid_at })
        .where('payment_id', '=', payment)
        .execute()
    const listed = async () => (await items({ search: payment })).map(({ kind }) => kind)
    await set(ago(9))
    expect(await listed()).toEqual([])
    await set(ago(11))
    expect(await items({ search: payment })).toMatchObject([{ kind: 'undelivered', business_name: 'Reyes Auto' }])
    await w.database.system
      .updateTable('payments')
      .set({ state: 'fulfilled' })
      .where('payment_id', '=', payment)
      .execute()
  })
})

describe('a bank transfer', () => {
  let open: Issued
  const today = () => dayOf(w.clock.now(), site().time_zone)
  const record = (amount: string, more: object = {}) =>
    sam.send(billing.recordTransfer, {
      body: {
        web_site_id: 31,
        invoice: open.invoice_id,
        amount,
        received_on: today(),
        bank_reference: `line ${amount}`,
        ...more,
      },
    })

  test('pays an open invoice in parts, once for each line of the statement, and never too much', async () => {
    const orderId = await inTenant(31, (db) => stall.newOrder(db, site()))
    open = await inTenant(31, (db) =>
      invoice(db, site(), {
        business: Number(orderId),
        seller: sellers.US,
        quote: quote('USD', 0, line('recurring', 4900)),
        issuedOn: '2026-01-01',
        isPaid: false,
      }),
    )
    const listed = () => sam.call(billing.getOpenInvoices, { body: { search: open.full_number } })
    expect(await listed()).toMatchObject([{ open_minor: 4900, is_overdue: true, business_name: 'Reyes Auto' }])
    expect(await record('49.01')).toMatchObject({ status: 0, message: 'transfer_above_invoice' })
    expect(await record('20.00', { received_on: '2999-01-01' })).toMatchObject({ message: 'transfer_in_future' })
    expect(await record('20.00')).toMatchObject({ status: 1, data: { open_minor: 2900 } })
    expect(await record('20.00')).toMatchObject({ status: 0, message: 'transfer_recorded' })
    expect(await listed()).toMatchObject([{ open_minor: 2900 }])
    expect(await record('29.00')).toMatchObject({ status: 1, data: { open_minor: 0 } })
    expect(await listed()).toEqual([])
    expect(await record('1.00')).toMatchObject({ status: 0, message: 'transfer_above_invoice' })
    const row = await w.database.system
      .selectFrom('invoices')
      .select(['state', 'paid_minor'])
      .where('invoice_id', '=', open.invoice_id)
      .executeTakeFirst()
    expect(row).toEqual({ state: 'paid', paid_minor: 4900 })
    const books = await w.database.system
      .selectFrom('ledger_postings')
      .select(['account', (q) => q.fn.sum<string>('amount_minor').as('sum')])
      .where('businessentity_id', '=', Number(orderId))
      .groupBy('account')
      .orderBy('account')
      .execute()
    expect(books.map(({ account, sum }) => [account, Number(sum)])).toEqual([
      ['cash:bank', 4900],
      ['receivable', 0],
      ['revenue', -4900],
    ])
    expect(await logged('invoice.transfer')).toMatchObject({
      target_id: open.full_number,
      after: { amount: '29.00', bank_reference: 'line 29.00' },
    })
  })
})

describe('the revenue', () => {
  test('counts the subscriptions that are paid for today', async () => {
    const mrr = async () =>
      (await sam.call(billing.getRevenue, { params: { web_site_id: 31 } })).find(({ currency }) => currency === 'USD')
    const before = (await mrr())?.months.at(-1)
    await paid()
    const after = (await mrr())!
    expect(after.months.at(-1)!.mrr_minor - (before?.mrr_minor ?? 0)).toBe(4900)
    expect(after.months.at(-1)!.subscriptions - (before?.subscriptions ?? 0)).toBe(1)
    expect(after.plans.map(({ name }) => name)).toContain('Monthly')
    expect(after.countries.map(({ name }) => name)).toContain('US')
    const enterprise = await w.loggedIn('enterprise')
    expect(await enterprise.send(billing.getRevenue, { params: { web_site_id: 31 } })).toMatchObject({ http: 403 })
  })
})
