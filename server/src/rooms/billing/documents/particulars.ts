import { percent } from '../money.ts'
import type { DocumentFacts, DocumentLine } from './facts.queries.ts'

/** What the law of the seller's country asks of a document, and its amounts as they are printed. Pure. */

/** Countries whose law names the document a tax invoice. */
const taxInvoiceCountries = new Set(['AU', 'NZ', 'IL', 'ZA', 'MY', 'IN', 'PH'])

/** Returns the message key of a document's title. A seller who is not registered for tax writes no tax invoice. */
export function titleKey({ kind, seller }: Pick<DocumentFacts, 'kind' | 'seller'>): string {
  const { country_code, is_tax_registered } = seller
  if (kind === 'credit_note')
    return is_tax_registered && country_code === 'AU' ? 'invoice_adjustment_note' : 'invoice_credit_note'
  return is_tax_registered && taxInvoiceCountries.has(country_code) ? 'invoice_tax_invoice' : 'invoice_invoice'
}

export interface TaxGroup {
  category: DocumentLine['tax_category']
  /** Basis points: 1000 is 10 %. */
  tax_bp: number
  net_minor: number
  tax_minor: number
}

export interface Amounts {
  lines: (DocumentLine & { net_minor: number })[]
  /** One for each category and rate, those with tax first. */
  groups: TaxGroup[]
  net_minor: number
  tax_minor: number
  total_minor: number
  paid_minor: number
  due_minor: number
}

/**
 * Returns the amounts of a document as they are printed. A credit note is stored with negative amounts and printed with
 * positive ones. Throws if the tax of the document is not that of its lines.
 */
export function amountsOf(facts: DocumentFacts): Amounts {
  const sign = facts.kind === 'credit_note' ? -1 : 1
  const of = (minor: number) => sign * minor + 0
  const lines = facts.lines.map((line) => ({
    ...line,
    unit_minor: of(line.unit_minor),
    net_minor: of(line.net_minor),
  }))
  const groups = [...Map.groupBy(lines, (line) => `${line.tax_category} ${line.tax_bp}`).values()]
    .map((some): TaxGroup => {
      const net_minor = some.reduce((sum, line) => sum + line.net_minor, 0)
      const { tax_category: category, tax_bp } = some[0]!
      return { category, tax_bp, net_minor, tax_minor: percent(net_minor, tax_bp) }
    })
    .toSorted((a, b) => b.tax_bp - a.tax_bp)
  const tax_minor = of(facts.tax_minor)
  // A document has one rate. The credit note of a part shares the tax of its invoice, so a cent may be rounded otherwise.
  const taxed = groups.filter(({ tax_bp }) => tax_bp > 0)
  const computed = taxed.reduce((sum, group) => sum + group.tax_minor, 0)
  if (taxed.length > 1 || Math.abs(computed - tax_minor) > 1)
    throw new Error(`the tax of ${facts.full_number} is not that of its lines`)
  for (const group of taxed) group.tax_minor = tax_minor
  const total_minor = of(facts.total_minor)
  const paid_minor = of(facts.paid_minor)
  return {
    lines,
    groups,
    net_minor: of(facts.net_minor),
    tax_minor,
    total_minor,
    paid_minor,
    due_minor: total_minor - paid_minor,
  }
}
