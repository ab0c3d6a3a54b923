import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { BillingAddress } from '../../../outside/payments.ts'
import type { PaymentAccount } from '../accounts.ts'
import { Conflict } from '../saga/conflict.ts'
import { dayOf } from '../days.ts'
import { issueDocument, reversed } from '../invoices.ts'
import { post } from '../ledger.ts'
import type { Due } from '../purposes.ts'
import type { Quote, QuoteLine } from '../rules.ts'
import { useInstrument } from './instruments.ts'
import { changeSubscription, lockSubscription, type Subscription } from './subscriptions.queries.ts'

/** The invoice of a period that has begun: it is paid, or written off by a credit note when the subscription ends. */

export interface OpenInvoice {
  invoice_id: string
  full_number: string
  subscription_id: string | null
  businessentity_id: number
  currency: string
  tax_minor: number
  total_minor: number
  paid_minor: number
  state: 'open' | 'paid' | 'credited' | 'written_off'
}

export const findInvoice = (db: Db, site: Site, invoiceId: string): Promise<OpenInvoice | undefined> =>
  db
    .selectFrom('invoices')
    .select([
      'invoice_id',
      'full_number',
      'subscription_id',
      'businessentity_id',
      'currency',
      'tax_minor',
      'total_minor',
      'paid_minor',
      'state',
    ])
    .where('web_site_id', '=', site.web_site_id)
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst()

/** What is left to pay of an invoice. */
export const restOf = ({ total_minor, paid_minor }: Pick<OpenInvoice, 'total_minor' | 'paid_minor'>): number =>
  total_minor - paid_minor

export async function setInvoice(
  db: Db,
  site: Site,
  invoiceId: string,
  columns: { state?: OpenInvoice['state']; paid_minor?: number },
): Promise<void> {
  await db
    .updateTable('invoices')
    .set(columns)
    .where('web_site_id', '=', site.web_site_id)
    .where('invoice_id', '=', invoiceId)
    .execute()
}

/** Settles an invoice that a payment has paid, and brings its subscription back to active. */
export async function payInvoice(
  db: Db,
  site: Site,
  {
    due,
    paymentId,
    instrumentId,
    account,
    now,
  }: {
    due: Extract<Due, { kind: 'invoice' }>
    paymentId: string | null
    instrumentId: string | null
    account: PaymentAccount | null
    now: Date
  },
): Promise<{ invoiceNumber: string }> {
  const before = await findInvoice(db, site, due.invoiceId)
  const subscription =
    before?.subscription_id === undefined || before.subscription_id === null
      ? undefined
      : await lockSubscription(db, site, before.subscription_id)
  const invoice = await findInvoice(db, site, due.invoiceId)
  if (!invoice || invoice.state !== 'open') throw new Conflict('the invoice is not open any more')
  if (restOf(invoice) !== due.amountMinor) throw new Conflict('another amount of the invoice is open')
  await setInvoice(db, site, invoice.invoice_id, { state: 'paid', paid_minor: invoice.total_minor })
  await db
    .updateTable('subscription_periods')
    .set({ payment_id: paymentId })
    .where('web_site_id', '=', site.web_site_id)
    .where('invoice_id', '=', invoice.invoice_id)
    .execute()
  if (subscription && subscription.open_invoice_id === invoice.invoice_id) await settled(db, site, subscription, now)
  if (subscription && instrumentId !== null) await useInstrument(db, site, subscription, { instrumentId, account })
  return { invoiceNumber: invoice.full_number }
}

/**
 * Brings a subscription back whose open invoice was paid in another way than by a payment. The subscription is locked
 * before the invoice, as everywhere: call `lockSubscriptionOf` first.
 */
export async function settleByTransfer(db: Db, site: Site, of: Subscription | undefined, invoiceId: string, now: Date) {
  if (of && of.state !== 'ended' && of.open_invoice_id === invoiceId) await settled(db, site, of, now)
}

/** Locks the subscription of an invoice; undefined if it has none. */
export async function lockSubscriptionOf(db: Db, site: Site, invoiceId: string): Promise<Subscription | undefined> {
  const invoice = await findInvoice(db, site, invoiceId)
  return invoice?.subscription_id ? lockSubscription(db, site, invoice.subscription_id) : undefined
}

/** Nothing is owed any more. A subscription that was cancelled before stays so. */
async function settled(db: Db, site: Site, subscription: Subscription, now: Date): Promise<void> {
  if (subscription.state === 'ended') throw new Conflict('the subscription has ended')
  const isOver = !subscription.renewal_on && subscription.period_end <= dayOf(now, site.time_zone)
  const wasUnpaid = subscription.state === 'past_due' || subscription.state === 'suspended'
  await changeSubscription(db, site, subscription, {
    ...(wasUnpaid ? { state: isOver ? 'ended' : 'active' } : {}),
    open_invoice_id: null,
    next_try_on: null,
    past_due_since: null,
  })
}

/** Corrects an unpaid invoice by a credit note over the whole of it; what credit had paid of it is credit again. */
export async function writeOff(db: Db, site: Site, invoiceId: string, now: Date): Promise<void> {
  const row = await db
    .selectFrom('invoices')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  if (row.state !== 'open') return
  await setInvoice(db, site, invoiceId, { state: 'written_off' })
  const today = dayOf(now, site.time_zone)
  const { seller, businessentity_id, currency, paid_minor } = row
  await issueDocument(db, site, {
    kind: 'credit_note',
    businessentity_id,
    seller,
    buyer: row.buyer as unknown as BillingAddress,
    quote: reversed(await quoteOfInvoice(db, site, row)),
    issuedOn: today,
    dueOn: today,
    period: null,
    isPaid: true,
    subscriptionId: row.subscription_id,
    paymentId: null,
    ofInvoiceId: invoiceId,
    at: now,
  })
  if (paid_minor > 0)
    await post(db, site, {
      businessentity_id,
      currency,
      cause: `credit back ${invoiceId}`,
      postings: [
        ['receivable', paid_minor],
        ['customer_credit', -paid_minor],
      ],
      at: now,
    })
}

/** Reads an issued document as the quote that it was made from. */
async function quoteOfInvoice(
  db: Db,
  site: Site,
  {
    invoice_id,
    currency,
    net_minor,
    tax_minor,
    total_minor,
  }: { invoice_id: string; currency: string; net_minor: number; tax_minor: number; total_minor: number },
): Promise<Quote> {
  const rows = await db
    .selectFrom('invoice_lines')
    .select(['kind', 'quantity', 'unit_minor', 'net_minor', 'tax_bp'])
    .where('web_site_id', '=', site.web_site_id)
    .where('invoice_id', '=', invoice_id)
    .orderBy('line_no')
    .execute()
  return {
    currency,
    gst_bp: Math.max(0, ...rows.map(({ tax_bp }) => tax_bp)),
    lines: rows.map(({ tax_bp, ...line }) => ({
      ...line,
      kind: line.kind as QuoteLine['kind'],
      taxed: tax_bp > 0,
    })),
    net_minor,
    tax_minor,
    total_minor,
  }
}
