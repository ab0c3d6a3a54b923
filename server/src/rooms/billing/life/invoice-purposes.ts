import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import { formatMoney } from '../../../core/formats.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { DeclineClass } from '../../../outside/payments.ts'
import { queueMail } from '../../messaging/mail.ts'
import { dayOf } from '../days.ts'
import { attemptsOf, paymentsOfOrder } from '../payments.queries.ts'
import type { Order, Purpose } from '../purposes.ts'
import { dunning } from '../states.ts'
import { orderFor } from './buyer.ts'
import { amountBack } from './letters.ts'
import { mailOnce, mailTo } from './mails.ts'
import { findInvoice, restOf } from './open-invoice.ts'
import { tokensOf } from './pages/page-tokens.ts'
import { endSubscription, isBeingPaid } from './renew.ts'
import { failureMailDay, nextTry } from './rules.ts'
import { changeSubscription, findSubscription, lockSubscription, type Subscription } from './subscriptions.queries.ts'

/**
 * The invoice of a period as something that is paid: `renewal` charges it without the customer, `arrears` is the customer
 * who pays. The order is the invoice.
 */

export type LifeServices = Pick<Services, 'config' | 'sites' | 'jobs' | 'clock'>

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export function invoicePurpose(services: LifeServices, name: 'renewal' | 'arrears'): Purpose {
  /** Returns the order of an open invoice; undefined for any other. */
  async function show(db: Db, site: Site, orderId: string): Promise<Order | undefined> {
    const invoice = uuid.test(orderId) ? await findInvoice(db, site, orderId) : undefined
    if (!invoice || invoice.state !== 'open' || restOf(invoice) <= 0) return undefined
    const subscription =
      invoice.subscription_id === null ? undefined : await findSubscription(db, site, invoice.subscription_id)
    if (!subscription || subscription.open_invoice_id !== orderId) return undefined
    const { businessentity_id, currency } = invoice
    const due = { kind: 'invoice' as const, invoiceId: orderId, currency, amountMinor: restOf(invoice) }
    return orderFor(db, site, services, { orderId, businessId: businessentity_id, subscription, due })
  }
  const lock = async (db: Db, site: Site, orderId: string): Promise<Subscription | undefined> => {
    const invoice = await findInvoice(db, site, orderId)
    return invoice?.subscription_id ? lockSubscription(db, site, invoice.subscription_id) : undefined
  }

  return {
    name,
    returnPage: '/billingPaypalSuccess',
    ...tokensOf(name),
    show,

    async open(db, site, orderId) {
      const subscription = await lock(db, site, orderId)
      const order = await show(db, site, orderId)
      if (!subscription || !order) return { refused: 'unable_to_proceed_please_try_later' }
      if (await isBeingPaid(db, site, subscription)) return { refused: 'payment_in_progress' }
      return { order }
    },

    async moved(db, site, orderId, to, now) {
      if (to === 'paying') return
      const subscription = await lock(db, site, orderId)
      if (!subscription || subscription.open_invoice_id !== orderId || subscription.state === 'ended') return
      const [payment] = await paymentsOfOrder(db, site, name, orderId)
      const [attempt] = payment ? await attemptsOf(db, site, payment.payment_id) : []
      await afterUnpaid(db, services, site, subscription, {
        declined: to === 'declined' ? (attempt?.decline_class ?? 'soft') : null,
        byCustomer: name === 'arrears',
        amountMinor: payment?.amount_minor ?? 0,
        now,
      })
    },

    async fulfil(db, site, { order, currency, totalMinor, invoiceNumber }) {
      const subscription = await lock(db, site, order.orderId)
      if (subscription)
        await mailTo(db, services, site, subscription, {
          kind: 'receipt',
          amount: { minor: totalMinor, currency },
          ...(invoiceNumber === null ? {} : { number: invoiceNumber }),
        })
      return 'delivered'
    },

    paidBack: (db, site, { order, currency, totalMinor }) =>
      mailPaidBack(db, services, site, order, { currency, totalMinor }),
  }
}

/** Queues the mail that says that the whole amount goes back. */
export async function mailPaidBack(
  db: Db,
  services: LifeServices,
  site: Site,
  order: Order,
  { currency, totalMinor }: { currency: string; totalMinor: number },
): Promise<void> {
  const language = services.sites.language(order.language) ?? site.languages[0]!
  const amount = formatMoney(totalMinor, currency, language.language_code)
  await queueMail(db, services, site, { to: order.email, language, letter: amountBack({ amount }) })
}

/** Notes a charge that brought nothing: the day of the next one, and the mail about it. */
async function afterUnpaid(
  db: Db,
  services: LifeServices,
  site: Site,
  subscription: Subscription,
  {
    declined,
    byCustomer,
    amountMinor,
    now,
  }: { declined: DeclineClass | null; byCustomer: boolean; amountMinor: number; now: Date },
): Promise<void> {
  const today = dayOf(now, site.time_zone)
  const since = subscription.past_due_since ?? subscription.period_start
  const isActive = subscription.state === 'active'
  // Nothing was declined: the charge is repeated as soon as the provider can be reached.
  if (declined === null && (byCustomer || today <= since)) return
  if (!subscription.renewal_on && !byCustomer) {
    await endSubscription(db, services, site, subscription)
    return
  }
  // The customer saw the decline on the page; the days of the next charges stay as they are.
  if (byCustomer) return
  await changeSubscription(db, site, subscription, {
    ...(isActive ? { state: 'past_due' } : {}),
    past_due_since: since,
    ...(declined === null ? {} : { next_try_on: nextTry(since, today, declined) }),
  })
  const mailDay = failureMailDay(since, today)
  const amount = { minor: amountMinor, currency: subscription.currency }
  if (mailDay !== undefined)
    await mailOnce(db, services, site, subscription, {
      kind: 'payment_failed',
      forDate: mailDay,
      day: dunning(since).suspendedOn,
      amount,
    })
}

/** Returns whether a charge of the invoice may be tried now: the last one that could not be sent is an hour old. */
export async function mayTryAgain(db: Db, site: Site, orderId: string, now: Date): Promise<boolean> {
  const { recent } = await db
    .selectFrom('payments')
    .select(sql<number>`count(*)::int`.as('recent'))
    .where('web_site_id', '=', site.web_site_id)
    .where('purpose', '=', 'renewal')
    .where('order_id', '=', orderId)
    .where('created_at', '>', new Date(now.getTime() - 3_600_000))
    .executeTakeFirstOrThrow()
  return recent === 0
}
