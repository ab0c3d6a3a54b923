import type { InvoiceDetails } from '@cutaway/contract/rooms/billing/documents.ts'
import type { Day } from '../days.ts'
import type { DocumentFacts, findRelated } from './facts.queries.ts'
import { titleKey } from './particulars.ts'

/** Returns a document as the page shows it: with the signs of the list, so that a credit note is below zero. */
export function detailsOf(
  facts: DocumentFacts,
  { related, today }: { related: Awaited<ReturnType<typeof findRelated>>; today: Day },
): InvoiceDetails {
  const { seller, buyer, kind, state, due_on } = facts
  const named = (wanted: DocumentFacts['kind']) =>
    related
      .filter((one) => one.kind === wanted)
      .map(({ invoice_id, full_number, total_minor }) => ({ invoice_id, full_number, total_minor }))
  return {
    invoice_id: facts.invoice_id,
    kind,
    full_number: facts.full_number,
    issued_on: facts.issued_on,
    due_on,
    currency: facts.currency,
    total_minor: facts.total_minor,
    state: state === 'open' && kind === 'invoice' && due_on < today ? 'overdue' : state,
    title: titleKey(facts),
    billed_to: buyer.company || `${buyer.firstName} ${buyer.lastName}`.trim(),
    items: facts.lines.map((line) => ({
      line_no: line.line_no,
      name: line.name,
      // What goes back of an invoice is no change of the plan.
      kind: line.kind === 'credit' && facts.of !== null ? 'refund' : line.kind,
      quantity: line.quantity,
      unit_minor: line.unit_minor * line.quantity === line.net_minor ? line.unit_minor : null,
      net_minor: line.net_minor,
      period_start: line.period_start,
      period_end: line.period_end,
    })),
    net_minor: facts.net_minor,
    tax: seller.is_tax_registered
      ? {
          label: seller.tax_label,
          rate_bp: Math.max(0, ...facts.lines.map(({ tax_bp }) => tax_bp)),
          amount_minor: facts.tax_minor,
        }
      : null,
    paid_minor: facts.paid_minor,
    corrects: kind === 'credit_note' ? (named('invoice')[0] ?? null) : null,
    credit_notes: kind === 'invoice' ? named('credit_note') : [],
  }
}
