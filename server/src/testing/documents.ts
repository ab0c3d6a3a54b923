import type { Db } from '../core/db/database.ts'
import type { Site } from '../core/tenancy.ts'
import type { BillingAddress } from '../outside/payments.ts'
import { addDays, type Day } from '../rooms/billing/days.ts'
import { issueDocument, reversed, type Issued } from '../rooms/billing/invoices.ts'
import type { Seller } from '../rooms/billing/purposes.ts'
import { quoteOf, type Quote, type QuoteLine } from '../rooms/billing/rules.ts'

/** Invoices and credit notes for tests, of sellers in several countries. */

const seller = (country_code: string, more: Partial<Seller>): Seller => ({
  legal_name: 'Cutaway Example Ltd',
  address: '1 Example Street',
  country_code,
  tax_id_label: null,
  tax_id: null,
  is_tax_registered: false,
  tax_label: '',
  invoice_prefix: `T${country_code}`,
  ...more,
})

export const sellers = {
  AU: seller('AU', { tax_id_label: 'ABN', tax_id: '51 824 753 556', is_tax_registered: true, tax_label: 'GST' }),
  NZ: seller('NZ', { tax_id_label: 'GST number', tax_id: '49-091-850', is_tax_registered: true, tax_label: 'GST' }),
  GB: seller('GB', { tax_id_label: 'VAT number', tax_id: 'GB 123 4567 82', is_tax_registered: true, tax_label: 'VAT' }),
  CA: seller('CA', {
    tax_id_label: 'GST/HST number',
    tax_id: '12345 6789 RT0001',
    is_tax_registered: true,
    tax_label: 'GST/HST',
  }),
  IL: seller('IL', { tax_id_label: 'ע.מ.', tax_id: '514324654', is_tax_registered: true, tax_label: 'מע״מ' }),
  US: seller('US', {}),
} as const satisfies Record<string, Seller>

export const currencies: Readonly<Record<keyof typeof sellers, string>> = {
  AU: 'AUD',
  NZ: 'NZD',
  GB: 'GBP',
  CA: 'CAD',
  IL: 'ILS',
  US: 'USD',
}

export const buyerOf = (country: string): BillingAddress => ({
  firstName: 'Dana',
  lastName: 'Reyes',
  company: 'Reyes & Sons <Auto>',
  street: '7 Harbour Road',
  city: 'Springfield',
  zip: '1234',
  country,
  email: 'dana@example.com',
  phone: '+1 503 555 0100',
})

export interface Wanted {
  business: number
  seller: Seller
  quote: Quote
  issuedOn: Day
  isPaid?: boolean
  buyer?: BillingAddress
}

export const line = (
  kind: QuoteLine['kind'],
  unit_minor: number,
  { quantity = 1, taxed = true, net_minor = unit_minor * quantity }: Partial<QuoteLine> = {},
): QuoteLine => ({ kind, quantity, unit_minor, net_minor, taxed })

export const quote = (currency: string, gst_bp: number, ...lines: QuoteLine[]): Quote =>
  quoteOf(currency, gst_bp, lines)

/** Issues an invoice for a month from its day. */
export const invoice = (db: Db, site: Site, of: Wanted): Promise<Issued> =>
  issueDocument(db, site, {
    kind: 'invoice',
    businessentity_id: of.business,
    seller: of.seller,
    buyer: of.buyer ?? buyerOf(of.seller.country_code),
    quote: of.quote,
    issuedOn: of.issuedOn,
    dueOn: of.issuedOn,
    period: { start: of.issuedOn, end: addDays(of.issuedOn, 30) },
    isPaid: of.isPaid ?? true,
    subscriptionId: null,
    paymentId: null,
    ofInvoiceId: null,
    at: new Date(`${of.issuedOn}T12:00:00Z`),
  })

/** Issues a credit note for a whole invoice. */
export const creditNote = (db: Db, site: Site, of: Wanted, issued: Issued): Promise<Issued> =>
  issueDocument(db, site, {
    kind: 'credit_note',
    businessentity_id: of.business,
    seller: of.seller,
    buyer: of.buyer ?? buyerOf(of.seller.country_code),
    quote: reversed(of.quote),
    issuedOn: addDays(of.issuedOn, 3),
    dueOn: addDays(of.issuedOn, 3),
    period: { start: of.issuedOn, end: addDays(of.issuedOn, 30) },
    isPaid: of.isPaid ?? true,
    subscriptionId: null,
    paymentId: null,
    ofInvoiceId: issued.invoice_id,
    at: new Date(`${addDays(of.issuedOn, 3)}T12:00:00Z`),
  })
