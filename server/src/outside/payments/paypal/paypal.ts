import { z } from 'zod'
import {
  ForgedHook,
  HookUnverified,
  type ChargeAsk,
  type Failure,
  type Movement,
  type PaymentProvider,
} from '../../payments.ts'
import type { AccountOf } from '../accounts.ts'
import { isFailure, providerHttp, type ProviderReply } from '../http.ts'
import { toDecimal, toMinor } from '../money.ts'
import type { ProviderOptions } from '../providers.ts'
import { readEvent } from './hooks.ts'
import { captureOf, Order, problemOf, Refund, refundOf, walletInstrument } from './replies.ts'

/**
 * PayPal's orders (v2) and vault (v3): an order is made without moving money, the person approves it, then it is
 * captured. Each request has an id of ours, with which PayPal repeats its reply.
 */

const hosts = { live: 'https://api-m.paypal.com', test: 'https://api-m.sandbox.paypal.com' }
const pages = { live: 'https://www.paypal.com', test: 'https://www.sandbox.paypal.com' }
const mostCertificates = 20

const Token = z.object({ access_token: z.string(), expires_in: z.number() })
const SetupToken = z.object({ id: z.string(), links: z.array(z.object({ rel: z.string(), href: z.string() })) })
const Stored = z.object({
  id: z.string(),
  payment_source: z.object({ paypal: z.object({ email_address: z.string().nullish() }).optional() }).optional(),
})
const Report = z.object({
  transaction_details: z
    .array(
      z.object({
        transaction_info: z.object({
          transaction_id: z.string(),
          transaction_event_code: z.string(),
          transaction_initiation_date: z.string(),
          transaction_amount: z.object({ currency_code: z.string(), value: z.string() }),
          custom_field: z.string().nullish(),
        }),
      }),
    )
    .optional(),
  total_pages: z.number().optional(),
})

/** A capture may still be under way before this many milliseconds have passed. */
const settled = 60_000

export function paypal(account: AccountOf<'paypal'>, { seconds }: ProviderOptions): PaymentProvider {
  const { credentials, mode, standIn } = account
  const http = providerHttp('paypal', standIn ? `${standIn.address}/paypal` : hosts[mode], seconds)
  const approvalOrigin = standIn?.address ?? pages[mode]

  /** Certificates by address. An address keeps its certificate, except that of the gateway for test money. */
  const certificates = new Map<string, string>()
  const keep = (url: string, pem: string) => {
    if (standIn) return pem
    if (certificates.size >= mostCertificates) certificates.clear()
    certificates.set(url, pem)
    return pem
  }

  /** The access token, kept until a minute before its end. */
  let token: { text: string; until: number } | undefined
  async function accessToken(signal: AbortSignal): Promise<string | Failure> {
    if (token && token.until > Date.now()) return token.text
    const reply = await http.send(
      {
        method: 'POST',
        path: '/v1/oauth2/token',
        headers: {
          authorization: `Basic ${Buffer.from(`${credentials.client_id}:${credentials.client_secret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
      },
      signal,
    )
    // Without a token no request was sent.
    if (isFailure(reply)) return { ...reply, outcome: 'later' }
    const made = Token.safeParse(reply.body)
    if (reply.status !== 200 || !made.success)
      return { outcome: 'refused', code: String(reply.status), reason: 'PayPal refuses the credentials' }
    token = { text: made.data.access_token, until: Date.now() + (made.data.expires_in - 60) * 1000 }
    return token.text
  }

  async function send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    given: { body?: unknown; requestId?: string },
    signal: AbortSignal,
  ): Promise<ProviderReply | Failure> {
    const bearer = await accessToken(signal)
    if (typeof bearer !== 'string') return bearer
    const reply = await http.send(
      {
        method,
        path,
        headers: {
          authorization: `Bearer ${bearer}`,
          'content-type': 'application/json',
          prefer: 'return=representation',
          ...(given.requestId === undefined ? {} : { 'paypal-request-id': given.requestId }),
        },
        ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
      },
      signal,
    )
    if (!isFailure(reply) && reply.status === 401) {
      token = undefined
      return { outcome: 'later', code: '401', reason: 'PayPal no longer takes the access token' }
    }
    return reply
  }

  const amountOf = ({ amountMinor, currency }: { amountMinor: number; currency: string }) => ({
    currency_code: currency,
    value: toDecimal(amountMinor, currency),
  })

  async function prepare(
    ask: ChargeAsk,
    signal: AbortSignal,
  ): Promise<{ outcome: 'prepared'; handle: string; approveAt: string | null } | Failure> {
    const { reference, means, description } = ask
    if (means.kind === 'fresh') return { outcome: 'refused', code: null, reason: 'PayPal takes no card of the frame' }
    const wallet =
      means.kind === 'approval'
        ? {
            payment_source: {
              paypal: {
                experience_context: {
                  return_url: means.returnUrl,
                  cancel_url: means.cancelUrl,
                  user_action: 'PAY_NOW',
                  shipping_preference: 'NO_SHIPPING',
                  payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
                },
                ...(means.keep && account.can_save
                  ? {
                      attributes: {
                        vault: {
                          store_in_vault: 'ON_SUCCESS',
                          usage_type: 'MERCHANT',
                          usage_pattern: 'RECURRING_PREPAID',
                          customer_type: 'BUSINESS',
                        },
                      },
                    }
                  : {}),
              },
            },
          }
        : {}
    const reply = await send(
      'POST',
      '/v2/checkout/orders',
      {
        requestId: `${reference}o`,
        body: {
          intent: 'CAPTURE',
          purchase_units: [
            {
              custom_id: reference,
              invoice_id: reference,
              description: description.slice(0, 127),
              amount: amountOf(ask),
            },
          ],
          ...wallet,
        },
      },
      signal,
    )
    if (isFailure(reply)) return reply
    const order = Order.safeParse(reply.body)
    if (![200, 201].includes(reply.status) || !order.success) return failureOf(problemOf(reply.status, reply.body))
    const approveAt = order.data.links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href ?? null
    if (means.kind === 'approval' && !isPayPals(approveAt))
      return { outcome: 'unclear', code: null, reason: 'PayPal named no page for the approval' }
    return { outcome: 'prepared', handle: order.data.id, approveAt: means.kind === 'approval' ? approveAt : null }
  }

  const isPayPals = (url: string | null): url is string =>
    url !== null && URL.canParse(url) && new URL(url).origin === approvalOrigin

  return {
    async collect({ reference, returnUrl, cancelUrl }, signal) {
      const reply = await send(
        'POST',
        '/v3/vault/setup-tokens',
        {
          requestId: `${reference}s`,
          body: {
            payment_source: {
              paypal: {
                usage_type: 'MERCHANT',
                usage_pattern: 'RECURRING_PREPAID',
                customer_type: 'BUSINESS',
                experience_context: {
                  return_url: returnUrl,
                  cancel_url: cancelUrl,
                  shipping_preference: 'NO_SHIPPING',
                },
              },
            },
          },
        },
        signal,
      )
      const made = isFailure(reply) ? undefined : SetupToken.safeParse(reply.body).data
      const url = made?.links.find(({ rel }) => rel === 'approve' || rel === 'payer-action')?.href ?? null
      if (!made || !isPayPals(url)) throw new Error('PayPal gave no page for the approval')
      return { kind: 'approval', url, handle: made.id }
    },

    async keep({ reference, handle }, signal) {
      if (!account.can_save || handle === null)
        return { outcome: 'refused', code: null, reason: 'this account stores no wallets' }
      const reply = await send(
        'POST',
        '/v3/vault/payment-tokens',
        { requestId: `${reference}k`, body: { payment_source: { token: { id: handle, type: 'SETUP_TOKEN' } } } },
        signal,
      )
      if (isFailure(reply)) return reply
      const stored = Stored.safeParse(reply.body)
      if (![200, 201].includes(reply.status) || !stored.success) return failureOf(problemOf(reply.status, reply.body))
      return {
        outcome: 'kept',
        instrument: walletInstrument(stored.data.id, stored.data.payment_source?.paypal?.email_address),
      }
    },

    authenticate: null,
    prepare,

    async charge({ reference, means, handle }, signal) {
      if (handle === null) return { outcome: 'refused', code: null, reason: 'there is no order to capture' }
      const source = means.kind === 'stored' ? { payment_source: { paypal: { vault_id: means.token } } } : {}
      const reply = await send(
        'POST',
        `/v2/checkout/orders/${encodeURIComponent(handle)}/capture`,
        { requestId: `${reference}c`, body: source },
        signal,
      )
      if (isFailure(reply)) return reply
      const order = Order.safeParse(reply.body)
      if (![200, 201].includes(reply.status) || !order.success) return problemOf(reply.status, reply.body)
      return (
        captureOf(order.data) ?? { outcome: 'unclear', code: order.data.status, reason: 'the order has no capture' }
      )
    },

    async find({ reference, handle, kind, sentAt, now }, signal) {
      // Money moves only by an order whose id was committed before.
      if (handle === null) return { outcome: 'none' }
      const reply = await send('GET', `/v2/checkout/orders/${encodeURIComponent(handle)}`, {}, signal)
      if (isFailure(reply)) return reply.outcome === 'later' ? { ...reply, outcome: 'unclear' } : reply
      const isEarly = now.getTime() - sentAt.getTime() < settled
      const early = { outcome: 'unclear', code: null, reason: 'it is too early to be certain' } as const
      // Orders that were never paid are deleted after some hours.
      if (reply.status === 404) return kind === 'charge' && !isEarly ? { outcome: 'none' } : early
      const order = Order.safeParse(reply.body)
      if (reply.status !== 200 || !order.success)
        return { outcome: 'unclear', code: String(reply.status), reason: 'the order cannot be read' }
      if (kind === 'refund') {
        const refunds = order.data.purchase_units?.flatMap(({ payments }) => payments?.refunds ?? []) ?? []
        const refund = refunds.find((one) => one.custom_id === reference || one.invoice_id === reference)
        if (refund) return refundOf(refund)
        return isEarly ? early : { outcome: 'none' }
      }
      const captured = captureOf(order.data)
      if (captured) return captured
      switch (order.data.status) {
        case 'APPROVED':
          return { outcome: 'approved' }
        case 'PAYER_ACTION_REQUIRED':
          return { outcome: 'waiting' }
        case 'CREATED':
        case 'SAVED':
          // This order needs no approval: only a stored wallet can pay it.
          return isEarly ? early : { outcome: 'none' }
        case 'VOIDED':
          return { outcome: 'none' }
        default:
          return { outcome: 'unclear', code: order.data.status, reason: 'the order has an unknown state' }
      }
    },

    async refund({ reference, providerId, amountMinor, currency }, signal) {
      const reply = await send(
        'POST',
        `/v2/payments/captures/${encodeURIComponent(providerId)}/refund`,
        {
          requestId: `${reference}r`,
          body: { amount: amountOf({ amountMinor, currency }), custom_id: reference, invoice_id: reference },
        },
        signal,
      )
      if (isFailure(reply)) return reply
      const refund = Refund.safeParse(reply.body)
      return [200, 201].includes(reply.status) && refund.success
        ? refundOf(refund.data)
        : problemOf(reply.status, reply.body)
    },

    async forget(stored, signal) {
      const reply = await send('DELETE', `/v3/vault/payment-tokens/${encodeURIComponent(stored)}`, {}, signal)
      if (isFailure(reply) || ![204, 404].includes(reply.status)) throw new Error('PayPal did not delete a token')
    },

    readHook: (hook, signal) =>
      readEvent(
        hook,
        {
          webhookId: credentials.webhook_id,
          mode,
          standIn,
          async fetchCertificate(url, ended) {
            const kept = certificates.get(url)
            if (kept !== undefined) return kept
            const { origin, pathname } = new URL(url)
            const reply = await providerHttp('paypal', origin, seconds).send({ method: 'GET', path: pathname }, ended)
            // Not forged, but not verified either: PayPal sends the event again.
            if (isFailure(reply) || reply.status >= 500)
              throw new HookUnverified('PayPal’s certificate cannot be fetched')
            if (reply.status !== 200) throw new ForgedHook('there is no such certificate')
            return keep(url, reply.text)
          },
        },
        signal,
      ),

    async list(day, signal) {
      const movements: Movement[] = []
      for (let page = 1; ; page += 1) {
        const query = new URLSearchParams({
          start_date: `${day}T00:00:00Z`,
          end_date: `${day}T23:59:59.999Z`,
          fields: 'transaction_info',
          page_size: '500',
          page: String(page),
        })
        const reply = await send('GET', `/v1/reporting/transactions?${query}`, {}, signal)
        const report = isFailure(reply) ? undefined : Report.safeParse(reply.body)
        if (!report?.success) throw new Error('PayPal gave no list')
        for (const { transaction_info: info } of report.data.transaction_details ?? []) {
          const { currency_code: currency, value } = info.transaction_amount
          const amountMinor = toMinor(value.replace(/^-/, ''), currency)
          // T00: payments; T11: refunds and reversals.
          const kind = info.transaction_event_code.startsWith('T00')
            ? 'charge'
            : info.transaction_event_code.startsWith('T11')
              ? 'refund'
              : null
          if (kind && amountMinor !== undefined)
            movements.push({
              kind,
              reference: info.custom_field ?? null,
              providerId: info.transaction_id,
              amountMinor,
              currency,
              at: new Date(info.transaction_initiation_date),
            })
        }
        if (page >= (report.data.total_pages ?? 1)) return movements
      }
    },
  }
}

/** Returns a refusal as a failure: what is not stored or prepared was not declined either. */
function failureOf(verdict: ReturnType<typeof problemOf>): Failure {
  if (verdict.outcome === 'paid') return { outcome: 'unclear', code: null, reason: 'the reply has no known form' }
  const { code, reason } = verdict
  return { outcome: verdict.outcome === 'declined' ? 'refused' : verdict.outcome, code, reason }
}
