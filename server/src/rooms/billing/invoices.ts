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
  if (needsAllocationNumber(of)) throw new Error('an Israeli tax invoice of this amount needs an allocation number')
  const year = Number(of.issuedOn.slice(0, 4))
  const number = await nextNumber(db, site, { prefix: seller.invoice_prefix, kind: of.kind, year })
  const series = [seller.invoice_prefix, ...(of.kind === 'credit_note' ? ['CN'] : []), year].join('-')
  const full_number = `${series}-${String(number).padStart(6, '0')}`
  const invoice_id = randomUUID()
  const { plan, tax_number } = await namesOf(db, site, of)
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
      buyer: JSON.stringify({ ...of.buyer, ...(tax_number ? { taxNumber: tax_number } : {}) }),
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
          name: line.kind === 'recurring' ? (plan ?? '') : '',
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

/** Returns what a document says of the plan and of the buyer's registration for tax, as they are on this day. */
async function namesOf(
  db: Db,
  site: Site,
  of: NewDocument,
): Promise<{ plan: string | null; tax_number: string | null }> {
  return db
    .selectFrom('business_entities as b')
    .leftJoin('billing_contacts as c', (j) =>
      j.onRef('c.web_site_id', '=', 'b.web_site_id').onRef('c.businessentity_id', '=', 'b.businessentity_id'),
    )
    .leftJoin('subscriptions as s', (j) =>
      j.onRef('s.web_site_id', '=', 'b.web_site_id').on('s.subscription_id', '=', of.subscriptionId),
    )
    .select(['c.tax_number', sql<string | null>`s.prices ->> 'name'`.as('plan')])
    .where('b.web_site_id', '=', site.web_site_id)
    .where('b.businessentity_id', '=', of.businessentity_id)
    .executeTakeFirstOrThrow()
}

/** The amount before tax from which the tax authority of Israel has to allocate a number, since June 2026. */
const allocatedFromMinor = 500_000

const needsAllocationNumber = ({ kind, seller, quote }: NewDocument): boolean =>
  kind === 'invoice' &&
  seller.country_code === 'IL' &&
  seller.is_tax_registered &&
  quote.currency === 'ILS' &&
  quote.net_minor > allocatedFromMinor

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
