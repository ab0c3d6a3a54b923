import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSame } from '../hooks.ts'
import { toDecimal, toMinor } from '../money.ts'
import { formIn, parsedJson, textAt, type Body, valueAt } from './bodies.ts'
import { behaviours, wallets, type Behaviour } from './cards.ts'
import { chargeIn, newId, refundIn } from './engine.ts'
import type { Parts } from './gateway.ts'
import type { Charge, Source } from './ledger.ts'
import { escaped } from './markup.ts'
import { personPage } from './page-frame.ts'

/** The face of PayPal's orders, captures and vault. It repeats its reply to a request id for six hours. */

/** What PayPal takes from everyone. */
const currencies = new Set(
  'AUD CAD CZK DKK EUR HKD HUF ILS JPY MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(' '),
)
const withoutDecimals = new Set(['HUF', 'JPY', 'TWD'])
const memory = 6 * 3_600_000

export function paypalFace(app: FastifyInstance, parts: Parts): void {
  const { ledger, secrets, now, hooks, certificate } = parts
  const basic = `Basic ${Buffer.from(`${secrets.paypal.client_id}:${secrets.paypal.client_secret}`).toString('base64')}`
  const bearer = `A21AA${createHash('sha256').update(`${secrets.paypal.client_secret} token`).digest('base64url')}`

  app.post('/paypal/v1/oauth2/token', (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', basic))
      return reply.code(401).send({ error: 'invalid_client', error_description: 'Client Authentication failed' })
    return reply.send({
      scope: 'https://uri.paypal.com/services/payments',
      access_token: bearer,
      token_type: 'Bearer',
      expires_in: 32_400,
    })
  })
  app.get('/paypal/v1/notifications/certs/:name', (_request, reply) =>
    reply.type('application/x-x509-ca-cert').send(certificate.pem),
  )

  const problem = (status: number, name: string, issue?: string, field?: string) => ({
    status,
    body: {
      name,
      message: 'The requested action could not be performed.',
      debug_id: newId('paypal').toLowerCase(),
      ...(issue ? { details: [{ issue, description: issue, ...(field ? { field } : {}) }] } : {}),
    },
  })
  type Answer = { status: number; body: unknown }

  const on = (
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    handler: (
      request: FastifyRequest,
      reply: FastifyReply,
      body: Body,
      keep: (answer: Answer) => Answer,
    ) => Answer | Promise<unknown>,
  ) =>
    app.route({
      method,
      url: `/paypal${url}`,
      handler: async (request, reply) => {
        if (!isSame(request.headers.authorization ?? '', `Bearer ${bearer}`))
          return reply.code(401).send({
            name: 'AUTHENTICATION_FAILURE',
            message: 'Authentication failed due to invalid authentication credentials.',
          })
        const body = typeof request.body === 'string' && request.body !== '' ? parsedJson(request.body) : {}
        if (typeof body !== 'object' || body === null) {
          const { status, body: said } = problem(400, 'INVALID_REQUEST', 'MALFORMED_REQUEST_JSON')
          return reply.code(status).send(said)
        }
        const requestId = request.headers['paypal-request-id']
        const known = typeof requestId === 'string' && method === 'POST' ? ledger.replies.get(requestId) : undefined
        if (known && now().getTime() - Date.parse(known.at) < memory) return reply.code(200).send(known.body)
        const keep = (answer: Answer) => {
          if (typeof requestId === 'string' && answer.status < 300)
            ledger.record({ kind: 'reply', requestId, ...answer })
          return answer
        }
        const answer = await handler(request, reply, body as Body, keep)
        if (reply.sent) return reply
        const { status, body: said } = answer as Answer
        return said === undefined ? reply.code(status).send() : reply.code(status).send(said)
      },
    })
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

  /** Reads an amount of a body; the issue if PayPal does not take it. */
  function amountIn(given: unknown): { amountMinor: number; currency: string } | { issue: string } {
    const { currency_code: currency, value } = (given ?? {}) as { currency_code?: string; value?: unknown }
    if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return { issue: 'MISSING_REQUIRED_PARAMETER' }
    if (!currencies.has(currency)) return { issue: 'CURRENCY_NOT_SUPPORTED' }
    // Amounts are texts.
    const amountMinor = toMinor(value, currency)
    if (amountMinor === undefined) return { issue: 'INVALID_PARAMETER_SYNTAX' }
    if (withoutDecimals.has(currency) && /\.\d*[1-9]/.test(String(value))) return { issue: 'DECIMALS_NOT_SUPPORTED' }
    return { amountMinor, currency }
  }

  on('POST', '/v2/checkout/orders', (_request, _reply, body, keep) => {
    const units = (valueAt(body, 'purchase_units') ?? []) as Body[]
    if (valueAt(body, 'intent') !== 'CAPTURE' || units.length !== 1)
      return problem(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER', '/intent')
    const [unit] = units
    const amount = amountIn(valueAt(unit, 'amount'))
    if ('issue' in amount)
      return problem(
        amount.issue.startsWith('M') || amount.issue.startsWith('INVALID') ? 400 : 422,
        amount.issue.startsWith('M') ? 'INVALID_REQUEST' : 'UNPROCESSABLE_ENTITY',
        amount.issue,
        '/purchase_units/0/amount',
      )
    if (amount.amountMinor === 0) return problem(422, 'UNPROCESSABLE_ENTITY', 'CANNOT_BE_ZERO_OR_NEGATIVE')
    const wallet = valueAt(body, 'payment_source.paypal')
    const context = (valueAt(wallet, 'experience_context') ?? valueAt(body, 'application_context')) as Body | undefined
    const order = {
      kind: 'order' as const,
      id: newId('paypal'),
      reference: textAt(unit, 'custom_id') ?? '',
      invoice: textAt(unit, 'invoice_id') ?? null,
      ...amount,
      keep: valueAt(wallet, 'attributes.vault.store_in_vault') === 'ON_SUCCESS',
      returnUrl: (context?.['return_url'] as string | undefined) ?? null,
      cancelUrl: (context?.['cancel_url'] as string | undefined) ?? null,
      isSetup: false,
    }
    ledger.record(order)
    return keep({ status: order.returnUrl === null ? 201 : 200, body: orderOf(order.id) })
  })
  on('GET', '/v2/checkout/orders/:id', (request) =>
    ledger.orders.has(idOf(request))
      ? { status: 200, body: orderOf(idOf(request)) }
      : problem(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID'),
  )
  on('POST', '/v2/checkout/orders/:id/capture', async (request, reply, body, keep) => {
    const order = ledger.orders.get(idOf(request))
    if (!order || order.isSetup) return problem(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
    if (captureOf(order.id)) return problem(422, 'UNPROCESSABLE_ENTITY', 'ORDER_ALREADY_CAPTURED')
    if (
      order.invoice !== null &&
      [...ledger.charges.values()].some((c) => c.face === 'paypal' && c.invoice === order.invoice && c.state === 'paid')
    )
      return problem(422, 'UNPROCESSABLE_ENTITY', 'DUPLICATE_INVOICE_ID')
    const vaultId = textAt(body, 'payment_source.paypal.vault_id')
    const stored = vaultId === undefined ? undefined : ledger.token('paypal', vaultId)
    if (vaultId !== undefined && !stored) return problem(404, 'RESOURCE_NOT_FOUND', 'TOKEN_ID_NOT_FOUND')
    if (order.state !== 'APPROVED' && !stored) return problem(422, 'UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED')
    const source = (stored?.source ?? order.source)!
    const result = chargeIn(ledger, {
      face: 'paypal',
      reference: order.reference,
      invoice: order.invoice,
      amountMinor: order.amountMinor,
      currency: order.currency,
      source,
      initiator: stored ? 'merchant' : 'customer',
      token: vaultId ?? null,
      newToken: order.keep ? newId('paypal').toLowerCase() : null,
      order: order.id,
      authenticated: true,
    })
    const { charge } = result
    if (charge?.state === 'paid') {
      keep({ status: 201, body: orderOf(order.id) })
      hooks.announce({
        face: 'paypal',
        of: charge.id,
        name: 'PAYMENT.CAPTURE.COMPLETED',
        resource: capture(charge),
        charge,
      })
    }
    return parts.answer(request, reply, result, () => {
      if (result.mishap === 'duplicate') return problem(422, 'UNPROCESSABLE_ENTITY', 'DUPLICATE_INVOICE_ID')
      if (charge!.state === 'paid') return { status: 201, body: orderOf(order.id) }
      const issues: Record<string, string> = { lost: 'PAYER_ACCOUNT_LOCKED_OR_CLOSED', stolen: 'PAYER_CANNOT_PAY' }
      return problem(422, 'UNPROCESSABLE_ENTITY', issues[charge!.refusal ?? ''] ?? 'INSTRUMENT_DECLINED')
    })
  })

  const captureOf = (orderId: string): (Charge & { at: string }) | undefined =>
    [...ledger.charges.values()].find((charge) => charge.order === orderId && charge.state === 'paid')

  function capture(charge: Charge): Body {
    const value = toDecimal(charge.amountMinor, charge.currency)
    return {
      id: charge.id,
      status:
        ledger.left(charge) === 0
          ? 'REFUNDED'
          : ledger.refundsOf(charge.id).length
            ? 'PARTIALLY_REFUNDED'
            : 'COMPLETED',
      amount: { currency_code: charge.currency, value },
      invoice_id: charge.invoice,
      custom_id: charge.reference,
      supplementary_data: { related_ids: { order_id: charge.order } },
    }
  }

  function orderOf(id: string): Body {
    const order = ledger.orders.get(id)!
    const charge = captureOf(id)
    const self = `${parts.address()}/paypal/v2/checkout/orders/${id}`
    const wallet = order.source ?? charge?.source
    return {
      id,
      intent: 'CAPTURE',
      status: charge ? 'COMPLETED' : order.state === 'CANCELLED' ? 'PAYER_ACTION_REQUIRED' : order.state,
      create_time: order.at,
      purchase_units: [
        {
          reference_id: 'default',
          amount: { currency_code: order.currency, value: toDecimal(order.amountMinor, order.currency) },
          custom_id: order.reference,
          ...(order.invoice ? { invoice_id: order.invoice } : {}),
          ...(charge
            ? {
                payments: {
                  captures: [capture(charge)],
                  refunds: ledger.refundsOf(charge.id).map((refund) => refundOf(refund)),
                },
              }
            : {}),
        },
      ],
      ...(wallet
        ? {
            payment_source: {
              paypal: {
                email_address: wallet.holder,
                account_status: 'VERIFIED',
                ...(charge?.token && order.keep
                  ? {
                      attributes: { vault: { id: charge.token, status: 'VAULTED', customer: { id: 'test-customer' } } },
                    }
                  : {}),
              },
            },
          }
        : {}),
      links: [
        { href: self, rel: 'self', method: 'GET' },
        ...(order.returnUrl === null || charge ? [] : [{ href: approvalUrl(id), rel: 'payer-action', method: 'GET' }]),
      ],
    }
  }
  const approvalUrl = (id: string) => `${parts.address()}/paypal/checkoutnow?token=${id}`
  const refundOf = (refund: { id: string; amountMinor: number; currency: string; reference: string | null }): Body => ({
    id: refund.id,
    status: 'COMPLETED',
    amount: { currency_code: refund.currency, value: toDecimal(refund.amountMinor, refund.currency) },
    custom_id: refund.reference,
    invoice_id: refund.reference,
  })

  on('POST', '/v2/payments/captures/:id/refund', (request, _reply, body, keep) => {
    const given = valueAt(body, 'amount') === undefined ? null : amountIn(valueAt(body, 'amount'))
    if (given && 'issue' in given) return problem(422, 'UNPROCESSABLE_ENTITY', given.issue)
    const result = refundIn(ledger, {
      id: idOf(request),
      amountMinor: given?.amountMinor ?? null,
      reference: textAt(body, 'custom_id') ?? null,
      how: 'refund',
    })
    if ('id' in result) {
      const refund = ledger.refunds.find(({ id }) => id === result.id)!
      return keep({ status: 201, body: refundOf(refund) })
    }
    if (result.refusal === 'unknown') return problem(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
    const isEmpty = ledger.left(ledger.charges.get(idOf(request))!) === 0
    return problem(
      422,
      'UNPROCESSABLE_ENTITY',
      result.refusal === 'refused'
        ? 'REFUND_NOT_PERMITTED_BY_PAYER'
        : isEmpty
          ? 'CAPTURE_FULLY_REFUNDED'
          : 'REFUND_AMOUNT_EXCEEDED',
    )
  })

  on('POST', '/v3/vault/setup-tokens', (_request, _reply, body, keep) => {
    const context = valueAt(body, 'payment_source.paypal.experience_context')
    const returnUrl = textAt(context, 'return_url')
    if (returnUrl === undefined) return problem(422, 'UNPROCESSABLE_ENTITY', 'MISSING_REQUIRED_PARAMETER')
    const id = newId('paypal')
    ledger.record({
      kind: 'order',
      id,
      reference: '',
      invoice: null,
      amountMinor: 0,
      currency: 'USD',
      keep: true,
      returnUrl,
      cancelUrl: textAt(context, 'cancel_url') ?? '',
      isSetup: true,
    })
    return keep({
      status: 200,
      body: { id, status: 'PAYER_ACTION_REQUIRED', links: [{ href: approvalUrl(id), rel: 'approve', method: 'GET' }] },
    })
  })
  on('POST', '/v3/vault/payment-tokens', (_request, _reply, body, keep) => {
    const order = ledger.orders.get(textAt(body, 'payment_source.token.id') ?? '')
    if (!order?.isSetup || order.state !== 'APPROVED' || !order.source)
      return problem(422, 'UNPROCESSABLE_ENTITY', 'TOKEN_NOT_APPROVED')
    const id = newId('paypal').toLowerCase()
    ledger.record({ kind: 'token', id, face: 'paypal', source: order.source })
    return keep({
      status: 201,
      body: {
        id,
        customer: { id: 'test-customer' },
        payment_source: { paypal: { email_address: order.source.holder } },
      },
    })
  })
  on('DELETE', '/v3/vault/payment-tokens/:id', (request) => {
    if (!ledger.tokens.has(idOf(request))) return problem(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
    ledger.record({ kind: 'forgotten', id: idOf(request) })
    return { status: 204, body: undefined }
  })
  on('GET', '/v1/reporting/transactions', (request) => {
    const { start_date: from = '', end_date: to = '' } = request.query as Record<string, string>
    const within = (at: string) => Date.parse(at) >= Date.parse(from) && Date.parse(at) <= Date.parse(to)
    const line = (
      id: string,
      at: string,
      code: string,
      amountMinor: number,
      currency: string,
      reference: string | null,
      sign: string,
    ) => ({
      transaction_info: {
        transaction_id: id,
        transaction_event_code: code,
        transaction_initiation_date: at,
        transaction_amount: { currency_code: currency, value: `${sign}${toDecimal(amountMinor, currency)}` },
        custom_field: reference,
        transaction_status: 'S',
      },
    })
    const details = [
      ...[...ledger.charges.values()]
        .filter((c) => c.face === 'paypal' && c.state === 'paid' && within(c.at))
        .map((c) => line(c.id, c.at, 'T0006', c.amountMinor, c.currency, c.reference, '')),
      ...ledger.refunds
        .filter((r) => ledger.charges.get(r.of)?.face === 'paypal' && within(r.at))
        .map((r) => line(r.id, r.at, 'T1107', r.amountMinor, r.currency, r.reference, '-')),
    ]
    return { status: 200, body: { transaction_details: details, total_items: details.length, total_pages: 1, page: 1 } }
  })

  // ── the page on which a person approves ─────────────────────────────────────────────────────────────────────────
  app.get('/paypal/checkoutnow', (request, reply) => {
    const { token = '' } = request.query as Record<string, string>
    const order = ledger.orders.get(token)
    const headers = {
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
    }
    if (!order || order.state !== 'PAYER_ACTION_REQUIRED')
      return reply
        .code(410)
        .type('text/html; charset=utf-8')
        .headers(headers)
        .send(personPage('PayPal', '<h1>This request has ended</h1><p>Go back to the shop and start again.</p>'))
    const what = order.isSetup
      ? 'The shop wants to store your PayPal for later payments.'
      : `You pay <strong>${escaped(toDecimal(order.amountMinor, order.currency))} ${escaped(order.currency)}</strong>${order.keep ? ', and the shop stores your PayPal for the next periods' : ''}.`
    const options = wallets.map((name) => `<option value="${name}">${escaped(behaviours[name])}</option>`).join('')
    return reply
      .type('text/html; charset=utf-8')
      .headers(headers)
      .send(
        personPage(
          'PayPal',
          `<h1>PayPal, as a test</h1><p>${what}</p>
<form method="post" action="/paypal/checkoutnow/${escaped(token)}">
<label>Wallet<select name="wallet">${options}</select></label>
<button class="primary" name="act" value="approve">Approve</button>
<button name="act" value="empty">Approve with an empty wallet</button>
<button name="act" value="cancel">Cancel</button>
<button name="act" value="close">Approve, then close the window</button>
</form>`,
        ),
      )
  })
  app.post('/paypal/checkoutnow/:id', (request, reply) => {
    const order = ledger.orders.get(idOf(request))
    if (!order || order.returnUrl === null) return reply.code(404).send()
    const form = formIn(request)
    const act = form.get('act')
    const back = (url: string) => {
      const to = new URL(url)
      to.searchParams.set('token', order.id)
      return reply.redirect(to.href, 303)
    }
    if (order.state !== 'PAYER_ACTION_REQUIRED') return back(order.returnUrl)
    if (act === 'cancel') {
      ledger.record({ kind: 'order_state', id: order.id, state: 'CANCELLED', source: null })
      return back(order.cancelUrl ?? order.returnUrl)
    }
    const chosen = form.get('wallet') as Behaviour
    const behaviour = act === 'empty' ? 'no_funds' : wallets.includes(chosen) ? chosen : 'pays'
    const source: Source = {
      behaviour,
      brand: 'paypal',
      last4: null,
      month: null,
      year: null,
      holder: 'jordan@wallet.example',
    }
    ledger.record({ kind: 'order_state', id: order.id, state: 'APPROVED', source })
    if (!order.isSetup)
      hooks.announce({ face: 'paypal', of: order.id, name: 'CHECKOUT.ORDER.APPROVED', resource: orderOf(order.id) })
    if (act === 'close')
      return reply
        .type('text/html; charset=utf-8')
        .send(
          personPage(
            'PayPal',
            '<h1>Approved</h1><p>You closed the window before it led back to the shop. You can close this tab.</p>',
          ),
        )
    return back(order.returnUrl)
  })
}
