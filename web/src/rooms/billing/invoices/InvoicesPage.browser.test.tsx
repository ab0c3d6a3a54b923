import type { InvoiceDetails, InvoiceRow } from '@cutaway/contract/rooms/billing/documents.ts'
import axe from 'axe-core'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { type FakeHandlers, fakeApi, refusal, reply } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import InvoicesPage from './InvoicesPage.tsx'

/** Elena reads the invoices of her business. */

const wcag = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
const row = (full_number: string, more: Partial<InvoiceRow> = {}): InvoiceRow => ({
  invoice_id: crypto.randomUUID(),
  kind: 'invoice',
  full_number,
  issued_on: '2026-11-01',
  due_on: '2026-11-01',
  currency: 'USD',
  total_minor: 20_400,
  state: 'paid',
  of_number: null,
  line_kind: 'recurring',
  plan: 'Workshop',
  quantity: 6,
  lines: 1,
  period_start: '2026-11-01',
  period_end: '2026-12-01',
  ...more,
})
const noPeriod = { period_start: null, period_end: null }
const rows = [
  row('NM-2026-000003', { state: 'overdue' }),
  row('NM-CN-2026-000001', { kind: 'credit_note', total_minor: -4500, of_number: 'NM-2026-000002', ...noPeriod }),
  row('NM-2026-000002', { total_minor: 4500, line_kind: 'bundle', plan: '', lines: 3, ...noPeriod }),
]
const all = { total: 3, years: [2026, 2025], sums: [{ currency: 'USD', total_minor: 20_400 }] }
const open = async (
  answer: () => ReturnType<typeof refusal> | ReturnType<typeof whole>,
  billing: FakeHandlers['billing'] = {},
) => {
  const api = fakeApi({ billing: { getInvoices: answer, ...billing } })
  const at = await render(<InvoicesPage />, { session: danasSession(), path: '/invoices' })
  return { api, at }
}
const whole = () => reply(rows, all)

test('names number, day, subject, amount and state of each document, with its files', async () => {
  await open(whole)
  const first = page.getByRole('row').filter({ hasText: 'NM-2026-000003' })
  await expect.element(first.getByText('Overdue')).toBeVisible()
  // The period ends with the day before the next one.
  await expect.element(first.getByText('Nov 1, 2026 to Nov 30, 2026')).toBeVisible()
  await expect.element(page.getByText('Credit note for NM-2026-000002')).toBeVisible()
  await expect.element(page.getByText('-$45.00')).toBeVisible()
  await expect.element(page.getByText('Text messages and 2 more')).toBeVisible()
  await expect.element(page.getByText('Documents: 3')).toBeVisible()
  const href = (name: string) => page.getByRole('link', { name, exact: true }).element().getAttribute('href')
  expect(href('PDF of NM-2026-000003')).toBe(`/api/v1/invoicePdf/${rows[0]!.invoice_id}`)
  expect(href('E-invoice of NM-2026-000003')).toBe(`/api/v1/invoiceUbl/${rows[0]!.invoice_id}`)
  expect(href('All of 2026')).toBe('/api/v1/invoicesOfYear/1/2026')
  expect((await axe.run(document.body, wcag)).violations).toEqual([])
})

const [, note, bundle] = rows as [InvoiceRow, InvoiceRow, InvoiceRow]
const named = ({ invoice_id, full_number, total_minor }: InvoiceRow) => ({ invoice_id, full_number, total_minor })
const item = { line_no: 1, kind: 'bundle', name: '', quantity: 500, unit_minor: 9, net_minor: 4500, ...noPeriod }
const details: InvoiceDetails = {
  ...bundle,
  title: 'invoice_tax_invoice',
  billed_to: 'Northgate Motors',
  items: [item],
  net_minor: 4091,
  tax: { label: 'GST', rate_bp: 1000, amount_minor: 409 },
  paid_minor: 4500,
  corrects: null,
  credit_notes: [named(note)],
}
const credit: InvoiceDetails = {
  ...details,
  ...note,
  title: 'invoice_adjustment_note',
  items: [{ ...item, kind: 'refund', quantity: 1, unit_minor: null, net_minor: -4500 }],
  tax: null,
  corrects: named(bundle),
  credit_notes: [],
}

test('a document opens beside the list with its lines and tax, and leads to its credit note and back', async () => {
  const { at } = await open(whole, {
    getInvoice: ({ params }) => (params.id === bundle.invoice_id ? details : credit),
  })
  await page.getByRole('button', { name: 'NM-2026-000002' }).click()
  const drawer = page.getByRole('dialog', { name: 'Tax invoice' })
  await expect.element(drawer.getByText('Text messages')).toBeVisible()
  await expect.element(drawer.getByText('500 × $0.09')).toBeVisible()
  await expect.element(drawer.getByText('GST 10%')).toBeVisible()
  await expect.element(drawer.getByText('$4.09')).toBeVisible()
  await expect
    .element(drawer.getByRole('link', { name: 'E-invoice of NM-2026-000002' }))
    .toHaveAttribute('href', `/api/v1/invoiceUbl/${bundle.invoice_id}`)
  expect(at.path()).toContain(`invoice=${bundle.invoice_id}`)
  expect((await axe.run(document.body, wcag)).violations).toEqual([])
  await drawer.getByRole('button', { name: 'NM-CN-2026-000001' }).click()
  const other = page.getByRole('dialog', { name: 'Adjustment note' })
  await expect.element(other.getByText('Refund')).toBeVisible()
  await other.getByRole('button', { name: 'NM-2026-000002' }).click()
  await expect.element(drawer.getByText('500 × $0.09')).toBeVisible()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect.element(drawer).not.toBeInTheDocument()
  expect(at.path()).not.toContain('invoice=')
})

test('a year is in the address, and its documents are one file', async () => {
  const { api, at } = await open(whole)
  await page.getByRole('button', { name: /^Year/ }).click()
  await page
    .getByRole('menuitemradio', { name: '2025' })
    .or(page.getByRole('menuitem', { name: '2025' }))
    .click()
  await expect.poll(() => api.calls('getInvoices').at(-1)?.body).toMatchObject({ year: 2025, page: 1 })
  expect(at.path()).toContain('year=2025')
  await expect.element(page.getByRole('link', { name: 'All of 2025' })).toBeVisible()
})

test('a business without invoices is told when they come', async () => {
  await open(() => reply([], { total: 0, years: [], sums: [] }))
  await expect.element(page.getByRole('heading', { name: 'No invoices yet' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^All of/ })).not.toBeInTheDocument()
})

test('a list that did not load says so, and loads again', async () => {
  let isBroken = true
  await open(() => (isBroken ? refusal('service_unavailable', 503) : whole()))
  await expect.element(page.getByRole('heading', { name: 'Couldn’t load invoices' })).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: /again/i }).click()
  await expect.element(page.getByText('NM-2026-000003')).toBeVisible()
})

test('from right to left, a plan with a Latin name begins where the days below it do', async () => {
  document.documentElement.dir = 'rtl'
  onTestFinished(() => {
    document.documentElement.dir = 'ltr'
  })
  await open(whole)
  const first = page.getByRole('row').filter({ hasText: 'NM-2026-000003' })
  const end = (text: RegExp) => {
    const range = document.createRange()
    range.selectNodeContents(first.getByText(text).element())
    return Math.round(range.getBoundingClientRect().right)
  }
  await expect.element(first.getByText(/Workshop/)).toBeVisible()
  expect(end(/^\P{L}*Workshop/u)).toBe(end(/ to /))
})
