import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSame } from '../hooks.ts'
import { parsedJson, rawOf, textAt, type Body, valueAt } from './bodies.ts'
import { chargeIn, newId, refundIn } from './engine.ts'
import type { Parts } from './gateway.ts'
import type { Charge } from './ledger.ts'

/** The face of eWAY's Rapid API. Every answer has status 200; what went wrong is in ResponseMessage and Errors. */

const codes: Record<string, string> = {
  declined: 'D4405',
  no_funds: 'D4451',
  expired: 'D4454',
  wrong_code: 'D4482',
  lost: 'D4441',
  stolen: 'D4443',
}
const currencies = new Set(['AUD', 'NZD'])
const freshness = 15 * 60_000

export function ewayFace(app: FastifyInstance, parts: Parts): void {
  const { ledger, secrets, now } = parts
  const wanted = `Basic ${Buffer.from(`${secrets.eway.api_key}:${secrets.eway.password}`).toString('base64')}`

  const on = (
    method: 'GET' | 'POST',
    url: string,
    handler: (request: FastifyRequest, reply: FastifyReply, body: Body) => unknown,
  ) =>
    app.route({
      method,
      url: `/eway${url}`,
      handler: async (request, reply) => {
        if (!isSame(request.headers.authorization ?? '', wanted)) return reply.code(401).send('')
        const body = method === 'GET' ? {} : parsedJson(rawOf(request))
        if (typeof body !== 'object' || body === null) return reply.send({ Errors: 'S9990' })
        return handler(request, reply, body as Body)
      },
    })
  const param = (request: FastifyRequest, name: string) => (request.params as Record<string, string>)[name] ?? ''

  on('POST', '/Transaction', (request, reply, body) => {
    const {
      TotalAmount: amount,
      CurrencyCode: currency,
      InvoiceReference: reference,
      InvoiceNumber: invoice,
    } = (valueAt(body, 'Payment') ?? {}) as Body
    const errors: string[] = []
    // Cents as a whole number: a text or a fraction is refused.
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 0) errors.push('V6011')
    if (typeof currency !== 'string' || !currencies.has(currency)) errors.push('V6018')
    if (typeof reference !== 'string' || reference.length > 50) errors.push('V6014')
    const stored = valueAt(body, 'Customer.TokenCustomerID') as string | number | null | undefined
    const token = stored === undefined || stored === null || stored === '' ? null : String(stored)
    const code = textAt(body, 'SecuredCardData')
    const entered = code === undefined ? undefined : ledger.entered.get(code)
    const isFresh = entered !== undefined && now().getTime() - Date.parse(entered.at) < freshness
    const kept = token === null ? undefined : ledger.token('eway', token)
    const source = isFresh ? entered.source : kept?.source
    if (code !== undefined && !isFresh) errors.push('V6143')
    if (code === undefined && token !== null && !kept) errors.push('V6040')
    if (code === undefined && token === null) errors.push('V6022')
    if (code !== undefined && !valueAt(body, 'Customer.CardDetails.Name')) errors.push('V6021')
    if (
      errors.length ||
      !source ||
      typeof amount !== 'number' ||
      typeof reference !== 'string' ||
      typeof currency !== 'string'
    )
      return reply.send(transactionOf(null, errors.join(',') || 'V6022'))
    const saves = valueAt(body, 'SaveCustomer') === true && token === null
    const result = chargeIn(ledger, {
      face: 'eway',
      reference,
      invoice: (invoice as string | undefined) ?? null,
      amountMinor: amount,
      currency,
      source: {
        ...source,
        holder: source.holder ?? textAt(body, 'Customer.CardDetails.Name') ?? null,
      },
      initiator: valueAt(body, 'TransactionType') === 'Recurring' ? 'merchant' : 'customer',
      token: isFresh ? null : token,
      newToken: saves ? newId('eway') + newId('eway').slice(0, 4) : null,
      order: null,
      authenticated: isProof(valueAt(body, 'ThreeDSecureAuth') ?? valueAt(body, 'PaymentInstrument.ThreeDSecureAuth')),
    })
    return parts.answer(request, reply, result, () => ({
      status: 200,
      body: result.mishap === 'duplicate' ? transactionOf(null, 'D4494') : transactionOf(result.charge, ''),
    }))
  })

  /** Returns the answer to a transaction; without a charge, with errors only. */
  function transactionOf(charge: Charge | null, errors: string): Body {
    if (!charge) return { TransactionStatus: false, TransactionID: null, ResponseMessage: errors, Errors: errors }
    const isPaid = charge.state === 'paid'
    const { source } = charge
    return {
      AuthorisationCode: isPaid ? '888888' : null,
      ResponseCode: isPaid ? '00' : (codes[charge.refusal ?? ''] ?? 'D4405').slice(-2),
      ResponseMessage: isPaid ? 'A2000' : (codes[charge.refusal ?? ''] ?? 'D4405'),
      TransactionID: Number(charge.id),
      TransactionStatus: isPaid,
      TransactionType: charge.initiator === 'merchant' ? 'Recurring' : 'Purchase',
      Customer: {
        CardDetails: {
          Number: `444433XXXXXX${source.last4 ?? '0000'}`,
          Name: source.holder,
          ExpiryMonth: String(source.month).padStart(2, '0'),
          ExpiryYear: String(source.year).slice(-2),
        },
        TokenCustomerID: charge.token !== null && /^\d+$/.test(charge.token) ? Number(charge.token) : charge.token,
      },
      Payment: {
        TotalAmount: charge.amountMinor,
        InvoiceNumber: charge.invoice ?? '',
        InvoiceReference: charge.reference,
        CurrencyCode: charge.currency,
      },
      Errors: '',
    }
  }

  on('GET', '/Transaction/InvoiceRef/:reference', (request, reply) => {
    const reference = param(request, 'reference')
    const found = ledger.chargesOf('eway', reference)
    const refund = ledger.refunds.find(
      (one) => one.reference === reference && ledger.charges.get(one.of)?.face === 'eway',
    )
    if (refund)
      return reply.send({
        Transactions: [
          {
            TransactionStatus: true,
            ResponseMessage: 'A2000',
            TransactionID: Number(refund.id),
            TotalAmount: refund.amountMinor,
            CurrencyCode: refund.currency,
            InvoiceReference: reference,
            TransactionType: 'Refund',
          },
        ],
        Errors: '',
      })
    // Only a reference that was used once is found.
    if (found.length !== 1) return reply.send({ Transactions: [], Errors: found.length ? 'V6172' : 'V6171' })
    const [charge] = found
    const { Payment: _payment, ...whole } = transactionOf(charge!, '')
    return reply.send({
      Transactions: [
        { ...whole, TotalAmount: charge!.amountMinor, CurrencyCode: charge!.currency, InvoiceReference: reference },
      ],
      Errors: '',
    })
  })

  on('POST', '/Transaction/:id/Refund', (request, reply, body) => {
    const amount = valueAt(body, 'Refund.TotalAmount')
    const reference = textAt(body, 'Refund.InvoiceReference') ?? null
    const result = refundIn(ledger, {
      id: param(request, 'id'),
      amountMinor: typeof amount === 'number' ? amount : null,
      reference,
      how: 'refund',
    })
    if ('id' in result)
      return reply.send({
        TransactionStatus: true,
        ResponseMessage: 'A2000',
        TransactionID: Number(result.id),
        Refund: { TotalAmount: amount, InvoiceReference: reference },
        Errors: '',
      })
    const code = { unknown: 'V6150', too_much: 'V6151', refused: 'D4405' }[result.refusal]
    return reply.send({
      TransactionStatus: false,
      ResponseMessage: code,
      TransactionID: null,
      Errors: code.startsWith('V') ? code : '',
    })
  })

  on('POST', '/3dsenrol', (_request, reply, body) => {
    const code = textAt(body, 'SecuredCardData') ?? ''
    const entered = ledger.entered.get(code)
    if (!entered) return reply.send({ Errors: 'V6143' })
    const id = newId('paypal') + newId('paypal')
    const asks = entered.source.behaviour === 'challenge'
    ledger.record({
      kind: 'authentication',
      id,
      entered: code,
      state: asks ? 'pending' : 'passed',
      returnUrl: textAt(body, 'RedirectUrl') ?? '',
    })
    return reply.send({
      AccessCode: id,
      Default3dsUrl: `${parts.address()}/eway/3ds/challenge?AccessCode=${id}`,
      Errors: '',
    })
  })
  on('POST', '/3dsverify', (_request, reply, body) => {
    const found = ledger.authentications.get(textAt(body, 'AccessCode') ?? '')
    if (!found) return reply.send({ Errors: 'V6147' })
    const isPassed = found.state === 'passed'
    return reply.send({
      AccessCode: found.id,
      Enrolled: true,
      ThreeDSecureAuth: {
        Cryptogram: isPassed ? 'AAABAWFlmQAAAABjRWWZEEFgFz8' : null,
        ECI: isPassed ? '05' : '07',
        XID: null,
        AuthStatus: isPassed ? 'Y' : 'N',
        Version: '2.2.0',
        dsTransactionId: found.id,
      },
      Errors: '',
    })
  })

  on('POST', '/Customer', (_request, reply, body) => {
    const entered = ledger.entered.get(textAt(body, 'SecuredCardData') ?? '')
    if (!entered) return reply.send({ Errors: 'V6143' })
    if (!valueAt(body, 'Customer.CardDetails.Name')) return reply.send({ Errors: 'V6021' })
    const id = newId('eway') + newId('eway').slice(0, 4)
    ledger.record({ kind: 'token', id, face: 'eway', source: entered.source })
    const { last4, month, year } = entered.source
    return reply.send({
      Customer: {
        TokenCustomerID: Number(id),
        CardDetails: {
          Number: `444433XXXXXX${last4}`,
          ExpiryMonth: String(month).padStart(2, '0'),
          ExpiryYear: String(year).slice(-2),
        },
      },
      Errors: '',
    })
  })
  on('GET', '/Search/Settlement', (request, reply) => {
    const { StartDate: from = '', EndDate: to = '' } = request.query as Record<string, string>
    const within = (at: string) => at.slice(0, 10) >= from && at.slice(0, 10) <= to
    const dated = (at: string) => `/Date(${Date.parse(at)})/`
    const charges = [...ledger.charges.values()]
      .filter(({ face, state, at }) => face === 'eway' && state === 'paid' && within(at))
      .map((c) => ({
        TransactionID: Number(c.id),
        Amount: c.amountMinor,
        CurrencyCode: c.currency,
        TransactionType: '1',
        InvoiceReference: c.reference,
        TransactionDateTime: dated(c.at),
      }))
    const refunds = ledger.refunds
      .filter(({ of, at }) => ledger.charges.get(of)?.face === 'eway' && within(at))
      .map((r) => ({
        TransactionID: Number(r.id),
        Amount: r.amountMinor,
        CurrencyCode: r.currency,
        TransactionType: '4',
        InvoiceReference: r.reference,
        TransactionDateTime: dated(r.at),
      }))
    return reply.send({ SettlementSummaries: [], SettlementTransactions: [...charges, ...refunds], Errors: '' })
  })
}

const isProof = (given: unknown): boolean => typeof (given as Body | undefined)?.['Cryptogram'] === 'string'
