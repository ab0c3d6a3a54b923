import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parsedJson, textAt, type Body, valueAt } from './bodies.ts'
import { isSame, hmac } from '../hooks.ts'
import { toDecimal, toMinor } from '../money.ts'
import { digestOf, signedText } from '../cybersource/signature.ts'
import { chargeIn, newId, refundIn } from './engine.ts'
import { fieldScript } from './fields.ts'
import { signingKey, signJwt } from './jwt.ts'
import type { Parts } from './gateway.ts'
import type { Charge, Source } from './ledger.ts'

/** The face of CyberSource's REST API: paths, bodies, statuses and quirks. A decline has status 201. */

const reasons: Record<string, [string, string]> = {
  declined: ['PROCESSOR_DECLINED', 'Decline - General decline of the card.'],
  no_funds: ['INSUFFICIENT_FUND', 'Decline - Insufficient funds in the account.'],
  expired: ['EXPIRED_CARD', 'Decline - Expired card.'],
  wrong_code: ['CVN_NOT_MATCH', 'Decline - Invalid Card Verification Number.'],
  lost: ['STOLEN_LOST_CARD', 'Decline - Stolen or lost card.'],
  stolen: ['STOLEN_LOST_CARD', 'Decline - Stolen or lost card.'],
}
const codes: Record<string, string> = {
  PROCESSOR_DECLINED: '203',
  INSUFFICIENT_FUND: '204',
  EXPIRED_CARD: '202',
  CVN_NOT_MATCH: '211',
  STOLEN_LOST_CARD: '205',
}
export const types: Record<string, string> = { visa: '001', mastercard: '002', amex: '003' }
const currencies = new Set(['USD', 'CAD'])
/** A token of the fields is good for 15 minutes. */
const freshness = 15 * 60_000

export function cybersourceFace(app: FastifyInstance, parts: Parts): void {
  const { ledger, secrets, now, hooks, certificate } = parts
  const { merchant_id: merchantId, key_id: keyId, secret } = secrets.cybersource
  const key = signingKey(certificate.key)

  const bad = (reply: FastifyReply, reason: string, message: string, status = 400) =>
    reply.code(status).send({ submitTimeUtc: now().toISOString(), status: 'INVALID_REQUEST', reason, message })

  /** Returns the parsed body of a request that is signed; undefined after a refusal. */
  function signedBody(request: FastifyRequest, reply: FastifyReply): Body | undefined {
    const text = typeof request.body === 'string' && request.body !== '' ? request.body : undefined
    const { headers } = request
    const header = String(headers['signature'] ?? '')
    const given = Object.fromEntries([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]))
    const wanted = hmac(
      Buffer.from(secret, 'base64'),
      signedText(
        {
          method: request.method,
          host: request.host,
          target: request.url,
          date: headers['date'] ?? '',
          body: text,
        },
        merchantId,
      ),
    )
    const isGood =
      headers['v-c-merchant-id'] === merchantId &&
      given['keyid'] === keyId &&
      given['algorithm'] === 'HmacSHA256' &&
      isSame(given['signature'] ?? '', wanted) &&
      (text === undefined || headers['digest'] === digestOf(text)) &&
      Math.abs(Date.parse(String(headers['date'])) - Date.now()) < 5 * 60_000
    if (!isGood) {
      void reply.code(401).send({ response: { rmsg: 'Authentication Failed' } })
      return undefined
    }
    if (text === undefined) return {}
    const parsed = parsedJson(text)
    if (typeof parsed === 'object' && parsed !== null) return parsed as Body
    void bad(reply, 'INVALID_DATA', 'The body is not JSON.')
    return undefined
  }
  const on = (
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    handler: (request: FastifyRequest, reply: FastifyReply, body: Body) => unknown,
  ) =>
    app.route({
      method,
      url: `/cybersource${url}`,
      handler: async (request, reply) => {
        const body = signedBody(request, reply)
        return body === undefined ? reply : handler(request, reply, body)
      },
    })
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

  on('POST', '/microform/v2/sessions', (_request, reply, body) => {
    const given = valueAt(body, 'targetOrigins')
    const origins: unknown[] = Array.isArray(given) ? given : []
    if (origins.length === 0 || !origins.every((origin) => /^https?:\/\/[^/]+$/.test(String(origin))))
      return bad(reply, 'INVALID_DATA', 'targetOrigins: must be origins')
    if (!['v2', 'v2.0'].includes(textAt(body, 'clientVersion') ?? ''))
      return bad(reply, 'INVALID_DATA', 'clientVersion: unknown')
    const script = fieldScript('Flex', parts.address())
    const seconds = Math.floor(now().getTime() / 1000)
    const context = signJwt(
      {
        flx: { path: '/flex/v2/tokens', data: '', origin: parts.address(), jwk: key.jwk },
        ctx: [
          {
            type: 'mf-2.1.0',
            data: {
              clientLibrary: `${parts.address()}/cybersource/flex/microform.js`,
              clientLibraryIntegrity: `sha256-${createHash('sha256').update(script).digest('base64')}`,
              allowedCardNetworks: valueAt(body, 'allowedCardNetworks') ?? [],
              targetOrigins: origins,
            },
          },
        ],
        iss: 'Flex API',
        iat: seconds,
        exp: seconds + 900,
        jti: newId('paypal'),
      },
      key,
    )
    return reply.code(201).type('application/jwt').send(context)
  })
  on('GET', '/flex/v2/public-keys/:id', (request, reply) =>
    idOf(request) === key.kid ? reply.send(key.jwk) : bad(reply, 'NOT_FOUND', 'The key is unknown.', 404),
  )

  /** Returns the card of a request: a new one by its token, or a stored one. */
  function meansOf(body: Body): { source: Source; token: string | null } | undefined {
    const customer = textAt(body, 'paymentInformation.customer.id')
    if (customer !== undefined) {
      const stored = ledger.token('cybersource', customer)
      return stored ? { source: stored.source, token: customer } : undefined
    }
    const jwt = textAt(body, 'tokenInformation.transientTokenJwt') ?? ''
    const jti = textAt(body, 'tokenInformation.transientToken') ?? jtiIn(jwt)
    const entered = ledger.entered.get(jti)
    if (!entered || now().getTime() - Date.parse(entered.at) > freshness) return undefined
    return { source: entered.source, token: null }
  }

  on('POST', '/pts/v2/payments', (request, reply, body) => {
    const reference = valueAt(body, 'clientReferenceInformation.code')
    const amounts = valueAt(body, 'orderInformation.amountDetails') ?? {}
    const { currency, totalAmount } = amounts as { currency?: string; totalAmount?: unknown }
    if (typeof reference !== 'string' || reference.length > 50)
      return bad(reply, 'INVALID_DATA', 'clientReferenceInformation.code')
    // Amounts are texts: a number is refused.
    const amountMinor = toMinor(totalAmount, currency ?? 'USD')
    if (amountMinor === undefined || !currency || !currencies.has(currency))
      return bad(reply, 'INVALID_DATA', 'orderInformation.amountDetails')
    const means = meansOf(body)
    if (!means) return bad(reply, 'INVALID_DATA', 'Declined - One or more fields in the request contains invalid data')
    const transactionId = textAt(body, 'clientReferenceInformation.transactionId')
    if (transactionId !== undefined && ledger.chargesOf('cybersource', reference).some(({ state }) => state === 'paid'))
      return bad(reply, 'DUPLICATE_REQUEST', 'The transaction id was used before.')
    const processing = valueAt(body, 'processingInformation')
    const makesToken = JSON.stringify(valueAt(processing, 'actionList') ?? []).includes('"TOKEN_CREATE"')
    const newToken = makesToken && means.token === null ? newId('paypal').toUpperCase() : null
    const evidence = valueAt(body, 'consumerAuthenticationInformation')
    if (valueAt(processing, 'capture') === false) {
      // An authorisation that is not captured moves nothing; only the card is stored.
      if (newToken) ledger.record({ kind: 'token', id: newToken, face: 'cybersource', source: means.source })
      const id = newId('cybersource')
      return reply.code(201).send({
        id,
        status: 'AUTHORIZED',
        orderInformation: { amountDetails: { authorizedAmount: totalAmount, currency } },
        processorInformation: { networkTransactionId: `0${id.slice(0, 14)}` },
        ...(newToken ? { tokenInformation: { customer: { id: newToken } } } : {}),
      })
    }
    const result = chargeIn(ledger, {
      face: 'cybersource',
      reference,
      invoice: textAt(body, 'orderInformation.invoiceDetails.invoiceNumber') ?? null,
      amountMinor,
      currency,
      source: means.source,
      initiator: valueAt(processing, 'authorizationOptions.initiator.type') === 'merchant' ? 'merchant' : 'customer',
      token: means.token,
      newToken,
      order: null,
      authenticated: [valueAt(evidence, 'cavv'), valueAt(evidence, 'ucafAuthenticationData')].some(
        (proof) => typeof proof === 'string',
      ),
    })
    const { charge, mishap } = result
    if (charge) announce(charge)
    return parts.answer(request, reply, result, () =>
      mishap === 'duplicate'
        ? {
            status: 400,
            body: {
              submitTimeUtc: now().toISOString(),
              status: 'INVALID_REQUEST',
              reason: 'DUPLICATE_REQUEST',
              message: 'The request was sent before.',
            },
          }
        : { status: 201, body: paymentOf(charge!) },
    )
  })

  const announce = (charge: Charge) =>
    hooks.announce({
      face: 'cybersource',
      of: charge.id,
      name: charge.state === 'paid' ? 'payments.payments.accept' : 'payments.payments.reject',
      resource: {
        organizationId: merchantId,
        data: { id: charge.id, clientReferenceInformation: { code: charge.reference } },
      },
      charge,
    })

  function paymentOf(charge: Charge): Body {
    const { id, reference, refusal, currency, amountMinor, token } = charge
    const [reason, message] = reasons[refusal ?? ''] ?? ['', '']
    const amount = toDecimal(amountMinor, currency)
    return {
      id,
      submitTimeUtc: now().toISOString(),
      status: refusal === null ? 'AUTHORIZED' : 'DECLINED',
      clientReferenceInformation: { code: reference },
      ...(refusal === null
        ? {
            orderInformation: { amountDetails: { totalAmount: amount, authorizedAmount: amount, currency } },
            processorInformation: {
              responseCode: '00',
              approvalCode: '888888',
              networkTransactionId: networkIdOf(charge),
            },
            paymentInformation: { card: { type: types[charge.source.brand ?? ''] } },
            ...(token
              ? { tokenInformation: { customer: { id: token }, instrumentIdentifier: { state: 'ACTIVE' } } }
              : {}),
          }
        : { errorInformation: { reason, message } }),
    }
  }

  on('POST', '/pts/v2/voids', (_request, reply, body) => {
    const transactionId = textAt(body, 'clientReferenceInformation.transactionId') ?? ''
    const charge = ledger.chargesOf('cybersource', transactionId).find(({ state }) => state === 'paid')
    if (!charge || ledger.left(charge) === 0)
      return bad(reply, 'INVALID_DATA', 'Declined - One or more fields in the request contains invalid data')
    return gaveBack(reply, charge.id, null, transactionId, 'void')
  })
  on('POST', '/pts/v2/payments/:id/voids', (request, reply, body) => {
    const charge = ledger.charges.get(idOf(request))
    if (!charge) return bad(reply, 'NOT_FOUND', 'The payment is unknown.', 404)
    // Settled every night: a void comes too late then.
    if (now().getTime() - Date.parse(charge.at) > 12 * 3_600_000)
      return bad(reply, 'NOT_VOIDABLE', 'The capture was settled.')
    return gaveBack(reply, charge.id, null, textAt(body, 'clientReferenceInformation.code') ?? '', 'void')
  })
  on('POST', '/pts/v2/payments/:id/refunds', (request, reply, body) => {
    const { totalAmount, currency } = (valueAt(body, 'orderInformation.amountDetails') ?? {}) as {
      totalAmount?: unknown
      currency?: string
    }
    const amountMinor = toMinor(totalAmount, currency ?? '')
    if (amountMinor === undefined) return bad(reply, 'INVALID_DATA', 'orderInformation.amountDetails.totalAmount')
    return gaveBack(reply, idOf(request), amountMinor, textAt(body, 'clientReferenceInformation.code') ?? '', 'refund')
  })

  function gaveBack(
    reply: FastifyReply,
    id: string,
    amountMinor: number | null,
    reference: string,
    how: 'void' | 'refund',
  ) {
    const result = refundIn(ledger, { id, amountMinor, reference, how })
    if ('id' in result)
      return reply.code(201).send({
        id: result.id,
        submitTimeUtc: now().toISOString(),
        status: how === 'void' ? 'VOIDED' : 'PENDING',
        clientReferenceInformation: { code: reference },
      })
    if (result.refusal === 'unknown') return bad(reply, 'NOT_FOUND', 'The payment is unknown.', 404)
    if (result.refusal === 'refused')
      return reply.code(201).send({
        id: newId('cybersource'),
        status: 'DECLINED',
        errorInformation: { reason: 'PROCESSOR_DECLINED', message: 'Decline - The refund was refused.' },
      })
    return bad(reply, how === 'void' ? 'NOT_VOIDABLE' : 'EXCEEDS_AUTH_AMOUNT', 'There is less left to give back.')
  }

  on('POST', '/tss/v2/searches', (_request, reply, body) => {
    const query = textAt(body, 'query') ?? ''
    const code = /^clientReferenceInformation\.code:([\w-]+)$/.exec(query)?.[1]
    const span = /^submitTimeUtc:\[(\S+) TO (\S+)\}$/.exec(query)
    if (code === undefined && !span) return bad(reply, 'INVALID_DATA', 'query')
    const all = [
      ...[...ledger.charges.values()]
        .filter(({ face }) => face === 'cybersource')
        .map((charge) => ({ at: charge.at, code: charge.reference, summary: summaryOf(charge) })),
      ...ledger.refunds
        .filter(({ of }) => ledger.charges.get(of)?.face === 'cybersource')
        .map((refund) => ({ at: refund.at, code: refund.reference, summary: refundSummary(refund) })),
    ].filter((one) => (code === undefined ? one.at >= span![1]! && one.at < span![2]! : one.code === code))
    const offset = Number(valueAt(body, 'offset') ?? 0)
    const shown = all.slice(offset, offset + Number(valueAt(body, 'limit') ?? 20))
    return reply.code(201).send({
      searchId: newId('cybersource'),
      totalCount: all.length,
      count: shown.length,
      ...(shown.length ? { _embedded: { transactionSummaries: shown.map(({ summary }) => summary) } } : {}),
    })
  })
  on('GET', '/tss/v2/transactions/:id', (request, reply) => {
    const charge = ledger.charges.get(idOf(request))
    if (!charge) return bad(reply, 'NOT_FOUND', 'The transaction is unknown.', 404)
    const { source, token } = charge
    return reply.send({
      ...summaryOf(charge),
      paymentInformation: {
        ...(token ? { customer: { customerId: token } } : {}),
        card: {
          suffix: source.last4,
          expirationMonth: String(source.month).padStart(2, '0'),
          expirationYear: String(source.year),
          type: types[source.brand ?? ''],
        },
      },
      processorInformation: { networkTransactionId: networkIdOf(charge) },
    })
  })
  on('DELETE', '/tms/v2/customers/:id', (request, reply) => {
    const stored = ledger.tokens.get(idOf(request))
    if (!stored) return bad(reply, 'NOT_FOUND', 'The customer is unknown.', 404)
    ledger.record({ kind: 'forgotten', id: idOf(request) })
    return reply.code(204).send()
  })

  on('POST', '/risk/v1/authentication-setups', (_request, reply, body) => {
    const means = meansOf(body)
    if (!means) return bad(reply, 'INVALID_DATA', 'tokenInformation.transientToken')
    return reply.code(201).send({
      status: 'COMPLETED',
      consumerAuthenticationInformation: {
        accessToken: newId('paypal'),
        referenceId: newId('paypal'),
        deviceDataCollectionUrl: `${parts.address()}/cybersource/3ds/device`,
      },
    })
  })
  on('POST', '/risk/v1/authentications', (_request, reply, body) => {
    const means = meansOf(body)
    if (!means) return bad(reply, 'INVALID_DATA', 'tokenInformation.transientToken')
    const returnUrl = textAt(body, 'consumerAuthenticationInformation.returnUrl') ?? ''
    if (means.source.behaviour !== 'challenge')
      return reply.code(201).send({
        id: newId('cybersource'),
        status: 'AUTHENTICATION_SUCCESSFUL',
        consumerAuthenticationInformation: proofOf(newId('paypal')),
      })
    const id = newId('paypal')
    ledger.record({
      kind: 'authentication',
      id,
      entered: textAt(body, 'tokenInformation.transientToken') ?? '',
      state: 'pending',
      returnUrl,
    })
    return reply.code(201).send({
      id: newId('cybersource'),
      status: 'PENDING_AUTHENTICATION',
      errorInformation: {
        reason: 'CONSUMER_AUTHENTICATION_REQUIRED',
        message: 'The cardholder is enrolled in Payer Authentication.',
      },
      consumerAuthenticationInformation: {
        authenticationTransactionId: id,
        accessToken: id,
        stepUpUrl: `${parts.address()}/cybersource/3ds/challenge`,
      },
    })
  })
  on('POST', '/risk/v1/authentication-results', (_request, reply, body) => {
    const id = textAt(body, 'consumerAuthenticationInformation.authenticationTransactionId') ?? ''
    const found = ledger.authentications.get(id)
    if (!found) return bad(reply, 'INVALID_DATA', 'authenticationTransactionId')
    if (found.state === 'passed')
      return reply.code(201).send({
        id: newId('cybersource'),
        status: 'AUTHENTICATION_SUCCESSFUL',
        consumerAuthenticationInformation: proofOf(id),
      })
    return reply.code(201).send({
      id: newId('cybersource'),
      status: 'AUTHENTICATION_FAILED',
      errorInformation: {
        reason: 'CONSUMER_AUTHENTICATION_FAILED',
        message: 'Encountered a Payer Authentication problem. Payer could not be authenticated.',
      },
    })
  })

  const summaryOf = (charge: Charge & { at?: string }): Body => {
    const isPaid = charge.state === 'paid'
    const reason = reasons[charge.refusal ?? '']?.[0] ?? ''
    const code = isPaid ? '100' : codes[reason]
    return {
      id: charge.id,
      submitTimeUtc: charge.at,
      clientReferenceInformation: { code: charge.reference },
      orderInformation: {
        amountDetails: { totalAmount: toDecimal(charge.amountMinor, charge.currency), currency: charge.currency },
      },
      applicationInformation: {
        applications: [
          { name: 'ics_auth', reasonCode: code, rMessage: reason },
          ...(isPaid ? [{ name: 'ics_bill', reasonCode: '100' }] : []),
        ],
      },
    }
  }
  const refundSummary = (refund: (typeof ledger.refunds)[number]): Body => ({
    id: refund.id,
    submitTimeUtc: refund.at,
    clientReferenceInformation: { code: refund.reference },
    orderInformation: {
      amountDetails: { totalAmount: toDecimal(refund.amountMinor, refund.currency), currency: refund.currency },
    },
    applicationInformation: {
      applications: [{ name: refund.how === 'void' ? 'ics_void' : 'ics_credit', reasonCode: '100' }],
    },
  })
}

const networkIdOf = ({ id }: Charge) => `0${id.slice(0, 14)}`

const proofOf = (transactionId: string) => ({
  authenticationTransactionId: transactionId,
  cavv: 'AAABAWFlmQAAAABjRWWZEEFgFz+=',
  eciRaw: '05',
  paresStatus: 'Y',
  specificationVersion: '2.2.0',
  directoryServerTransactionId: transactionId,
  ecommerceIndicator: 'vbv',
})

function jtiIn(jwt: string): string {
  try {
    const { jti } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8')) as { jti?: string }
    return jti ?? ''
  } catch {
    return ''
  }
}
