import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken } from '../../../../core/auth/caller.ts'
import type { Config } from '../../../../core/config.ts'
import type { Db } from '../../../../core/db/database.ts'
import type { Site } from '../../../../core/tenancy.ts'
import { findPlanOnSale, insertRedemption } from '../../plans/plans.queries.ts'
import type { Due, Order, Purpose } from '../../purposes.ts'
import { orderFor } from '../buyer.ts'
import { mailPaidBack, type LifeServices } from '../invoice-purposes.ts'
import { mailTo } from '../mails.ts'
import { findInvoice, restOf } from '../open-invoice.ts'
import { newPage, tokensOf } from '../pages/page-tokens.ts'
import * as queries from './reactivation.queries.ts'
import { pricesOf } from '../renew.ts'
import { findLatest, findLive } from '../subscriptions.queries.ts'

/**
 * An account that comes back, as something that is paid. Until the subscription ends, its open invoice is paid and the
 * period stays; afterwards a new subscription begins today. The cookie of the check names the order.
 */

/** Seconds for which the check counts. */
export const reactivationSeconds = 3600
const captchaAfter = 3

const cookieName = (config: Pick<Config, 'secure'>) =>
  config.secure ? '__Host-cutaway_reactivation' : 'cutaway_reactivation'

export function setReactivationCookie(reply: FastifyReply, config: Config, token: string): void {
  const options = { path: '/', httpOnly: true, secure: config.secure, sameSite: 'lax' } as const
  reply.setCookie(cookieName(config), token, { ...options, maxAge: reactivationSeconds })
}

/** Returns the reactivation of the visitor's cookie. */
export async function ofCookie(
  db: Db,
  site: Site,
  request: FastifyRequest,
  config: Pick<Config, 'secure'>,
  now: Date,
): Promise<queries.Reactivation | undefined> {
  const token = request.cookies[cookieName(config)]
  return token ? queries.findByCookie(db, site, hashToken(token), now) : undefined
}

/** Returns what is due for a reactivation; undefined if its account is active, or no plan is chosen. */
export async function dueOf(db: Db, site: Site, of: queries.Reactivation): Promise<Due | undefined> {
  const live = await findLive(db, site, of.businessentity_id)
  if (live) {
    const invoice = live.open_invoice_id === null ? undefined : await findInvoice(db, site, live.open_invoice_id)
    if (live.state !== 'suspended' || invoice?.state !== 'open') return undefined
    const { invoice_id: invoiceId, currency } = invoice
    return { kind: 'invoice', invoiceId, currency, amountMinor: restOf(invoice) }
  }
  const plan = of.billing_plan_id === null ? undefined : await findPlanOnSale(db, site, of.billing_plan_id)
  if (!plan) return undefined
  // The set-up was paid when the account was opened.
  return { kind: 'subscription', plan: { ...pricesOf(plan), setup_minor: 0 }, locations: of.locations, trialDays: null }
}

export function reactivationPurpose(services: LifeServices): Purpose {
  async function orderOf(db: Db, site: Site, of: queries.Reactivation | undefined): Promise<Order | undefined> {
    if (!of || of.state === 'done') return undefined
    const due = await dueOf(db, site, of)
    if (!due) return undefined
    const order = await orderFor(db, site, services, {
      orderId: of.reactivation_id,
      businessId: of.businessentity_id,
      subscription: await findLatest(db, site, of.businessentity_id),
      due,
      userId: of.user_id,
      needsCaptcha: of.declines >= captchaAfter,
    })
    // The plan may be paid through another provider's account than the former subscription.
    return order
  }

  return {
    name: 'reactivation',
    returnPage: '/paypalSuccess',
    ...tokensOf('reactivation'),

    async ofVisitor(db, site, { request, userId, now }) {
      const own = await ofCookie(db, site, request, services.config, now)
      return own && (userId === null || own.user_id === userId) ? own.reactivation_id : undefined
    },
    async newPageToken(db, site, orderId, now) {
      const of = (await queries.findReactivation(db, site, orderId))!
      const { businessentity_id, user_id } = of
      return newPage(db, site, { businessentity_id, user_id, purpose: 'reactivation', order_id: orderId }, now)
    },

    show: async (db, site, orderId) => orderOf(db, site, await queries.findReactivation(db, site, orderId)),
    async open(db, site, orderId) {
      const order = await orderOf(db, site, await queries.lockReactivation(db, site, orderId))
      return order ? { order } : { refused: 'unable_to_proceed_please_try_later' }
    },
    async moved(db, site, orderId, to) {
      const of = await queries.lockReactivation(db, site, orderId)
      if (!of || of.state === 'done') return
      await queries.changeReactivation(db, site, orderId, {
        state: to === 'paying' ? 'paying' : 'open',
        declines: of.declines + (to === 'declined' ? 1 : 0),
      })
    },
    async fulfil(db, site, { order, paymentId, currency, totalMinor, invoiceNumber, now }) {
      const of = await queries.lockReactivation(db, site, order.orderId)
      if (!of) return { conflict: 'the reactivation is unknown' }
      await queries.changeReactivation(db, site, order.orderId, { state: 'done' })
      if (of.promo_code !== null && of.billing_plan_id !== null)
        await insertRedemption(db, site, {
          promo_code: of.promo_code,
          businessentity_id: of.businessentity_id,
          billing_plan_id: of.billing_plan_id,
          payment_id: paymentId,
          at: now,
        })
      const subscription = await findLive(db, site, of.businessentity_id)
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
