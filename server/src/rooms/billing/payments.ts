import type * as contract from '@cutaway/contract/rooms/billing.ts'
import type { FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Db } from '../../core/db/database.ts'
import { answer, type Call, type Handlers } from '../../core/http/endpoints.ts'
import { fail, notFound } from '../../core/http/errors.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import type { BillingAddress, ProviderName } from '../../outside/payments.ts'
import { accountOf } from './accounts.ts'
import { readResult, resultOf, toldOf } from './answers.ts'
import { needsCaptcha, secondsUntilAllowed } from './saga/limits.queries.ts'
import { toDecimal, wireCurrency } from './money.ts'
import { quoteOfOrder } from './order.ts'
import { pay, type Refused } from './saga/pay.ts'
import { exchangeCard, typedCard } from './saga/typed-card.ts'
import { lastPaymentOfBusiness, paymentsOfOrder } from './payments.queries.ts'
import type { Purpose } from './purposes.ts'

/**
 * The calls of payments. A handler that speaks to a provider never opens the transaction of its request: the embedded
 * database has one connection, and a slow bank would block every request. It uses short transactions of its own.
 */

interface VisitorOrder {
  purpose: Purpose
  orderId: string
}

/** Finds the order that the visitor of a request may pay. */
async function orderOf(
  { database, purposes, clock }: Pick<Services, 'database' | 'purposes' | 'clock'>,
  site: Site,
  request: FastifyRequest,
  userId: number | null,
): Promise<VisitorOrder | undefined> {
  return database.inTenant(site.web_site_id, async (db) => {
    for (const purpose of purposes) {
      const orderId = await purpose.ofVisitor?.(db, site, { request, userId, now: clock.now() })
      if (orderId !== undefined) return { purpose, orderId }
    }
    return undefined
  })
}

/** Reads an order with its price. Refuses one that cannot be paid. */
async function dueOf({ database, clock }: Services, site: Site, { purpose, orderId }: VisitorOrder) {
  const order = await database.inTenant(site.web_site_id, (db) => purpose.show(db, site, orderId, clock.now()))
  if (!order) fail('unable_to_proceed_please_try_later')
  return { order, quote: quoteOfOrder(order) ?? fail('invalid_number_of_locations') }
}

type SecondStepCall = Call<typeof contract.paymentSecondStepCybersource> | Call<typeof contract.paymentSecondStepEwayAU>

async function secondStep(call: SecondStepCall, provider: ProviderName) {
  const { body, services, site } = call
  // The check comes first: nothing of the request is stored or logged before it.
  const typed = typedCard(body, services)
  if ('wrong' in typed) fail('message_bill', { field: typed.wrong })
  const isHuman = body.token ? await services.captcha.verify(body.token) : false
  if (body.token && !isHuman) fail('captcha_not_solved')
  const of = (await orderOf(services, site, call.reply.request, body.user_id)) ?? notFound()
  const { order } = await showOf(services, site, of)
  // Checks that the provider matches the name of the call.
  if (order && order.provider !== null && order.provider !== provider) fail('Something went wrong. Please try again')
  const exchanged =
    typed.card && order ? await exchangeCard(services, typed.card, { order, site, origin: call.origin }) : null
  if (exchanged && 'refused' in exchanged) refuse(exchanged)
  const paymentToken = exchanged?.token ?? body.payment_token
  const result = await pay(services, {
    site,
    ...of,
    requestKey: body.request_key ?? null,
    means: paymentToken
      ? {
          kind: 'card',
          paymentToken,
          ...(body.name_on_card ? { cardName: body.name_on_card } : {}),
        }
      : null,
    proof: body.mobile_otp
      ? { code: body.mobile_otp, codeId: body.cybersource_otp_id ?? '', mobile: body.cybersource_mobile ?? '' }
      : null,
    isHuman,
    billing: typedAddress(body),
    ip: call.ip,
    userAgent: call.userAgent,
    authReturnUrl: `${call.origin}/pay/card/returned`,
  })
  if ('refused' in result) return refuse(result)
  const read = await inTenant(services, site, (db) => readResult(db, site, result.paymentId))
  const { payment, attempt, receipt } = read!
  const told = resultOf(payment, attempt, receipt)
  const visitor = { request: call.reply.request, userId: body.user_id, now: services.clock.now() }
  const user = told.responseType === 'success' ? await of.purpose.claim?.(site, visitor) : undefined
  return { ...told, user: user ?? null, returnUrl: ownPath(body.returnUrl) }
}

const inTenant = <R>({ database }: Pick<Services, 'database'>, site: Site, work: (db: Db) => Promise<R>) =>
  database.inTenant(site.web_site_id, work)

const showOf = async (services: Services, site: Site, { purpose, orderId }: VisitorOrder) => ({
  order: await inTenant(services, site, (db) => purpose.show(db, site, orderId, services.clock.now())),
})

function refuse({ refused, seconds }: Refused): never {
  if (seconds !== undefined)
    fail(
      'payment_error',
      { responseType: 'payment_error' },
      { error_message: { error: 'too_many_requests' }, timeCount: seconds },
    )
  fail(refused, refused === 'message_bill' ? { field: 'card_number' } : null)
}

type Typed = SecondStepCall['body']

/** Returns the address that was typed in the payment step; empty fields keep that of the order. */
function typedAddress(body: Typed): Partial<BillingAddress> {
  const street = [body.bill_businessentity_street1, body.bill_businessentity_street2].filter(Boolean).join(', ')
  const typed = {
    firstName: body.bill_first_name,
    lastName: body.bill_last_name,
    street,
    city: body.bill_businessentity_city,
    state: body.bill_businessentity_state,
    zip: body.bill_businessentity_zip,
    country: body.bill_country_code?.toUpperCase(),
    email: body.bill_email,
    phone: body.bill_phone,
  }
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value))
}

/** Returns a path of this web site; null for any other address. */
const ownPath = (url: string | undefined): string | null =>
  url !== undefined && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(url) ? url : null

/** Returns the last payment of an order; 404 without one. */
async function lastResult(services: Services, site: Site, { purpose, orderId }: VisitorOrder) {
  return inTenant(services, site, async (db) => {
    const [payment] = await paymentsOfOrder(db, site, purpose.name, orderId)
    return payment && readResult(db, site, payment.payment_id)
  })
}

/** Returns the last payment of the business that a signed-in administrator runs. */
async function lastOfBusiness(
  services: Services,
  site: Site,
  caller: Call<typeof contract.paypalSuccessUrl>['callerOrNull'],
) {
  const { user_access_id, is_employee, businessentity_id } = caller?.user ?? {}
  if (user_access_id !== 3 || is_employee !== 0 || typeof businessentity_id !== 'number') return undefined
  return inTenant(services, site, async (db) => {
    const payment = await lastPaymentOfBusiness(db, site, businessentity_id)
    return payment && readResult(db, site, payment.payment_id)
  })
}

export const payments: Handlers<typeof contract> = {
  startPayment: async ({ body, services, site, reply, ip }) => {
    const of = (await orderOf(services, site, reply.request, body.user_id)) ?? notFound()
    const { order, quote } = await dueOf(services, site, of)
    const { currency, net_minor, tax_minor, total_minor } = quote
    const account = accountOf(services.payments, order, currency)
    if (total_minor > 0 && !account) fail('Something went wrong. Please try again')
    const text = (minor: number) => toDecimal(minor, currency)
    const { purpose, orderId } = of
    const token = await inTenant(services, site, async (db) =>
      total_minor === 0 ? undefined : purpose.newPageToken?.(db, site, orderId, services.clock.now()),
    )
    const isCard = total_minor > 0 && account?.provider !== 'paypal'
    const isSuspicious =
      isCard && (await inTenant(services, site, (db) => needsCaptcha(db, site, ip, services.clock.now())))
    return {
      means: total_minor === 0 ? 'nothing' : account?.provider === 'paypal' ? 'approval' : 'card',
      request_key: randomUUID(),
      card_types: order.brands,
      currency: wireCurrency(currency),
      net: text(net_minor),
      tax: text(tax_minor),
      tax_label: order.seller.tax_label,
      total_amount: text(total_minor),
      lines: quote.lines.map((line) => ({
        kind: line.kind,
        quantity: line.quantity,
        unit: text(line.unit_minor),
        amount: text(line.net_minor),
      })),
      needs_captcha: isCard && (order.needsCaptcha || isSuspicious),
      page_token: token ?? null,
    }
  },

  paymentSecondStepCybersource: (call) => secondStep(call, 'cybersource'),
  paymentSecondStepEwayAU: (call) => secondStep(call, 'eway'),

  handlePayWithPaypal: async ({ body, services, site, reply, origin }) => {
    const { purpose, orderId } = (await orderOf(services, site, reply.request, body.user_id)) ?? notFound()
    const token = await inTenant(services, site, async (db) =>
      purpose.newPageToken?.(db, site, orderId, services.clock.now()),
    )
    return token === undefined ? fail('unable_to_proceed_please_try_later') : { merchantUrl: `${origin}/pay/${token}` }
  },

  getPaymentStatus: async ({ params, services, site, reply, callerOrNull }) => {
    const found = await inTenant(services, site, (db) => readResult(db, site, params.payment))
    if (!found) notFound()
    const { payment, attempt } = found
    const isOwners = callerOrNull !== null && callerOrNull.user.businessentity_id === payment.businessentity_id
    if (!isOwners) {
      const of = await orderOf(services, site, reply.request, null)
      if (of?.purpose.name !== payment.purpose || of.orderId !== payment.order_id) notFound()
    }
    return resultOf(payment, attempt)
  },

  paypalSuccessUrl: async ({ services, site, reply, callerOrNull }) => {
    const of = await orderOf(services, site, reply.request, null)
    const last = of ? await lastResult(services, site, of) : await lastOfBusiness(services, site, callerOrNull)
    const { payment, attempt, receipt } = last ?? notFound()
    const isBack = of?.purpose.name === 'reactivation'
    return { ...resultOf(payment, attempt, receipt), ...(isBack ? { is_reactivation: true } : {}) }
  },

  paypalCancelUrl: async ({ params, services, site, reply }) => {
    const of = (await orderOf(services, site, reply.request, params.user)) ?? notFound()
    const last = await lastResult(services, site, of)
    const { order } = await showOf(services, site, of)
    const told = last && toldOf(last.payment, last.attempt)
    return {
      can_pay: order !== undefined && told?.responseType !== 'success',
      responseType: told?.responseType ?? null,
    }
  },

  checkPerMinValidation: async ({ services, site, ip }) => {
    const second = await inTenant(services, site, (db) => secondsUntilAllowed(db, site, ip, services.clock.now()))
    const timerStatus = second > 0 ? (0 as const) : (1 as const)
    return answer(null, { beside: { timerStatus, timeCount: { second } } })
  },
}
