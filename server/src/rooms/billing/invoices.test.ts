import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Db } from '../../core/db/database.ts'
import { siteDirectory, type Site } from '../../core/tenancy.ts'
import { testDatabase } from '../../testing/database.ts'
import { shop } from '../../testing/shop.ts'
import { issueDocument, reversed, type NewDocument } from './invoices.ts'
import { post } from './ledger.ts'
import { quoteOfOrder } from './order.ts'

let database: Database
let remove: () => Promise<void>
let site: Site
let document: NewDocument

beforeAll(async () => {
  ;({ database, remove } = await testDatabase())
  const sites = await siteDirectory(database, 31, () => undefined)
  site = sites.byId(31)!
  sites.stop()
  const stall = shop()
  const orderId = await database.inTenant(31, (db) => stall.newOrder(db, site))
  const order = await database.inTenant(31, (db) => stall.show(db, site, orderId, new Date()))
  document = {
    kind: 'invoice',
    businessentity_id: Number(orderId),
    seller: order!.seller,
    buyer: order!.billing,
    quote: quoteOfOrder(order!)!,
    issuedOn: '2027-03-01',
    dueOn: '2027-03-01',
    period: { start: '2027-03-01', end: '2027-04-01' },
    isPaid: true,
    subscriptionId: null,
    paymentId: null,
    ofInvoiceId: null,
    at: new Date(),
  }
})
afterAll(() => remove())

const inTenant = <R>(work: (db: Db) => Promise<R>) => database.inTenant(31, work)
const sumsOf = async (cause: string) =>
  (
    await database.system
      .selectFrom('ledger_postings')
      .select(['account', 'amount_minor'])
      .where('cause', '=', cause)
      .orderBy('posting_id')
      .execute()
  ).map(({ account, amount_minor }) => [account, amount_minor])

describe('documents', () => {
  test('an invoice and its credit note post amounts that cancel each other', async () => {
    const invoice = await inTenant((db) => issueDocument(db, site, document))
    const note = await inTenant((db) =>
      issueDocument(db, site, {
        ...document,
        kind: 'credit_note',
        quote: reversed(document.quote),
        ofInvoiceId: invoice.invoice_id,
      }),
    )
    expect(invoice.full_number).toBe('CW-2027-000001')
    expect(note.full_number).toBe('CW-CN-2027-000001')
    expect(await sumsOf(`invoice ${invoice.invoice_id}`)).toEqual([
      ['receivable', 5390],
      ['revenue', -4900],
      ['tax', -490],
    ])
    expect(await sumsOf(`invoice ${note.invoice_id}`)).toEqual([
      ['receivable', -5390],
      ['revenue', 4900],
      ['tax', 490],
    ])
  })

  test('each year has its own numbers', async () => {
    const next = await inTenant((db) => issueDocument(db, site, { ...document, issuedOn: '2028-01-01' }))
    expect(next.full_number).toBe('CW-2028-000001')
  })

  test('1,000 invoices at once, 100 of them rolled back, leave no gap', async () => {
    const seller = { ...document.seller, invoice_prefix: 'MANY' }
    let next = 0
    const worker = async () => {
      while (next < 1000) {
        const n = next++
        const issued = inTenant(async (db) => {
          await issueDocument(db, site, { ...document, seller })
          if (n % 10 === 9) throw new Error('rolled back')
        })
        if (n % 10 === 9) await expect(issued).rejects.toThrow('rolled back')
        else await issued
      }
    }
    await Promise.all(Array.from({ length: 8 }, worker))
    const rows = await database.system
      .selectFrom('invoices')
      .select('number')
      .where('series', '=', 'MANY-2027')
      .orderBy('number')
      .execute()
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 900 }, (_, n) => n + 1))
  })

  test('what is printed on an invoice cannot be changed, and nothing can be deleted', async () => {
    const change = inTenant((db) => db.updateTable('invoices').set({ total_minor: 1, net_minor: 1 }).execute())
    await expect(change).rejects.toThrow('permission denied')
    for (const table of ['invoices', 'invoice_lines', 'ledger_postings'] as const)
      await expect(inTenant((db) => db.deleteFrom(table).execute())).rejects.toThrow('permission denied')
    await inTenant((db) => db.updateTable('invoices').set({ state: 'credited' }).where('number', '=', 1).execute())
  })
})

describe('the ledger', () => {
  const entry = {
    businessentity_id: null,
    currency: 'USD',
    at: new Date(),
  }

  test('refuses an entry that does not sum to zero', async () => {
    const lopsided = { ...entry, cause: 'test 1', postings: [['receivable', 100]] as const }
    await expect(inTenant((db) => post(db, site, lopsided))).rejects.toThrow('does not sum to zero')
  })

  test('the database refuses it too, at the commit', async () => {
    const insert = (amounts: readonly [string, number][]) =>
      inTenant(async (db) => {
        const entry_id = randomUUID()
        for (const [currency, amount_minor] of amounts)
          await db
            .insertInto('ledger_postings')
            .values({
              ...entry,
              web_site_id: 31,
              entry_id,
              currency,
              amount_minor,
              account: amount_minor > 0 ? 'receivable' : 'revenue',
              cause: `test ${entry_id}`,
            })
            .execute()
      })
    await insert([
      ['USD', 100],
      ['USD', -100],
    ])
    const refused = [
      [
        ['USD', 100],
        ['USD', -99],
      ],
      [
        ['USD', 100],
        ['AUD', -100],
      ],
    ] as [string, number][][]
    for (const amounts of refused) await expect(insert(amounts)).rejects.toThrow('does not sum to zero')
  })

  test('the same cause is posted once', async () => {
    const once = {
      ...entry,
      cause: 'test 2',
      postings: [
        ['receivable', 100],
        ['revenue', -100],
      ] as const,
    }
    await inTenant((db) => post(db, site, once))
    await expect(inTenant((db) => post(db, site, once))).rejects.toThrow('ledger_postings_once')
  })

  test('is balanced as a whole', async () => {
    const { rows } = await sql`select currency from ledger_postings group by web_site_id, currency
      having sum(amount_minor) <> 0`.execute(database.system)
    expect(rows).toEqual([])
  })
})
