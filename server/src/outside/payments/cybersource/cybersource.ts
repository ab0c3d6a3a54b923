import type { JsonWebKey } from 'node:crypto'
import { z } from 'zod'
import type { AuthEvidence, BillingAddress, ChargeAsk, Failure, PaymentProvider, Verdict } from '../../payments.ts'
import type { AccountOf } from '../accounts.ts'
import { isFailure, providerHttp, type ProviderReply } from '../http.ts'
import { toDecimal } from '../money.ts'
import type { ProviderOptions } from '../providers.ts'
import { authentication } from './authentication.ts'
import { readEvent } from './hooks.ts'
import { mustBeVoided, Payment, problemOf, Problem, verdictOf, type CardFacts } from './replies.ts'
import { search } from './search.ts'
import { signedHeaders } from './signature.ts'
import { BadToken, checkToken, keyIdOf, networks, readContext, readTransient } from './tokens.ts'

/** CyberSource's REST API: cards by Flex Microform, sales with token creation, stored customers. */

const hosts = { live: 'https://api.cybersource.com', test: 'https://apitest.cybersource.com' }
const cardinal = {
  live: 'https://centinelapi.cardinalcommerce.com',
  test: 'https://centinelapistag.cardinalcommerce.com',
}

/** What the adapter's parts send with. */
export interface Sender {
  get(path: string, signal: AbortSignal): Promise<ProviderReply>
  post(path: string, body: unknown, signal: AbortSignal): Promise<ProviderReply>
  remove(path: string, signal: AbortSignal): Promise<ProviderReply>
}

const Created = z.object({ id: z.string() })

export function cybersource(account: AccountOf<'cybersource'>, options: ProviderOptions): PaymentProvider {
  const { credentials, mode, standIn } = account
  const address = standIn ? `${standIn.address}/cybersource` : hosts[mode]
  const http = providerHttp('cybersource', address, options.seconds)
  const merchant = { merchantId: credentials.merchant_id, keyId: credentials.key_id, secret: credentials.secret }
  const send = (method: 'GET' | 'POST' | 'DELETE', path: string, body: string | undefined, signal: AbortSignal) => {
    const { pathname, search: query } = new URL(address + path)
    const headers = signedHeaders(
      { method, host: http.host, target: pathname + query, date: new Date().toUTCString(), body },
      merchant,
    )
    return http.send({ method, path, headers, ...(body === undefined ? {} : { body }) }, signal)
  }
  const sender: Sender = {
    get: (path, signal) => send('GET', path, undefined, signal),
    post: (path, body, signal) => send('POST', path, JSON.stringify(body), signal),
    remove: (path, signal) => send('DELETE', path, undefined, signal),
  }

  /** Checks the frame's token, 'context~token', and returns it with its card. */
  async function opened(
    paymentToken: string,
    signal: AbortSignal,
  ): Promise<{ jwt: string; card: CardFacts } | Failure> {
    const [context = '', jwt = ''] = paymentToken.split('~')
    try {
      const now = new Date()
      const reply = await sender.get(`/flex/v2/public-keys/${encodeURIComponent(keyIdOf(context))}`, signal)
      if (isFailure(reply)) return { ...reply, outcome: 'later' }
      if (reply.status !== 200) throw new BadToken('the provider does not know the key of the fields')
      checkToken(context, reply.body as JsonWebKey, now)
      checkToken(jwt, readContext(context).flx.jwk, now)
      return { jwt, card: readTransient(jwt).card }
    } catch (error) {
      if (error instanceof BadToken) return { outcome: 'refused', code: 'bad_token', reason: error.message }
      throw error
    }
  }

  async function charge(ask: ChargeAsk, signal: AbortSignal): Promise<Verdict> {
    const { means } = ask
    if (means.kind === 'approval') return { outcome: 'refused', code: null, reason: 'a card is not approved elsewhere' }
    const token = means.kind === 'fresh' ? await opened(means.paymentToken, signal) : null
    if (token && isFailure(token)) return token
    const reply = await sender.post('/pts/v2/payments', saleOf(ask, account.can_save, token?.jwt), signal)
    if (isFailure(reply)) return reply
    if (reply.status !== 201) return problemOf(reply.status, reply.body)
    const payment = Payment.safeParse(reply.body)
    if (!payment.success) return { outcome: 'unclear', code: null, reason: 'the reply has no known form' }
    if (!mustBeVoided.has(payment.data.status)) return verdictOf(payment.data, ask, token?.card ?? null)
    // It holds money, or a part of it, that we did not ask for in this form.
    const undone = await sender.post(`/pts/v2/payments/${payment.data.id}/voids`, referenceOf(ask.reference), signal)
    if (isFailure(undone) || undone.status !== 201)
      return { outcome: 'unclear', code: payment.data.status, reason: 'a payment under review could not be voided' }
    return { outcome: 'declined', class: 'soft', code: payment.data.status, reason: 'the payment needs a review' }
  }

  const searching = search(sender, options)
  return {
    async collect({ origin, brands }, signal) {
      const reply = await sender.post(
        '/microform/v2/sessions',
        {
          clientVersion: 'v2',
          targetOrigins: [origin],
          allowedCardNetworks: brands.flatMap((brand) => networks[brand] ?? []),
          allowedPaymentTypes: ['CARD'],
        },
        signal,
      )
      if (isFailure(reply) || reply.status !== 201) throw new Error('CyberSource gave no fields')
      const context = reply.text.trim()
      const { clientLibrary, clientLibraryIntegrity } = readContext(context).ctx[0]!.data
      const frames = standIn ? standIn.address : cardinal[mode]
      return {
        kind: 'fields',
        client: {
          provider: 'cybersource',
          script: { url: clientLibrary, integrity: clientLibraryIntegrity ?? null },
          frameSources: [frames],
          settings: { context },
        },
      }
    },

    async keep({ reference, means, billing }, signal) {
      if (means.kind !== 'fresh')
        return { outcome: 'refused', code: null, reason: 'only an entered card can be stored' }
      const token = await opened(means.paymentToken, signal)
      if (isFailure(token)) return token
      // An authorisation of nothing: the bank checks the card, and the token is made with it.
      const ask = {
        amountMinor: 0,
        currency: account.currencies[0]!,
        initiator: 'customer' as const,
        invoiceNumber: null,
      }
      const kept = { ...means, keep: true }
      const sale = saleOf({ ...ask, reference, means: kept, billing, description: '', ip: null }, true, token.jwt)
      const reply = await sender.post(
        '/pts/v2/payments',
        { ...sale, processingInformation: { ...sale.processingInformation, capture: false } },
        signal,
      )
      if (isFailure(reply)) return reply
      const payment = Payment.safeParse(reply.body)
      const verdict =
        reply.status === 201 && payment.success
          ? verdictOf(payment.data, ask, token.card)
          : problemOf(reply.status, reply.body)
      if (verdict.outcome === 'paid')
        return verdict.instrument
          ? { outcome: 'kept', instrument: verdict.instrument }
          : { outcome: 'unclear', code: null, reason: 'the card was not stored' }
      if (verdict.outcome === 'declined') return { outcome: 'refused', code: verdict.code, reason: verdict.reason }
      return verdict
    },

    authenticate: account.authenticate
      ? authentication(sender, { hosts: [standIn?.address ?? cardinal[mode]], opened })
      : null,
    prepare: null,
    charge,
    find: searching.find,

    async refund({ reference, providerId, amountMinor, currency, isWhole }, signal) {
      if (isWhole) {
        const undone = await sender.post(`/pts/v2/payments/${providerId}/voids`, referenceOf(reference), signal)
        if (isFailure(undone)) return undone
        const made = Created.safeParse(undone.body)
        if (undone.status === 201 && made.success)
          return { outcome: 'paid', providerId: made.data.id, amountMinor, currency }
        const problem = Problem.safeParse(undone.body).data?.reason
        if (undone.status !== 400 || problem !== 'NOT_VOIDABLE') return problemOf(undone.status, undone.body)
      }
      const reply = await sender.post(
        `/pts/v2/payments/${providerId}/refunds`,
        {
          clientReferenceInformation: { code: reference, transactionId: reference },
          orderInformation: { amountDetails: { totalAmount: toDecimal(amountMinor, currency), currency } },
        },
        signal,
      )
      if (isFailure(reply)) return reply
      const made = Payment.safeParse(reply.body)
      if (reply.status !== 201 || !made.success) return problemOf(reply.status, reply.body)
      return made.data.status === 'PENDING' || made.data.status === 'TRANSMITTED'
        ? { outcome: 'paid', providerId: made.data.id, amountMinor, currency }
        : verdictOf(made.data, { currency }, null)
    },

    async forget(token, signal) {
      const reply = await sender.remove(`/tms/v2/customers/${encodeURIComponent(token)}`, signal)
      if (isFailure(reply) || ![204, 404, 410].includes(reply.status))
        throw new Error('CyberSource did not delete a token')
    },

    async readHook(hook) {
      const { webhook_key_id: keyId, webhook_secret: secret } = credentials
      return readEvent(hook, keyId !== undefined && secret !== undefined ? { keyId, secret } : null)
    },

    list: searching.list,
  }
}

export const referenceOf = (reference: string) => ({ clientReferenceInformation: { code: reference } })

export const billTo = (billing: BillingAddress) => ({
  firstName: billing.firstName,
  lastName: billing.lastName,
  ...(billing.company ? { company: billing.company } : {}),
  address1: billing.street,
  locality: billing.city,
  ...(billing.state ? { administrativeArea: billing.state } : {}),
  postalCode: billing.zip,
  country: billing.country,
  email: billing.email,
  ...(billing.phone ? { phoneNumber: billing.phone } : {}),
})

/** Returns the body of a sale. */
function saleOf(ask: ChargeAsk, canSave: boolean, transient: string | undefined) {
  const { reference, means, initiator, amountMinor, currency, billing, ip, invoiceNumber } = ask
  const evidence: AuthEvidence = means.kind === 'fresh' ? (means.evidence ?? {}) : {}
  const { commerceIndicator = 'internet', ...authenticated } = evidence
  const isMerchant = initiator === 'merchant'
  const networkId = means.kind === 'stored' ? means.networkId : null
  const isStored = means.kind === 'fresh' && means.keep === true && canSave
  return {
    clientReferenceInformation: { code: reference, transactionId: reference },
    processingInformation: {
      capture: true,
      commerceIndicator: isMerchant ? 'recurring' : commerceIndicator,
      ...(isStored ? { actionList: ['TOKEN_CREATE'], actionTokenTypes: ['customer', 'paymentInstrument'] } : {}),
      authorizationOptions: {
        initiator: isMerchant
          ? {
              type: 'merchant',
              storedCredentialUsed: true,
              ...(networkId ? { merchantInitiatedTransaction: { previousTransactionId: networkId } } : {}),
            }
          : { type: 'customer', ...(isStored ? { credentialStoredOnFile: true } : {}) },
      },
    },
    orderInformation: {
      amountDetails: { totalAmount: toDecimal(amountMinor, currency), currency },
      billTo: billTo(billing),
      ...(invoiceNumber ? { invoiceDetails: { invoiceNumber } } : {}),
    },
    ...(transient === undefined ? {} : { tokenInformation: { transientTokenJwt: transient } }),
    ...(means.kind === 'stored' ? { paymentInformation: { customer: { id: means.token } } } : {}),
    ...(Object.keys(authenticated).length > 0 ? { consumerAuthenticationInformation: authenticated } : {}),
    ...(ip ? { deviceInformation: { ipAddress: ip } } : {}),
  }
}
