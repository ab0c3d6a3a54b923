import { contract } from '@cutaway/contract'
import { urlOf } from '@cutaway/contract/client.ts'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Issued } from '../invoices.ts'
import { creditNote, invoice, line, quote, sellers, type Wanted } from '../../../testing/documents.ts'
import { readPdf } from '../../../testing/pdf.ts'
import { world, type Person, type World } from '../../../testing/world.ts'

/** Elena runs the subscription of her business and reads its invoices. */

let w: World
let elena: Person
let entity: number
let first: Issued
let note: Issued
let foreign: Issued
const { getInvoice, getInvoices, invoicePdf, invoiceUbl, invoicesOfYear } = contract.billing

const businessOf = async (username: string, webSiteId = 31) =>
  (
    await w.database.system
      .selectFrom('users')
      .select('businessentity_id')
      .where('web_site_id', '=', webSiteId)
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  ).businessentity_id!

beforeAll(async () => {
  w = await world()
  elena = await w.loggedIn('enterprise')
  entity = await businessOf('enterprise')
  const site = w.running.services.sites.byId(31)!
  const wanted = (more: Partial<Wanted> = {}): Wanted => ({
    business: entity,
    seller: sellers.US,
    quote: quote('USD', 0, line('recurring', 4900)),
    issuedOn: '2025-12-01',
    ...more,
  })
  await w.database.inTenant(31, async (db) => {
    first = await invoice(db, site, wanted())
    await invoice(db, site, wanted({ issuedOn: '2026-01-01', quote: quote('USD', 0, line('recurring', 5900)) }))
    const credited = wanted({ issuedOn: '2026-02-01', quote: quote('USD', 0, line('bundle', 9, { quantity: 500 })) })
    note = await creditNote(db, site, credited, await invoice(db, site, credited))
    await invoice(db, site, wanted({ issuedOn: '2026-03-01', isPaid: false }))
    foreign = await invoice(db, site, wanted({ business: await businessOf('enterprise2') }))
  })
})
afterAll(() => w.close())

/** The documents of this test; the demo has issued others. */
const list = (body: object = {}, who = elena) =>
  who.send(getInvoices, { params: { entity }, body: { search: 'TUS', ...body } })

describe('the list', () => {
  test('has the documents of the business with their states, the latest first, and their sum', async () => {
    const answer = await list({ descending: true })
    expect(answer.data!.map(({ full_number, state, total_minor }) => [full_number, state, total_minor])).toEqual([
      // Open since March, and due on the same day.
      ['TUS-2026-000003', 'overdue', 4900],
      ['TUS-CN-2026-000001', 'paid', -4500],
      ['TUS-2026-000002', 'paid', 4500],
      ['TUS-2026-000001', 'paid', 5900],
      ['TUS-2025-000001', 'paid', 4900],
    ])
    expect(answer).toMatchObject({ total: 5, sums: [{ currency: 'USD', total_minor: 15_700 }] })
    expect((answer as unknown as { years: number[] }).years).toEqual(expect.arrayContaining([2026, 2025]))
    expect(answer.data![1]).toMatchObject({
      kind: 'credit_note',
      of_number: 'TUS-2026-000002',
      line_kind: 'bundle',
      quantity: 500,
    })
  })

  test('is paged, sorted, searched and limited to a year', async () => {
    const numbers = async (body: object) => (await list(body)).data!.map(({ full_number }) => full_number)
    expect(await numbers({ size: 2, page: 2 })).toEqual(['TUS-2026-000002', 'TUS-CN-2026-000001'])
    expect(await numbers({ sort: 'total', size: 1 })).toEqual(['TUS-CN-2026-000001'])
    expect(await numbers({ search: 'CN-2026' })).toEqual(['TUS-CN-2026-000001'])
    expect(await numbers({ year: 2025 })).toEqual(['TUS-2025-000001'])
  })

  test('belongs to the business: others, and employees, get nothing', async () => {
    expect(await list({}, await w.loggedIn('enterprise2'))).toMatchObject({ http: 404 })
    expect(await list({}, await w.loggedIn('employee'))).toMatchObject({ http: 403 })
    expect(await list({}, await w.loggedIn('advisor'))).toMatchObject({ http: 403 })
  })
})

describe('a document', () => {
  test('is downloaded as PDF and as e-invoice', async () => {
    const pdf = await elena.request(urlOf(invoicePdf, { id: note.invoice_id }))
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.headers.get('content-disposition')).toContain('TUS-CN-2026-000001.pdf')
    expect(readPdf(new Uint8Array(await pdf.arrayBuffer())).title).toBe('Credit note TUS-CN-2026-000001')
    const ubl = await elena.request(urlOf(invoiceUbl, { id: note.invoice_id }))
    expect(ubl.headers.get('content-disposition')).toContain('attachment')
    expect(await ubl.text()).toContain('<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>')
  })

  test('is shown with its lines, and names the documents that it belongs to', async () => {
    const shown = await elena.call(getInvoice, { params: { id: note.invoice_id } })
    expect(shown).toMatchObject({
      title: 'invoice_credit_note',
      billed_to: 'Reyes & Sons <Auto>',
      total_minor: -4500,
      tax: null,
      corrects: { full_number: 'TUS-2026-000002', total_minor: 4500 },
      credit_notes: [],
      items: [{ kind: 'bundle', quantity: 500, unit_minor: -9, net_minor: -4500 }],
    })
    const invoiced = await elena.call(getInvoice, { params: { id: shown.corrects!.invoice_id } })
    expect(invoiced).toMatchObject({
      title: 'invoice_invoice',
      corrects: null,
      credit_notes: [{ invoice_id: note.invoice_id, full_number: 'TUS-CN-2026-000001' }],
      items: [{ quantity: 500, unit_minor: 9, net_minor: 4500 }],
    })
  })

  test('of another business, or with an unknown id, is not found', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000'
    for (const id of [foreign.invoice_id, unknown])
      for (const call of [getInvoice, invoicePdf, invoiceUbl])
        expect((await elena.request(urlOf(call, { id }))).status).toBe(404)
    const other = await w.loggedIn('enterprise', { site: 33 })
    expect((await other.request(urlOf(invoicePdf, { id: first.invoice_id }))).status).toBe(404)
  })
})

describe('the documents of a year', () => {
  test('are one file, with each as PDF and as e-invoice', async () => {
    const response = await elena.request(urlOf(invoicesOfYear, { entity, year: '2026' }))
    expect(response.headers.get('content-disposition')).toContain('attachment; filename="2026.zip"')
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    const numbers = ['TUS-2026-000001', 'TUS-2026-000002', 'TUS-2026-000003', 'TUS-CN-2026-000001']
    const ours = Object.keys(files).filter((name) => name.startsWith('TUS'))
    expect(ours.toSorted()).toEqual(numbers.flatMap((name) => [`${name}.pdf`, `${name}.xml`]))
    for (const name of numbers) {
      expect(readPdf(files[`${name}.pdf`]!).title).toContain(name)
      expect(strFromU8(files[`${name}.xml`]!)).toContain(`<cbc:ID>${name}</cbc:ID>`)
    }
  })

  test('of a year without documents, and of another business, are not found', async () => {
    expect((await elena.request(urlOf(invoicesOfYear, { entity, year: '2020' }))).status).toBe(404)
    const path = urlOf(invoicesOfYear, { entity: await businessOf('enterprise2'), year: '2025' })
    expect((await elena.request(path)).status).toBe(404)
  })
})

describe('taking the data along', () => {
  const exported = async (who: Person, of = entity) =>
    who.request(urlOf(contract.billing.exportBusinessData, { entity: of }))
  const tables = async (response: Response) =>
    Object.fromEntries(
      Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer()))).map(([name, bytes]) => [
        name,
        strFromU8(bytes).replace('\uFEFF', '').trimEnd().split('\r\n'),
      ]),
    )

  test('everything of the own business is in one archive, and nothing of another', async () => {
    const { rows } = await sql<{ customers: number }>`
      select count(*)::int as customers from customers where web_site_id = 31 and businessentity_id = ${entity}`.execute(
      w.database.system,
    )
    const response = await exported(elena)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; .*\.zip/)
    const files = await tables(response)
    expect(Object.keys(files)).toEqual(['users.csv', 'locations.csv', 'customers.csv', 'sends.csv', 'invoices.csv'])
    const { 'users.csv': users, 'customers.csv': customers, 'invoices.csv': invoices } = files
    expect(users![0]).toMatch(/^user_id,username,first_name/)
    expect(users!.some((row) => row.includes(',enterprise,'))).toBe(true)
    expect(users!.join()).not.toMatch(/enterprise2|\$scrypt|argon/)
    expect(customers).toHaveLength(rows[0]!.customers + 1)
    expect(invoices!.join()).toContain(first.full_number)
    expect(invoices!.join()).not.toContain(foreign.full_number)
    const log = await w.database.system
      .selectFrom('audit_log')
      .select(['businessentity_id', 'after'])
      .where('action', '=', 'business_data.read')
      .execute()
    expect(log).toEqual([{ businessentity_id: entity, after: { file: expect.stringMatching(/\.zip$/) } }])
  })

  test('more rows than one part holds are all there, each once', async () => {
    const source = w.running.services.exportSources.find(({ name }) => name === 'sends')!
    const site = w.running.services.sites.byId(31)!
    const keys: string[] = []
    for (let after: string | null = null; ;) {
      const of = { site, services: w.running.services, businessId: entity, after, most: 2 }
      const part: Awaited<ReturnType<typeof source.read>> = await w.database.inTenant(31, (db) => source.read(db, of))
      keys.push(...part.map(({ key }) => key))
      if (part.length < 2) break
      after = part.at(-1)!.key
    }
    const { 'sends.csv': sends } = await tables(await exported(elena))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.length).toBeGreaterThan(2)
    expect(sends!.length).toBeGreaterThan(keys.length)
  })

  test('an employee, an advisor and another business get nothing', async () => {
    for (const username of ['employee', 'advisor'])
      expect((await exported(await w.loggedIn(username))).status).toBe(403)
    expect((await exported(await w.loggedIn('enterprise2'))).status).toBeGreaterThan(400)
  })
})
