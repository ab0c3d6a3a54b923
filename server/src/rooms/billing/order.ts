import type { BillingAddress } from '../../outside/payments.ts'
import type { Order } from './purposes.ts'
import { quoteOf, quotePeriod, type Quote } from './rules.ts'

/** An order as it was when its payment began, with what is due. It is stored with the payment. */
export interface FrozenOrder {
  order: Order
  quote: Quote
}

/** Computes what is due for an order; undefined if its plan has no price for the number of locations. */
export function quoteOfOrder({ due, seller }: Order): Quote | undefined {
  if (due.kind === 'invoice') return restOf(due.currency, 'arrears', due.amountMinor)
  if (due.kind === 'change') {
    const { document, creditMinor } = due
    return creditMinor === 0 ? document : restOf(document.currency, 'difference', document.total_minor - creditMinor)
  }
  const rate = (gst_bp: number) => (seller.is_tax_registered ? gst_bp : 0)
  if (due.kind === 'once')
    return quoteOf(
      due.currency,
      rate(due.gst_bp),
      due.lines.map((line) => ({ ...line, unit_minor: Math.trunc(line.net_minor / line.quantity) })),
    )
  const plan = { ...due.plan, gst_bp: rate(due.plan.gst_bp) }
  if (due.trialDays !== null) return quoteOf(plan.currency, plan.gst_bp, [])
  return quotePeriod(plan, due.locations, { isFirst: true })
}

/** What is charged of a document whose tax it states itself. */
const restOf = (currency: string, kind: 'arrears' | 'difference', minor: number): Quote =>
  quoteOf(currency, 0, [{ kind, quantity: 1, unit_minor: minor, net_minor: minor, taxed: false }])

/** Joins the address of the order with what the person typed in the payment step. */
export function billingOf(order: Order, typed: Partial<BillingAddress>): BillingAddress {
  const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))
  return { ...order.billing, ...given }
}
