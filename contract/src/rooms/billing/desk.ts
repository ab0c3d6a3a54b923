import { z } from 'zod'
import { listFields, listTotal } from '../../administration/list.ts'
import { endpoint, file, may, notAudited, unscoped } from '../../endpoint.ts'
import { Id, PathId } from '../../fields.ts'

/** The desk of payments: what needs a person, search, refunds, bank transfers, and the revenue of a web site. */

const who = may('manage_web_sites')
const anySite = unscoped('a filter: the rows are those of web sites that the caller sees')
const onSite = unscoped('looked up on the web site of the call; 404 otherwise')
const Amount = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2})?$/)
  .meta({ example: '10.00' })
const Reason = z.string().trim().min(1).max(500)
const Day = z.iso.date().meta({ example: '2026-11-02' })

/** undelivered: paid, and not delivered for ten minutes. All others are differences between the provider and us. */
export const DeskItem = z.object({
  web_site_id: z.int(),
  site_name: z.string(),
  kind: z.string(),
  /** Of the attempt or the refund; the payment of something undelivered. */
  reference: z.string(),
  at: z.string(),
  payment: z.uuid().nullable(),
  business_name: z.string().nullable(),
  currency: z.string().nullable(),
  amount_minor: z.int().nullable(),
  /** What we have, and what the provider says: names and values. */
  ours: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  theirs: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  resolved_at: z.string().nullable(),
  resolved_by: z.string().nullable(),
  note: z.string(),
})
export type DeskItem = z.infer<typeof DeskItem>

export const getDeskItems = endpoint({
  method: 'POST',
  path: '/getDeskItems',
  who,
  site: anySite,
  audit: notAudited('reads only'),
  summary: 'Returns what needs a person: differences from the provider, failed refunds, payments not delivered.',
  body: z
    .object({ ...listFields(['at']), web_site_id: Id.optional(), state: z.enum(['open', 'done']).default('open') })
    .prefault({}),
  reply: z.array(DeskItem),
  beside: listTotal(),
})

export const resolveDeskItem = endpoint({
  method: 'PUT',
  path: '/resolveDeskItem',
  who,
  site: 'web_site_id',
  audit: { action: 'payment.resolve' },
  notWhileActing: true,
  summary: 'Marks a difference as settled, with what was done about it.',
  body: z.object({
    web_site_id: Id,
    reference: z.string().min(1).max(60),
    kind: z.string().min(1).max(60),
    note: Reason,
  }),
  fails: ['desk_item_settled'],
  reply: z.object({ resolved_by: z.string() }),
})

export const DeskPayment = z.object({
  web_site_id: z.int(),
  site_name: z.string(),
  payment: z.uuid(),
  business_name: z.string(),
  email: z.string(),
  purpose: z.string(),
  provider: z.string().nullable(),
  state: z.string(),
  currency: z.string(),
  amount_minor: z.int(),
  /** What may still go back; 0 where nothing may. */
  refundable_minor: z.int(),
  created_at: z.string(),
  /** Of the last attempt; null where nothing was charged. */
  reference: z.string().nullable(),
  invoice: z.object({ id: z.uuid(), full_number: z.string() }).nullable(),
})
export type DeskPayment = z.infer<typeof DeskPayment>

export const searchPayments = endpoint({
  method: 'POST',
  path: '/searchPayments',
  who,
  site: anySite,
  audit: notAudited('reads only'),
  summary: 'Returns payments, found by reference, e-mail, invoice number or business.',
  body: z.object({ ...listFields(['created', 'amount']), web_site_id: Id.optional() }).prefault({}),
  reply: z.array(DeskPayment),
  beside: listTotal(),
})

export const refundPayment = endpoint({
  method: 'POST',
  path: '/refundPayment',
  who,
  site: 'web_site_id',
  audit: { action: 'payment.refund' },
  notWhileActing: true,
  limit: { max: 60 },
  summary: 'Pays a delivered payment back, or a part of it. A credit note follows when the provider has done it.',
  owns: { payment: onSite },
  body: z.object({ web_site_id: Id, payment: z.uuid(), amount: Amount, reason: Reason }),
  fails: ['payment_not_refundable', 'refund_above_payment'],
  reply: z.object({ payment: z.uuid() }),
})

export const OpenInvoice = z.object({
  web_site_id: z.int(),
  site_name: z.string(),
  invoice: z.uuid(),
  full_number: z.string(),
  business_name: z.string(),
  email: z.string(),
  issued_on: z.string(),
  due_on: z.string(),
  is_overdue: z.boolean(),
  currency: z.string(),
  total_minor: z.int(),
  open_minor: z.int(),
})
export type OpenInvoice = z.infer<typeof OpenInvoice>

export const getOpenInvoices = endpoint({
  method: 'POST',
  path: '/getOpenInvoices',
  who,
  site: anySite,
  audit: notAudited('reads only'),
  summary: 'Returns invoices that are not paid, by default those that were due first.',
  body: z.object({ ...listFields(['due_on', 'total']), web_site_id: Id.optional() }).prefault({}),
  reply: z.array(OpenInvoice),
  beside: listTotal(),
})

export const recordTransfer = endpoint({
  method: 'POST',
  path: '/recordTransfer',
  who,
  site: 'web_site_id',
  audit: { action: 'invoice.transfer' },
  notWhileActing: true,
  limit: { max: 60 },
  summary: 'Records that an open invoice, or a part of it, was paid into the bank account of the seller.',
  owns: { invoice: onSite },
  body: z.object({
    web_site_id: Id,
    invoice: z.uuid(),
    amount: Amount,
    received_on: Day,
    /** The line on the statement of the bank; the same line counts once for an invoice. */
    bank_reference: z.string().trim().min(1).max(100),
    note: z.string().trim().max(500).default(''),
  }),
  fails: ['transfer_above_invoice', 'transfer_recorded', 'transfer_in_future'],
  reply: z.object({ invoice: z.uuid(), open_minor: z.int() }),
})

export const deskInvoicePdf = endpoint({
  method: 'GET',
  path: '/deskInvoicePdf/:web_site_id/:id',
  who,
  site: 'web_site_id',
  owns: { id: onSite },
  summary: 'Returns an invoice or a credit note of a web site as PDF.',
  limit: { max: 120 },
  params: z.object({ web_site_id: PathId, id: z.uuid() }),
  reply: file('application/pdf'),
})

const Group = z.object({ name: z.string(), subscriptions: z.int(), mrr_minor: z.int() })
export const Revenue = z.object({
  currency: z.string(),
  /** The last twelve months, the present one last. */
  months: z.array(
    z.object({
      /** '2026-11'. */
      month: z.string(),
      /** Recurring revenue of a month, before tax, of all subscriptions that are paid for at its end. */
      mrr_minor: z.int(),
      subscriptions: z.int(),
      started: z.int(),
      started_minor: z.int(),
      churned: z.int(),
      churned_minor: z.int(),
    }),
  ),
  past_due: z.object({ subscriptions: z.int(), open_minor: z.int() }),
  plans: z.array(Group),
  /** Countries by their codes. */
  countries: z.array(Group),
})
export type Revenue = z.infer<typeof Revenue>

export const getRevenue = endpoint({
  method: 'GET',
  path: '/getRevenue/:web_site_id',
  who,
  site: 'web_site_id',
  summary: 'Returns the recurring revenue of a web site for each currency: by month, plan and country.',
  params: z.object({ web_site_id: PathId }),
  reply: z.array(Revenue),
})
