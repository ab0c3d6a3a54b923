import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import type { BillingAddress } from '../../outside/payments.ts'
import type { Day, Period } from './days.ts'
import { issuedEntry, post } from './ledger.ts'
import type { Seller } from './purposes.ts'
import type { Quote } from './rules.ts'

/**
 * Invoices and credit notes. Their numbers have no gaps: the number is taken from a row that stays locked until the
 * transaction of the document ends, and a rollback gives it back. A document is never changed; a credit note corrects it.
 */

export interface NewDocument {
  kind: 'invoice' | 'credit_note'
  businessentity_id: number
  seller: Seller
  buyer: BillingAddress
  quote: Quote
  issuedOn: Day
  dueOn: Day
  period: Period | null
  isPaid: boolean
  subscriptionId: string | null
  paymentId: string | null
  ofInvoiceId: string | null
  at: Date
}

export interface Issued {
  invoice_id: string
  full_number: string
}

/** Issues a document with the next number of its series, and posts it. */
export async function issueDocument(db: Db, site: Site, of: NewDocument): Promise<Issued> {
  const { web_site_id } = site
  const { quote, seller } = of
  const year = Number(of.issuedOn.slice(0, 4))
  const number = await nextNumber(db, site, { prefix: seller.invoice_prefix, kind: of.kind, year })
  const series = [seller.invoice_prefix, ...(of.kind === 'credit_note' ? ['CN'] : []), year].join('-')
  const full_number = `${series}-${String(number).padStart(6, '0')}`
  const invoice_id = randomUUID()
  await db
    .insertInto('invoices')
    .values({
      web_site_id,
      invoice_id,
      businessentity_id: of.businessentity_id,
      kind: of.kind,
      series,
      number,
      full_number,
      issued_on: of.issuedOn,
      due_on: of.dueOn,
      currency: quote.currency,
      net_minor: quote.net_minor,
      tax_minor: quote.tax_minor,
      total_minor: quote.total_minor,
      paid_minor: of.isPaid ? quote.total_minor : 0,
      state: of.isPaid ? 'paid' : 'open',
      seller: JSON.stringify(seller),
      buyer: JSON.stringify(of.buyer),
      of_invoice_id: of.ofInvoiceId,
      subscription_id: of.subscriptionId,
      payment_id: of.paymentId,
      created_at: of.at,
    })
    .execute()
  if (quote.lines.length > 0)
    await db
      .insertInto('invoice_lines')
      .values(
        quote.lines.map((line, n) => ({
          web_site_id,
          invoice_id,
          line_no: n + 1,
          kind: line.kind,
          quantity: line.quantity,
          unit_minor: line.unit_minor,
          net_minor: line.net_minor,
          tax_category: taxCategory(seller, line.taxed, quote.gst_bp),
          tax_bp: line.taxed ? quote.gst_bp : 0,
          period_start: of.period?.start ?? null,
          period_end: of.period?.end ?? null,
        })),
      )
      .execute()
  await post(db, site, {
    businessentity_id: of.businessentity_id,
    currency: quote.currency,
    cause: `invoice ${invoice_id}`,
    postings: issuedEntry(quote),
    at: of.at,
  })
  return { invoice_id, full_number }
}

/** Categories of EN 16931: standard, zero rated, outside the scope of tax. */
function taxCategory({ is_tax_registered }: Seller, isTaxed: boolean, gst_bp: number): 'S' | 'Z' | 'O' {
  if (!is_tax_registered) return 'O'
  return isTaxed && gst_bp > 0 ? 'S' : 'Z'
}

/** Takes the next number. Others that want one wait until this transaction ends. */
async function nextNumber(
  db: Db,
  site: Site,
  series: { prefix: string; kind: 'invoice' | 'credit_note'; year: number },
): Promise<number> {
  const { next } = await db
    .insertInto('invoice_series')
    .values({ web_site_id: site.web_site_id, ...series, next: 2 })
    .onConflict((c) =>
      c.columns(['web_site_id', 'prefix', 'kind', 'year']).doUpdateSet({ next: sql<number>`invoice_series.next + 1` }),
    )
    .returning('next')
    .executeTakeFirstOrThrow()
  return next - 1
}

/** Returns the quote of a credit note for a whole document. */
export const reversed = (quote: Quote): Quote => ({
  ...quote,
  lines: quote.lines.map((line) => ({ ...line, unit_minor: 0 - line.unit_minor, net_minor: 0 - line.net_minor })),
  net_minor: 0 - quote.net_minor,
  tax_minor: 0 - quote.tax_minor,
  total_minor: 0 - quote.total_minor,
})
