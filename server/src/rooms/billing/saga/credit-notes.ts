import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { BillingAddress } from '../../../outside/payments.ts'
import { dayOf } from '../days.ts'
import { issueDocument } from '../invoices.ts'
import { share } from '../money.ts'
import type { Quote, QuoteLine } from '../rules.ts'

/** Credit notes for money that goes back after its delivery: they correct the invoice of the payment. */

/** What an invoice says, as far as a credit note needs it. */
export interface Invoiced {
  currency: string
  /** The one rate of its taxed lines, in basis points. */
  gst_bp: number
  taxed_minor: number
  untaxed_minor: number
  tax_minor: number
}

/**
 * Splits an amount that goes back into net and tax, in the proportion of the invoice. The whole amount gives the whole
 * invoice back, to the cent.
 */
export function creditOf(of: Invoiced, amountMinor: number): Quote {
  const { currency, gst_bp, taxed_minor, untaxed_minor, tax_minor } = of
  const taxable = taxed_minor + tax_minor
  const withTax = share(amountMinor, taxable, taxable + untaxed_minor)
  const taxed = taxable === 0 ? 0 : share(withTax, taxed_minor, taxable)
  const line = (net: number, isTaxed: boolean): QuoteLine[] =>
    net === 0 ? [] : [{ kind: 'credit', quantity: 1, unit_minor: 0 - net, net_minor: 0 - net, taxed: isTaxed }]
  return {
    currency,
    gst_bp,
    lines: [...line(taxed, true), ...line(amountMinor - withTax, false)],
    net_minor: 0 - (taxed + amountMinor - withTax),
    tax_minor: 0 - (withTax - taxed),
    total_minor: 0 - amountMinor,
  }
}

/**
 * Issues the credit note of a refund in the transaction of `db`. Returns its id; undefined for a payment without an
 * invoice: nothing was delivered.
 */
export async function creditRefund(
  db: Db,
  site: Site,
  { paymentId, amountMinor, now }: { paymentId: string; amountMinor: number; now: Date },
): Promise<string | undefined> {
  const invoice = await db
    .selectFrom('invoices')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('kind', '=', 'invoice')
    // The invoice of a renewal is older than its payment: the period knows which payment has paid it.
    .where((eb) =>
      eb.or([
        eb('payment_id', '=', paymentId),
        eb(
          'invoice_id',
          'in',
          eb
            .selectFrom('subscription_periods')
            .select('invoice_id')
            .where('web_site_id', '=', site.web_site_id)
            .where('payment_id', '=', paymentId),
        ),
      ]),
    )
    .forUpdate()
    .executeTakeFirst()
  if (!invoice) return undefined
  const lines = await db
    .selectFrom('invoice_lines')
    .select(['net_minor', 'tax_bp'])
    .where('web_site_id', '=', site.web_site_id)
    .where('invoice_id', '=', invoice.invoice_id)
    .execute()
  const sum = (isTaxed: boolean) =>
    lines.filter(({ tax_bp }) => tax_bp > 0 === isTaxed).reduce((total, { net_minor }) => total + net_minor, 0)
  const quote = creditOf(
    {
      currency: invoice.currency,
      gst_bp: Math.max(0, ...lines.map(({ tax_bp }) => tax_bp)),
      taxed_minor: sum(true),
      untaxed_minor: sum(false),
      tax_minor: invoice.tax_minor,
    },
    amountMinor,
  )
  const today = dayOf(now, site.time_zone)
  const { invoice_id } = await issueDocument(db, site, {
    kind: 'credit_note',
    businessentity_id: invoice.businessentity_id,
    seller: invoice.seller,
    buyer: invoice.buyer as unknown as BillingAddress,
    quote,
    issuedOn: today,
    dueOn: today,
    period: null,
    isPaid: true,
    subscriptionId: invoice.subscription_id,
    paymentId,
    ofInvoiceId: invoice.invoice_id,
    at: now,
  })
  const { credited } = await db
    .selectFrom('invoices')
    .select((q) => q.fn.sum<string>('total_minor').as('credited'))
    .where('web_site_id', '=', site.web_site_id)
    .where('of_invoice_id', '=', invoice.invoice_id)
    .executeTakeFirstOrThrow()
  if (Number(credited) + invoice.total_minor === 0)
    await db
      .updateTable('invoices')
      .set({ state: 'credited' })
      .where('web_site_id', '=', site.web_site_id)
      .where('invoice_id', '=', invoice.invoice_id)
      .where('state', '=', 'paid')
      .execute()
  return invoice_id
}
