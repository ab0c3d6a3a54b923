import fc from 'fast-check'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../core/db/database.ts'
import { formatMoney } from '../../../core/formats.ts'
import { makePdfs, type Pdfs } from '../../../core/pdf/pdf.ts'
import { siteDirectory, type Site, type SiteDirectory } from '../../../core/tenancy.ts'
import { testDatabase } from '../../../testing/database.ts'
import {
  buyerOf,
  creditNote,
  currencies,
  invoice,
  line,
  quote,
  sellers,
  type Wanted,
} from '../../../testing/documents.ts'
import { findingsIn } from '../../../testing/en16931/schematron.ts'
import { readPdf } from '../../../testing/pdf.ts'
import { issueDocument, reversed } from '../invoices.ts'
import { toDecimal } from '../money.ts'
import type { Seller } from '../purposes.ts'
import { findDocument, type DocumentFacts } from './facts.queries.ts'
import { nameOfLine, pdfOf } from './pdf-document.ts'
import { ublOf } from './ubl.ts'

/** What an invoice and a credit note say, on paper, as e-invoice and in the books. */

let database: Database
let remove: () => Promise<void>
let sites: SiteDirectory
let site: Site
let pdfs: Pdfs
let folder: string
const business = new Map<number, number>()

beforeAll(async () => {
  ;({ database, remove } = await testDatabase())
  sites = await siteDirectory(database, 31, () => undefined)
  site = sites.byId(31)!
  folder = await mkdtemp(join(tmpdir(), 'cutaway-invoices-'))
  pdfs = makePdfs({ folder })
  for (const { web_site_id, id } of await database.system
    .selectFrom('business_entities')
    .select(['web_site_id', (eb) => eb.fn.min('businessentity_id').as('id')])
    .groupBy('web_site_id')
    .execute())
    business.set(web_site_id, id)
})
afterAll(async () => {
  sites.stop()
  await pdfs.stop()
  await rm(folder, { recursive: true, force: true })
  await remove()
})

const wanted = (more: Omit<Wanted, 'business' | 'issuedOn'>, of = site): Wanted => ({
  business: business.get(of.web_site_id)!,
  issuedOn: '2026-11-01',
  ...more,
})

/** Issues an invoice, or the credit note of one. Returns its facts. */
const issued = (what: Wanted, { isNote = false, of = site } = {}): Promise<DocumentFacts> =>
  database.inTenant(of.web_site_id, async (db) => {
    const first = await invoice(db, of, what)
    const { invoice_id } = isNote ? await creditNote(db, of, what, first) : first
    return (await findDocument(db, of, { id: invoice_id }))!
  })

const ubl = (facts: DocumentFacts, of = site) => ublOf(facts, (one) => nameOfLine(of, facts, one))
/** Returns what is on the paper. Spaces that bind a figure to its word are like all others. */
async function paper(facts: DocumentFacts, of = site) {
  const read = readPdf(await pdfs.of('dana', pdfOf(facts, of)))
  return { ...read, text: read.text.replaceAll('\u00a0', ' ') }
}
const field = (xml: string, name: string) => new RegExp(`<cbc:${name}[^>]*>([^<]*)<`).exec(xml)?.[1]

describe('the paper', () => {
  test('an Australian tax invoice of AUD 1,000 names seller, ABN, buyer, what was sold, and the GST', async () => {
    const facts = await issued(wanted({ seller: sellers.AU, quote: quote('AUD', 1000, line('recurring', 90_909)) }))
    const read = await paper(facts)
    expect(read.title).toBe('Tax invoice TAU-2026-000001')
    for (const words of ['Tax invoice', 'ABN 51 824 753 556', 'Reyes & Sons <Auto>', 'Subscription', 'GST 10% of'])
      expect(read.text).toContain(words)
    expect(read.text).toContain('$90.91')
    expect(read.text).toContain('$1,000.00')
    expect(read.text).toContain('Total (AUD)')
    expect(read.paper).toEqual([595, 842])
  })

  test('a seller who is not registered for tax writes an invoice without a tax line, on letter paper in the US', async () => {
    const facts = await issued(wanted({ seller: sellers.US, quote: quote('USD', 0, line('recurring', 4900)) }))
    const read = await paper(facts)
    expect(read.title).toBe('Invoice TUS-2026-000001')
    expect(read.text).not.toMatch(/tax/i)
    expect(read.paper).toEqual([612, 792])
  })

  test.each([
    ['NZ', 1500, 'Tax invoice', 'GST number 49-091-850', 'GST 15% of'],
    ['GB', 2000, 'Invoice', 'VAT number GB 123 4567 82', 'VAT 20% of'],
    ['CA', 500, 'Invoice', 'GST/HST number 12345 6789 RT0001', 'GST/HST 5% of'],
  ] as const)(
    'a seller in %s prints its registration and the tax of each rate',
    async (country, bp, title, id, tax) => {
      const lines = [line('recurring', 4900), line('other', 500, { taxed: false })]
      const facts = await issued(wanted({ seller: sellers[country], quote: quote(currencies[country], bp, ...lines) }))
      const read = await paper(facts)
      expect(read.title).toMatch(new RegExp(`^${title} `))
      expect(read.text).toContain(id)
      expect(read.text).toContain(tax)
      // The period of the subscription.
      expect(read.text).toContain('Nov 1, 2026 to Nov 30, 2026')
    },
  )

  test('a Hebrew invoice runs right to left, and its figures left to right', async () => {
    const hebrew = sites.byId(142)!
    const lines = quote('ILS', 1800, line('recurring', 123_456))
    const facts = await issued(wanted({ seller: sellers.IL, quote: lines }, hebrew), { of: hebrew })
    const read = await paper(facts, hebrew)
    expect(read.language).toBe('he-IL')
    // Letters are in the order on the paper: the first one is at the right.
    expect(read.text).toContain('חשבונית'.split('').toReversed().join(''))
    expect(read.text).toContain('1,456.78')
    expect(read.text).toContain('TIL-2026-000001')
  })

  test('a credit note names the invoice that it corrects, and prints positive amounts', async () => {
    const facts = await issued(wanted({ seller: sellers.GB, quote: quote('GBP', 2000, line('recurring', 3100)) }), {
      isNote: true,
    })
    const read = await paper(facts)
    expect(read.title).toMatch(/^Credit note TGB-CN-2026-/)
    expect(read.text).toMatch(/TGB-2026-\d+ of Nov 1, 2026/)
    expect(read.text).toContain('£37.20')
    expect(read.text).not.toContain('-£')
  })

  test('the credit note of a part shares the tax of its invoice, though a cent of it is rounded otherwise', async () => {
    const part = { ...reversed(quote('AUD', 1000, line('credit', 909))), tax_minor: -92, total_minor: -1001 }
    const { invoice_id } = await database.inTenant(31, async (db) => {
      const of = wanted({ seller: sellers.AU, quote: quote('AUD', 1000, line('recurring', 4900)) })
      const { invoice_id: ofInvoiceId } = await invoice(db, site, of)
      const days = { issuedOn: '2026-11-09', dueOn: '2026-11-09', period: null, at: new Date() }
      const ids = { subscriptionId: null, paymentId: null, ofInvoiceId, businessentity_id: of.business }
      const about = { kind: 'credit_note', seller: of.seller, buyer: buyerOf('AU'), quote: part, isPaid: true } as const
      return issueDocument(db, site, { ...about, ...days, ...ids })
    })
    const facts = (await database.inTenant(31, (db) => findDocument(db, site, { id: invoice_id })))!
    expect((await paper(facts)).text).toMatch(/Refund\n1\n[^]*\$0\.92[^]*\$10\.01/)
    expect(findingsIn(ubl(facts))).toEqual([])
  })

  test('many lines fill several pages, and each page repeats the heads of the columns', async () => {
    const lines = Array.from({ length: 40 }, (_, n) => line('bundle', 100 + n))
    const read = await paper(await issued(wanted({ seller: sellers.US, quote: quote('USD', 0, ...lines) })))
    expect(read.pages).toBeGreaterThan(1)
    expect(read.text.match(/^Description$/gm)).toHaveLength(read.pages)
  })
})

describe('the e-invoice', () => {
  test('breaks no rule of EN 16931; the rules find a wrong sum', async () => {
    const xml = ubl(await issued(wanted({ seller: sellers.AU, quote: quote('AUD', 1000, line('recurring', 4900)) })))
    expect(findingsIn(xml)).toEqual([])
    const wrong = xml.replace(/(<cbc:PayableAmount[^>]*>)[^<]*/, '$11.00')
    expect(findingsIn(wrong).map(({ id }) => id)).toContain('BR-CO-16')
  })

  test('an unregistered seller is outside the scope of tax: category O, and no rate', async () => {
    const xml = ubl(await issued(wanted({ seller: sellers.US, quote: quote('USD', 0, line('recurring', 4900)) })))
    expect(xml).toContain('<cac:ClassifiedTaxCategory><cbc:ID>O</cbc:ID><cac:TaxScheme>')
    expect(xml).toContain('VATEX-EU-O')
    expect(xml).not.toContain('cbc:Percent')
  })

  test('100 documents of all kinds: paper, e-invoice and books agree, and no rule of EN 16931 is broken', async () => {
    const part = fc.record({
      kind: fc.constantFrom('recurring', 'other', 'setup', 'bundle', 'difference', 'arrears' as const),
      unit: fc.integer({ min: 0, max: 99_999 }),
      quantity: fc.integer({ min: 1, max: 500 }),
      taxed: fc.boolean(),
    })
    const document = fc.record({
      country: fc.constantFrom(...(Object.keys(sellers) as (keyof typeof sellers)[])),
      gst_bp: fc.constantFrom(0, 500, 1000, 1250, 1500, 2000),
      parts: fc.array(part, { minLength: 1, maxLength: 4 }),
      /** A hundredth of the first line is taken off. */
      hasCredit: fc.boolean(),
      isNote: fc.boolean(),
      isPaid: fc.boolean(),
    })
    const findings: string[] = []
    for (const one of fc.sample(document, { numRuns: 100, seed: 28 })) {
      const seller: Seller = sellers[one.country]
      const currency = currencies[one.country]
      // Israeli invoices above the limit need a number of the authority.
      const quantityOf = (quantity: number) => (one.country === 'IL' ? 1 : quantity)
      const lines = one.parts.map(({ kind, unit, quantity, taxed }) =>
        line(kind, unit, { quantity: quantityOf(quantity), taxed }),
      )
      const off = Math.trunc(lines[0]!.net_minor / 100)
      const quoted = quote(
        currency,
        seller.is_tax_registered ? one.gst_bp : 0,
        ...lines,
        ...(one.hasCredit ? [line('credit', -off, { taxed: lines[0]!.taxed })] : []),
      )
      const facts = await issued(wanted({ seller, quote: quoted, isPaid: one.isPaid }), { isNote: one.isNote })
      const xml = ubl(facts)
      for (const { id, text } of findingsIn(xml)) findings.push(`${facts.full_number}: ${id} ${text}`)
      const sign = one.isNote ? -1 : 1
      const books = await database.system
        .selectFrom('ledger_postings')
        .select(['account', 'amount_minor'])
        .where('cause', '=', `invoice ${facts.invoice_id}`)
        .execute()
      const posted = (account: string) =>
        sign * (books.find((posting) => posting.account === account)?.amount_minor ?? 0) + 0
      expect(field(xml, 'TaxInclusiveAmount')).toBe(toDecimal(posted('receivable'), currency))
      expect(field(xml, 'TaxExclusiveAmount')).toBe(toDecimal(0 - posted('revenue'), currency))
      expect(field(xml, 'TaxAmount')).toBe(toDecimal(0 - posted('tax'), currency))
      const printed = JSON.stringify(pdfOf(facts, site).blocks)
      expect(printed).toContain(JSON.stringify(formatMoney(posted('receivable'), currency, 'en-US')))
    }
    expect(findings).toEqual([])
  })
})

test('an Israeli tax invoice above NIS 5,000 is refused without the number of the authority', async () => {
  const of = wanted({ seller: sellers.IL, quote: quote('ILS', 1800, line('recurring', 500_001)) })
  await expect(issued(of)).rejects.toThrow('needs an allocation number')
  expect(
    await issued(wanted({ seller: sellers.IL, quote: quote('ILS', 1800, line('recurring', 500_000)) })),
  ).toBeDefined()
})

test('an invoice keeps the name of the plan and the tax number of the buyer as they were', async () => {
  const of = wanted({ seller: sellers.GB, quote: quote('GBP', 2000, line('recurring', 3100)) })
  const facts = await database.inTenant(31, async (db) => {
    const subscription_id = '00000000-0000-4000-8000-000000000028'
    const about = { web_site_id: 31, businessentity_id: of.business }
    const subscription = {
      ...about,
      subscription_id,
      kind: 'phone_number',
      payment_type: 'none',
      account: null,
    } as const
    const days = { anchor: '2026-11-01', period_start: '2026-11-01', period_end: '2026-12-01' }
    await db
      .insertInto('subscriptions')
      .values({
        ...subscription,
        ...days,
        state: 'active',
        locations: 1,
        prices: JSON.stringify({ name: 'Workshop' }) as never,
        currency: 'GBP',
        period_no: 0,
        billing_plan_id: null,
        created_at: new Date(),
      })
      .execute()
    const address = { bill_first_name: '', bill_last_name: '', bill_businessentity_street1: '', bill_phone: '' }
    const town = { bill_businessentity_street2: '', bill_businessentity_city: '', bill_businessentity_state: '' }
    await db
      .insertInto('billing_contacts')
      .values({
        ...about,
        ...address,
        ...town,
        bill_businessentity_zip: '',
        bill_country_code: 'GB',
        bill_email: '',
        tax_number: 'GB 999 9999 73',
      })
      .execute()
    const { invoice_id } = await issueDocument(db, site, {
      kind: 'invoice',
      businessentity_id: of.business,
      seller: of.seller,
      buyer: buyerOf('GB'),
      quote: of.quote,
      issuedOn: '2026-11-01',
      dueOn: '2026-11-01',
      period: { start: '2026-11-01', end: '2026-12-01' },
      isPaid: true,
      subscriptionId: subscription_id,
      paymentId: null,
      ofInvoiceId: null,
      at: new Date(),
    })
    await db
      .updateTable('subscriptions')
      .set({ prices: JSON.stringify({ name: 'Other' }) as never })
      .execute()
    await db.updateTable('billing_contacts').set({ tax_number: null }).execute()
    return (await findDocument(db, site, { id: invoice_id }))!
  })
  const xml = ubl(facts)
  expect(xml).toContain('<cbc:Name>Workshop</cbc:Name>')
  expect(xml).toContain('<cbc:CompanyID>GB999999973</cbc:CompanyID>')
  expect(findingsIn(xml)).toEqual([])
})
