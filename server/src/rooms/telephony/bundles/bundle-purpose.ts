import { formatMoney } from '../../../core/formats.ts'
import type { Db } from '../../../core/db/database.ts'
import { linkOrigin } from '../../../core/http/origin.ts'
import type { Site } from '../../../core/tenancy.ts'
import { findContact, findOwner, languageOf, orderFor } from '../../billing/life/buyer.ts'
import { mailPaidBack, type LifeServices } from '../../billing/life/invoice-purposes.ts'
import { tokensOf } from '../../billing/life/pages/page-tokens.ts'
import { findLive } from '../../billing/life/subscriptions.queries.ts'
import { share } from '../../billing/money.ts'
import type { Order as PaidFor, Purpose } from '../../billing/purposes.ts'
import { openCredits, textsLeft, writeCredit } from '../../messaging/credits.ts'
import { queueMail } from '../../messaging/mail.ts'
import { creditsLetter } from '../letters.ts'
import { changeOrder, findOrder, lockOrder, type Order } from './orders.queries.ts'

/** A bundle of text messages as something that is paid. Delivering it is one entry of the account, whose key makes it happen once. */

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export function bundlePurpose(services: LifeServices): Purpose {
  async function payable(db: Db, site: Site, order: Order | undefined): Promise<PaidFor | undefined> {
    if (!order || order.state === 'credited' || order.state === 'invoiced') return undefined
    const { businessentity_id: businessId, sms_count: quantity } = order
    return orderFor(db, site, services, {
      orderId: order.order_id,
      businessId,
      subscription: await findLive(db, site, businessId),
      due: {
        kind: 'once',
        currency: order.currency,
        gst_bp: order.gst_bp,
        lines: [{ kind: 'bundle', quantity, net_minor: order.total_minor, taxed: true }],
      },
      ...(order.user_id === null ? {} : { userId: order.user_id }),
    })
  }
  const find = async (db: Db, site: Site, orderId: string) =>
    uuid.test(orderId) ? findOrder(db, site, orderId) : undefined

  return {
    name: 'sms_bundle',
    returnPage: '/twilioPaypalSuccess',
    ...tokensOf('sms_bundle'),
    show: async (db, site, orderId) => payable(db, site, await find(db, site, orderId)),

    async open(db, site, orderId) {
      const order = await payable(db, site, await lockOrder(db, site, orderId))
      return order ? { order } : { refused: 'unable_to_proceed_please_try_later' }
    },

    async moved(db, site, orderId, to, now) {
      const order = await lockOrder(db, site, orderId)
      if (!order || order.state === 'credited') return
      const state = to === 'paying' ? 'paying' : 'failed'
      await changeOrder(db, site, orderId, { state, settled_at: state === 'failed' ? now : null })
      // A card that was declined is not charged again until somebody has looked at it.
      if (to === 'declined' && order.is_automatic) await pauseRecharge(db, services, site, order)
    },

    async fulfil(db, site, { order: { orderId }, paymentId, currency, totalMinor, invoiceNumber, now }) {
      const order = await lockOrder(db, site, orderId)
      if (!order) return { conflict: 'the order of the text messages is unknown' }
      await credit(db, site, order)
      await changeOrder(db, site, orderId, { state: 'credited', payment_id: paymentId, settled_at: now })
      await mailCredits(db, services, site, {
        businessId: order.businessentity_id,
        kind: order.is_automatic ? 'recharged' : 'bought',
        count: order.sms_count,
        amount: { minor: totalMinor, currency },
        number: invoiceNumber,
      })
      return 'delivered'
    },

    paidBack: (db, site, { order, currency, totalMinor }) =>
      mailPaidBack(db, services, site, order, { currency, totalMinor }),

    async refunded(db, site, orderId, { refundedMinor, totalMinor }) {
      const order = await lockOrder(db, site, orderId)
      if (!order || order.state !== 'credited') return
      // What was used stays used: the balance does not fall below 0 for money that goes back.
      const left = (await textsLeft(db, site, order.businessentity_id)) ?? 0
      const count = Math.min(
        left,
        share(order.sms_count, refundedMinor, totalMinor) - (await reversed(db, site, orderId)),
      )
      if (count > 0)
        await writeCredit(db, site, {
          businessentity_id: order.businessentity_id,
          delta: -count,
          reason: 'reversal',
          order_id: orderId,
        })
    },
  }
}

/** Returns how many text messages of an order were taken back before. */
async function reversed(db: Db, site: Site, orderId: string): Promise<number> {
  const rows = await db
    .selectFrom('message_credit_entries')
    .select('delta')
    .where('web_site_id', '=', site.web_site_id)
    .where('order_id', '=', orderId)
    .where('reason', '=', 'reversal')
    .execute()
  return rows.reduce((sum, { delta }) => sum - delta, 0)
}

/** Adds the text messages of an order to the account, once. */
export async function credit(db: Db, site: Site, order: Order): Promise<void> {
  const { businessentity_id, sms_count: delta, order_id } = order
  await openCredits(db, site, businessentity_id)
  await writeCredit(db, site, { businessentity_id, delta, reason: 'purchase', order_id })
}

async function pauseRecharge(db: Db, services: LifeServices, site: Site, order: Order): Promise<void> {
  const { businessentity_id: businessId } = order
  await db
    .updateTable('sms_recharges')
    .set({ paused_by: 'declined' })
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .execute()
  await mailCredits(db, services, site, {
    businessId,
    kind: 'declined',
    count: order.sms_count,
    amount: null,
    number: null,
  })
}

/** Queues a mail about the account to the address of the invoices, in the language of the administrator. */
export async function mailCredits(
  db: Db,
  services: LifeServices,
  site: Site,
  told: {
    businessId: number
    kind: Parameters<typeof creditsLetter>[0]['kind']
    count: number
    amount: { minor: number; currency: string } | null
    number: string | null
  },
): Promise<void> {
  const { businessId, kind, count, amount, number } = told
  const owner = await findOwner(db, site, businessId)
  const to = (await findContact(db, site, businessId)).bill_email || (owner?.email ?? '')
  if (to === '') return
  const language = languageOf(services.sites, site, owner)
  await queueMail(db, services, site, {
    to,
    language,
    letter: creditsLetter({
      kind,
      count,
      business: owner?.business_name ?? '',
      amount: amount && formatMoney(amount.minor, amount.currency, language.language_code),
      number,
      origin: linkOrigin('', site.hosts, services.config),
    }),
  })
}
