import { z } from 'zod'
import { listFields, listTotal } from '../../administration/list.ts'
import { endpoint, file, may, notAudited, unscoped } from '../../endpoint.ts'
import { PathId } from '../../fields.ts'

/** Invoices and credit notes of a business: the list, each one as PDF and as e-invoice, all of a year as a ZIP file. */

/** overdue: open after the day on which it was due. */
export const InvoiceState = z.enum(['open', 'overdue', 'paid', 'credited', 'written_off'])
export type InvoiceState = z.infer<typeof InvoiceState>

export const invoiceSorts = ['issued_on', 'full_number', 'total', 'state'] as const

export const InvoiceRow = z.object({
  invoice_id: z.uuid(),
  kind: z.enum(['invoice', 'credit_note']),
  full_number: z.string(),
  /** Days, as 'YYYY-MM-DD'. */
  issued_on: z.string(),
  due_on: z.string(),
  currency: z.string(),
  /** Minor units; below zero for a credit note. */
  total_minor: z.int(),
  state: InvoiceState,
  /** The number of the invoice that a credit note corrects. */
  of_number: z.string().nullable(),
  /** What the first line sells, and how many lines follow. */
  line_kind: z.string(),
  plan: z.string(),
  quantity: z.int(),
  lines: z.int(),
  period_start: z.string().nullable(),
  /** The first day after the period. */
  period_end: z.string().nullable(),
})
export type InvoiceRow = z.infer<typeof InvoiceRow>

export const getInvoices = endpoint({
  method: 'POST',
  path: '/getInvoices/:entity',
  who: may('manage_billing'),
  owns: { entity: 'business' },
  audit: notAudited('reads only'),
  notForCustomers: true,
  summary: 'Returns the invoices and credit notes of a business, by default the latest first.',
  params: z.object({ entity: PathId }),
  body: z
    .object({
      ...listFields(invoiceSorts),
      /** Only those of a year. */
      year: z.int().min(2000).max(2999).optional(),
    })
    .prefault({}),
  reply: z.array(InvoiceRow),
  beside: listTotal().extend({
    /** The years with documents, the latest first. */
    years: z.array(z.int()),
    /** The sums of all rows that match, for each currency. */
    sums: z.array(z.object({ currency: z.string(), total_minor: z.int() })),
  }),
})

/** Another document, named by its number. */
const Named = z.object({ invoice_id: z.uuid(), full_number: z.string(), total_minor: z.int() })

/** A document with its lines. Amounts are minor units with the signs of the list: below zero for a credit note. */
export const InvoiceDetails = InvoiceRow.pick({
  invoice_id: true,
  kind: true,
  full_number: true,
  issued_on: true,
  due_on: true,
  currency: true,
  total_minor: true,
  state: true,
}).extend({
  /** What the law of the seller calls the document: the key of its title. */
  title: z.string(),
  billed_to: z.string(),
  items: z.array(
    z.object({
      line_no: z.int(),
      /** Of the plan; empty: the kind names it. */
      name: z.string(),
      kind: z.string(),
      quantity: z.int(),
      /** Null where the amount is not a multiple of a price. */
      unit_minor: z.int().nullable(),
      net_minor: z.int(),
      period_start: z.string().nullable(),
      period_end: z.string().nullable(),
    }),
  ),
  net_minor: z.int(),
  /** Null where the seller is not registered for tax. */
  tax: z.object({ label: z.string(), rate_bp: z.int(), amount_minor: z.int() }).nullable(),
  paid_minor: z.int(),
  /** The invoice that a credit note corrects. */
  corrects: Named.nullable(),
  /** The credit notes of an invoice. */
  credit_notes: z.array(Named),
})
export type InvoiceDetails = z.infer<typeof InvoiceDetails>

const ofBusiness = unscoped('must be a document of the caller’s business; 404 otherwise')

export const getInvoice = endpoint({
  method: 'GET',
  path: '/getInvoice/:id',
  who: may('manage_billing'),
  owns: { id: ofBusiness },
  notForCustomers: true,
  summary: 'Returns an invoice or a credit note with its lines.',
  params: z.object({ id: z.uuid() }),
  reply: InvoiceDetails,
})

export const invoicePdf = endpoint({
  method: 'GET',
  path: '/invoicePdf/:id',
  who: may('manage_billing'),
  owns: { id: ofBusiness },
  notForCustomers: true,
  summary: 'Returns an invoice or a credit note as PDF.',
  limit: { max: 120 },
  params: z.object({ id: z.uuid() }),
  reply: file('application/pdf'),
})

export const invoiceUbl = endpoint({
  method: 'GET',
  path: '/invoiceUbl/:id',
  who: may('manage_billing'),
  owns: { id: ofBusiness },
  notForCustomers: true,
  summary: 'Returns an invoice or a credit note as an e-invoice: UBL 2.1 that fulfils EN 16931.',
  limit: { max: 120 },
  params: z.object({ id: z.uuid() }),
  reply: file('application/xml'),
})

export const invoicesOfYear = endpoint({
  method: 'GET',
  path: '/invoicesOfYear/:entity/:year',
  who: may('manage_billing'),
  owns: { entity: 'business' },
  notForCustomers: true,
  summary: 'Returns all documents of a business of one year as a ZIP file, each as PDF and as e-invoice.',
  limit: { max: 20 },
  params: z.object({
    entity: PathId,
    year: z
      .string()
      .regex(/^2\d{3}$/)
      .meta({ example: '2026' }),
  }),
  reply: file('application/zip'),
})

export const exportBusinessData = endpoint({
  method: 'GET',
  path: '/exportBusinessData/:entity',
  who: may('manage_billing'),
  owns: { entity: 'business' },
  audit: { action: 'business_data.read' },
  notForCustomers: true,
  notWhileActing: true,
  summary:
    'Returns the users, locations, customers, sends and invoices of the caller’s business as CSV files in a ZIP file: those that the caller may see.',
  limit: { max: 30 },
  params: z.object({ entity: PathId }),
  reply: file('application/zip'),
})
