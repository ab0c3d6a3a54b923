import type { findSeller } from '../plans/plans.queries.ts'
import type { Seller } from '../purposes.ts'

/** Returns a seller as documents name it. */
export const sellerOf = (seller: NonNullable<Awaited<ReturnType<typeof findSeller>>>): Seller => ({
  legal_name: seller.legal_name,
  address: seller.address,
  country_code: seller.country_code,
  tax_id_label: seller.tax_id_label || null,
  tax_id: seller.tax_id || null,
  is_tax_registered: seller.is_tax_registered,
  tax_label: seller.tax_label,
  invoice_prefix: seller.invoice_prefix,
})
