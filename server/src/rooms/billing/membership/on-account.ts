import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { Conflict } from '../activate.ts'
import { addDays, dayOf } from '../days.ts'
import { issueDocument } from '../invoices.ts'
import { quoteOfOrder } from '../order.ts'
import type { Order } from '../purposes.ts'
import { addPeriod, beginSubscription, hasSubscription } from '../subscriptions.ts'

/** Subscriptions that are charged to the account of a membership: the invoice stays open until the monthly statement. */

/** Days until an invoice on account is due. */
const dueDays = 30

/** Begins the subscription of an order on account, with its open invoice, in the transaction of `db`. */
export async function activateOnAccount(db: Db, site: Site, order: Order, now: Date): Promise<void> {
  const { businessentity_id } = order
  const quote = quoteOfOrder(order)
  if (!quote) throw new Error(`order ${order.orderId} has no price`)
  if (await hasSubscription(db, site, businessentity_id)) throw new Conflict('the business has a subscription already')
  const today = dayOf(now, site.time_zone)
  const begun = await beginSubscription(db, site, { order, quote, account: null, instrumentId: null, now })
  await chargeToAccount(db, site, begun.subscriptionId, {})
  const invoice = await issueDocument(db, site, {
    kind: 'invoice',
    businessentity_id,
    seller: order.seller,
    buyer: order.billing,
    quote,
    issuedOn: today,
    dueOn: addDays(today, dueDays),
    period: begun,
    isPaid: quote.total_minor === 0,
    subscriptionId: begun.subscriptionId,
    paymentId: null,
    ofInvoiceId: null,
    at: now,
  })
  await addPeriod(db, site, begun, { invoiceId: invoice.invoice_id, paymentId: null })
}

/**
 * Charges the live subscription of a business to its membership from the next renewal on, by a plan of members. The period
 * that was paid stays as it is. Returns 'none' without a live subscription, and 'too many' if the plan has no price for
 * its locations.
 */
export async function moveToAccount(
  db: Db,
  site: Site,
  businessId: number,
  { planId, fits }: { planId: number; fits: (locations: number) => boolean },
): Promise<'moved' | 'none' | 'too many'> {
  const live = await db
    .selectFrom('subscriptions')
    .select(['subscription_id', 'locations', 'billing_plan_id'])
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where('kind', '=', 'portal')
    .where('state', 'in', ['trialing', 'active', 'past_due'])
    .forUpdate()
    .executeTakeFirst()
  if (!live) return 'none'
  if (!fits(live.locations)) return 'too many'
  const isSame = live.billing_plan_id === planId
  await chargeToAccount(db, site, live.subscription_id, isSame ? {} : { pending_plan_id: planId })
  return 'moved'
}

async function chargeToAccount(
  db: Db,
  site: Site,
  subscriptionId: string,
  more: { pending_plan_id?: number | null },
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ payment_type: 'capricorn', account: null, instrument_id: null, ...more })
    .where('web_site_id', '=', site.web_site_id)
    .where('subscription_id', '=', subscriptionId)
    .execute()
}
