import { z } from 'zod'
import { endpoint, may, unscoped } from '../../endpoint.ts'
import { Id, PathId } from '../../fields.ts'

/** The seller of a web site: who issues its invoices, where it sells, and which accounts take the money. */

export const paymentProviders = ['cybersource', 'eway', 'paypal'] as const
const Provider = z.enum(paymentProviders)
export type SellerProvider = z.infer<typeof Provider>

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^\P{Cc}*$/u)
/** Several lines, without other control characters. */
const lines = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^(?:\P{Cc}|[\n\r\t])*$/u)
const countryCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/)
  .meta({ example: 'US' })

/** What a form edits. The form and the call check the same rules. */
export const SellerFields = z.object({
  legal_name: line(120).min(1),
  /** As invoices print it. */
  address: lines(300).min(1),
  country_code: countryCode,
  is_tax_registered: z.boolean(),
  /** The name of the tax on invoices: 'GST', 'VAT', 'Sales tax'. */
  tax_label: line(30),
  /** What the number is called: 'ABN', 'VAT number'. */
  tax_id_label: line(30),
  tax_id: line(40),
  /** The beginning of the numbers of invoices. */
  invoice_prefix: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{1,8}$/, { message: 'seller_prefix_not_valid' })
    .meta({ example: 'NM' }),
  /** The version of the terms that customers accept when they sign up. */
  terms_version: line(40),
  /** From where people may sign up. */
  signup_countries: z.array(countryCode).max(250),
  /** The account of each payment provider. Changed by the super user only. */
  payment_accounts: z.partialRecord(Provider, z.string().regex(/^[a-z0-9_-]{1,40}$/)),
  /** Printed on invoices that are paid by bank transfer. Changed by the super user only. */
  bank_details: lines(500),
})
export type SellerFields = z.infer<typeof SellerFields>

/** A seller as the form edits it. One that does not exist yet has empty texts. */
export const SellerData = z.object({
  legal_name: z.string(),
  address: z.string(),
  country_code: z.string(),
  is_tax_registered: z.boolean(),
  tax_label: z.string(),
  tax_id_label: z.string(),
  tax_id: z.string(),
  invoice_prefix: z.string(),
  terms_version: z.string(),
  signup_countries: z.array(z.string()),
  payment_accounts: z.partialRecord(Provider, z.string()),
  bank_details: z.string(),
  web_site_id: Id,
  /** Increases with each change; 0: the web site has no seller yet. */
  version: z.int(),
  /** The name of the person who made the last change, and its time; empty before the first one. */
  changed_by: z.string(),
  changed_at: z.string(),
  /** How many invoices and credit notes the web site has issued. */
  documents: z.int(),
  /** The caller may change the payment accounts and the bank details. */
  may_change_accounts: z.boolean(),
  /** The accounts that the portal has. */
  accounts: z.array(z.object({ name: z.string(), provider: Provider, currencies: z.array(z.string()) })),
})
export type SellerData = z.infer<typeof SellerData>

export const getSeller = endpoint({
  method: 'GET',
  path: '/getSeller/:web_site_id',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  summary:
    'Returns the seller of a web site as the form edits it; one without a seller has empty fields and version 0.',
  params: z.object({ web_site_id: PathId }),
  reply: SellerData,
})

export const saveSeller = endpoint({
  method: 'PUT',
  path: '/saveSeller',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  owns: { tax_id: unscoped('a number of the tax authority') },
  audit: { action: 'seller.change' },
  notWhileActing: true,
  summary:
    'Sets the seller of a web site. `version` is the one that the caller saw; an older one is refused, with the present seller as its data. Invoices that were issued keep their seller.',
  body: SellerFields.extend({ web_site_id: Id, version: z.int().min(0) }),
  fails: [
    'seller_changed',
    'seller_tax_missing',
    'seller_country_unknown',
    'seller_account_unknown',
    'seller_prefix_taken',
    'seller_accounts_of_super',
  ],
  reply: SellerData,
})
