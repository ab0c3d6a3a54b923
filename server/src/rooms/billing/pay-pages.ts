import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hashToken } from '../../core/auth/caller.ts'
import { linkOrigin } from '../../core/http/origin.ts'
import { addRoute } from '../../core/plain-routes.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { toldOf, readResult } from './answers.ts'
import { orderLook } from './saga/desk.ts'
import { cancelWaiting, pay } from './saga/pay.ts'
import { lockPayment, liveAttemptOf, paymentsOfOrder, type Payment } from './payments.queries.ts'
import type { Order, Purpose } from './purposes.ts'

/**
 * The way to a provider's own page and back, as redirects. The token of the address names the order. The return only
 * queues a look at the provider; the parameters of the address decide nothing.
 */

interface TokenOrder {
  site: Site
  purpose: Purpose
  orderId: string
  /** Undefined: it cannot be paid any more. */
  order: Order | undefined
}

/** Where an address goes whose token is unknown: to the page that shows the result, which then has none. */
const unknownPage = '/paypalSuccess'

export function registerPayPages(app: FastifyInstance, services: Services): void {
  const { database, clock, config } = services

  async function orderOf(request: FastifyRequest): Promise<TokenOrder | undefined> {
    const site = services.sites.byHost(request.host)
    const { token } = request.params as { token: string }
    return database.inTenant(site.web_site_id, async (db) => {
      for (const purpose of services.purposes) {
        const orderId = await purpose.byPageToken?.(db, site, hashToken(token), clock.now())
        if (orderId !== undefined)
          return { site, purpose, orderId, order: await purpose.show(db, site, orderId, clock.now()) }
      }
      return undefined
    })
  }
  const lastPayment = ({ site, purpose, orderId }: TokenOrder): Promise<Payment | undefined> =>
    database.inTenant(site.web_site_id, async (db) => (await paymentsOfOrder(db, site, purpose.name, orderId))[0])

  addRoute(app, routes.payPage, async (request, reply) => {
    const of = await orderOf(request)
    if (!of) return go(reply, unknownPage)
    const { site, purpose, orderId } = of
    const { token } = request.params as { token: string }
    const origin = linkOrigin(`${request.protocol}://${request.host}`, site.hosts, config)
    const address = `${origin}/pay/${token}`
    const result = await pay(services, {
      site,
      purpose,
      orderId,
      requestKey: null,
      means: { kind: 'approval', returnUrl: `${address}/return`, cancelUrl: `${address}/cancel` },
      proof: null,
      isHuman: false,
      billing: {},
      ip: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
      authReturnUrl: address,
    })
    if ('refused' in result) return go(reply, cancelPage(of))
    const { payment, attempt } = (await database.inTenant(site.web_site_id, (db) =>
      readResult(db, site, result.paymentId),
    ))!
    if (payment.state === 'requires_action' && payment.action?.kind === 'approve') return go(reply, payment.action.url)
    const { responseType } = toldOf(payment, attempt)
    return go(reply, responseType === 'failed' ? cancelPage(of) : purpose.returnPage)
  })

  addRoute(app, routes.payReturn, async (request, reply) => {
    const of = await orderOf(request)
    const payment = of && (await lastPayment(of))
    if (!of || !payment) return go(reply, unknownPage)
    const { site, purpose } = of
    await database.inTenant(site.web_site_id, async (db) => {
      const attempt = await liveAttemptOf(db, site, payment.payment_id)
      if (attempt) await orderLook(services, db, site, { reference: attempt.reference, look: 'now' })
    })
    return go(reply, purpose.returnPage)
  })

  addRoute(app, routes.payCancel, async (request, reply) => {
    const of = await orderOf(request)
    const payment = of && (await lastPayment(of))
    if (!of || !payment) return go(reply, unknownPage)
    const { site } = of
    const hasEnded = await database.inTenant(site.web_site_id, async (db) => {
      const locked = await lockPayment(db, site, payment.payment_id)
      return locked !== undefined && cancelWaiting(db, services, site, locked)
    })
    // Money that is on its way is not stopped by a button of the provider's page.
    return go(reply, hasEnded && payment.state !== 'fulfilled' ? cancelPage(of) : of.purpose.returnPage)
  })
}

const cancelPage = ({ order }: TokenOrder): string => (order ? `/paypalCancel/${order.userId}` : unknownPage)

const go = (reply: FastifyReply, url: string) =>
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(url, 303)
