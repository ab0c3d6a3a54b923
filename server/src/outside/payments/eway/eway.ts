import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import {
  ForgedHook,
  type AuthAsk,
  type AuthStep,
  type BillingAddress,
  type ChargeAsk,
  type Failure,
  type Lookup,
  type Movement,
  type NewInstrument,
  type PaymentProvider,
  type Verdict,
} from '../../payments.ts'
import type { AccountOf } from '../accounts.ts'
import { isFailure, providerHttp } from '../http.ts'
import type { ProviderOptions } from '../providers.ts'
import { codesOf, refusalOf } from './codes.ts'

/** eWAY's Rapid API: cards by Secure Fields, stored customers. Its answers have status 200 whatever they say. */

const hosts = { live: 'https://api.ewaypayments.com', test: 'https://api.sandbox.ewaypayments.com' }
const scripts = 'https://secure.ewaypayments.com'
const apiVersion = '47'

const text = z.union([z.string(), z.number()]).nullish()
const CardDetails = z.object({ Number: text, ExpiryMonth: text, ExpiryYear: text }).nullish()
const Transaction = z.object({
  TransactionStatus: z.boolean().nullish(),
  TransactionID: text,
  ResponseMessage: z.string().nullish(),
  Errors: z.string().nullish(),
  Customer: z.object({ TokenCustomerID: text, CardDetails }).nullish(),
  Payment: z.object({ TotalAmount: z.number().nullish(), CurrencyCode: z.string().nullish() }).nullish(),
  TotalAmount: z.number().nullish(),
  CurrencyCode: z.string().nullish(),
})
type Transaction = z.infer<typeof Transaction>
const Found = z.object({ Transactions: z.array(Transaction).nullish(), Errors: z.string().nullish() })
const Enrolled = z.object({
  AccessCode: z.string().nullish(),
  Default3dsUrl: z.string().nullish(),
  Errors: z.string().nullish(),
})
const Proof = z.object({
  Cryptogram: z.string().nullish(),
  ECI: z.string().nullish(),
  XID: z.string().nullish(),
  AuthStatus: z.string().nullish(),
  Version: z.string().nullish(),
  dsTransactionId: z.string().nullish(),
})
const Verified = z.object({
  Enrolled: z.boolean().nullish(),
  ThreeDSecureAuth: Proof.nullish(),
  Errors: z.string().nullish(),
})
const Settlement = z.object({
  SettlementTransactions: z
    .array(
      z.object({
        TransactionID: z.union([z.string(), z.number()]),
        Amount: z.number(),
        CurrencyCode: z.string(),
        TransactionType: z.union([z.string(), z.number()]),
        TransactionDateTime: z.string(),
        InvoiceReference: z.string().nullish(),
      }),
    )
    .nullish(),
  Errors: z.string().nullish(),
})

/** A transaction may still be under way before this many milliseconds have passed. */
const settled = 60_000

export function eway(account: AccountOf<'eway'>, { seconds, pause = 5_000 }: ProviderOptions): PaymentProvider {
  const { credentials, mode, standIn } = account
  const http = providerHttp('eway', standIn ? `${standIn.address}/eway` : hosts[mode], seconds)
  const headers = {
    authorization: `Basic ${Buffer.from(`${credentials.api_key}:${credentials.password}`).toString('base64')}`,
    'x-eway-apiversion': apiVersion,
    'content-type': 'application/json',
  }

  /** Sends a request and reads its answer; anything but the expected form is unclear. */
  async function ask<Schema extends z.ZodType>(
    schema: Schema,
    method: 'GET' | 'POST',
    path: string,
    body: unknown,
    signal: AbortSignal,
  ): Promise<{ said: z.infer<Schema> } | Failure> {
    const reply = await http.send(
      { method, path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
      signal,
    )
    if (isFailure(reply)) return reply
    if (reply.status === 401 || reply.status === 403 || reply.status === 404)
      return { outcome: 'refused', code: String(reply.status), reason: `eWAY answered ${reply.status}` }
    const parsed = schema.safeParse(reply.body)
    if (reply.status !== 200 || !parsed.success)
      return { outcome: 'unclear', code: String(reply.status), reason: 'the answer has no known form' }
    return { said: parsed.data }
  }

  async function charge(asked: ChargeAsk, signal: AbortSignal): Promise<Verdict> {
    const { means, initiator, reference, amountMinor, currency, billing, invoiceNumber, description, ip } = asked
    if (means.kind === 'approval') return { outcome: 'refused', code: null, reason: 'a card is not approved elsewhere' }
    const isFresh = means.kind === 'fresh'
    const answer = await ask(
      Transaction,
      'POST',
      '/Transaction',
      {
        Customer: {
          ...customerOf(billing),
          ...(isFresh
            ? { CardDetails: { Name: means.cardName ?? `${billing.firstName} ${billing.lastName}` } }
            : { TokenCustomerID: means.token }),
        },
        Payment: {
          TotalAmount: amountMinor,
          CurrencyCode: currency,
          InvoiceReference: reference,
          ...(invoiceNumber ? { InvoiceNumber: invoiceNumber.slice(0, 64) } : {}),
          InvoiceDescription: description.slice(0, 64),
        },
        ...(isFresh
          ? { SecuredCardData: means.paymentToken, SaveCustomer: account.can_save && means.keep === true }
          : {}),
        ...(isFresh && means.evidence ? { ThreeDSecureAuth: means.evidence } : {}),
        Method: 'ProcessPayment',
        TransactionType: initiator === 'merchant' ? 'Recurring' : 'Purchase',
        ...(ip ? { CustomerIP: ip } : {}),
      },
      signal,
    )
    return isFailure(answer) ? answer : verdictOf(answer.said)
  }

  async function look({ reference }: Lookup, signal: AbortSignal): Promise<Verdict | { outcome: 'none' }> {
    const answer = await ask(
      Found,
      'GET',
      `/Transaction/InvoiceRef/${encodeURIComponent(reference)}`,
      undefined,
      signal,
    )
    if (isFailure(answer)) return answer.outcome === 'later' ? { ...answer, outcome: 'unclear' } : answer
    const [transaction, ...others] = answer.said.Transactions ?? []
    // Only a reference that was used once can be looked up.
    if (others.length > 0) return { outcome: 'unclear', code: null, reason: 'the reference was used more than once' }
    if (transaction) return verdictOf(transaction)
    const codes = codesOf(answer.said.Errors)
    return codes.length === 1 && codes[0] === 'V6171'
      ? { outcome: 'none' }
      : { outcome: 'unclear', code: codes[0] ?? null, reason: 'the look-up was refused' }
  }

  return {
    async collect() {
      const origin = standIn?.address ?? scripts
      return {
        kind: 'fields',
        client: {
          provider: 'eway',
          script: {
            url: standIn ? `${origin}/eway/scripts/eWAY.min.js` : `${scripts}/scripts/eWAY.min.js`,
            integrity: null,
          },
          frameSources: standIn ? [origin] : ['https://*.ewaypayments.com'],
          settings: { publicApiKey: credentials.public_key },
        },
      }
    },

    async keep({ means, billing }, signal) {
      if (means.kind !== 'fresh')
        return { outcome: 'refused', code: null, reason: 'only an entered card can be stored' }
      const answer = await ask(
        z.object({
          Customer: z.object({ TokenCustomerID: text, CardDetails }).nullish(),
          Errors: z.string().nullish(),
        }),
        'POST',
        '/Customer',
        {
          Customer: {
            ...customerOf(billing),
            CardDetails: { Name: means.cardName ?? `${billing.firstName} ${billing.lastName}` },
          },
          SecuredCardData: means.paymentToken,
          Method: 'CreateTokenCustomer',
        },
        signal,
      )
      if (isFailure(answer)) return answer
      const codes = codesOf(answer.said.Errors)
      const instrument = instrumentOf(answer.said.Customer)
      if (codes.length > 0) return { outcome: 'refused', code: codes[0]!, reason: `eWAY: ${codes.join(', ')}` }
      return instrument
        ? { outcome: 'kept', instrument }
        : { outcome: 'unclear', code: null, reason: 'the card was not stored' }
    },

    authenticate: account.authenticate ? authenticate : null,
    prepare: null,
    charge,

    async find(what, signal) {
      const first = await look(what, signal)
      if (first.outcome !== 'none' || what.isUnsent) return first
      if (what.now.getTime() - what.sentAt.getTime() < settled)
        return { outcome: 'unclear', code: null, reason: 'it is too early to be certain' }
      // One empty answer may come from a server that is behind the others.
      await sleep(pause, undefined, { signal })
      return look(what, signal)
    },

    async refund({ reference, providerId, amountMinor, currency }, signal) {
      const answer = await ask(
        Transaction,
        'POST',
        `/Transaction/${encodeURIComponent(providerId)}/Refund`,
        {
          Refund: {
            TransactionID: providerId,
            TotalAmount: amountMinor,
            CurrencyCode: currency,
            InvoiceReference: reference,
          },
        },
        signal,
      )
      if (isFailure(answer)) return answer
      const { TransactionStatus: isDone, TransactionID: id, ResponseMessage: said, Errors: errors } = answer.said
      if (isDone && id) return { outcome: 'paid', providerId: String(id), amountMinor, currency }
      return refusalOf([...codesOf(said), ...codesOf(errors)])
    },

    // A stored customer cannot be deleted by eWAY's API: it is never used again.
    forget: () => Promise.resolve(),

    async readHook() {
      throw new ForgedHook('eWAY sends no webhooks')
    },

    async list(day, signal) {
      const movements: Movement[] = []
      for (let page = 1; ; page += 1) {
        const query = new URLSearchParams({
          ReportMode: 'TransactionOnly',
          StartDate: day,
          EndDate: day,
          Page: String(page),
          PageSize: '200',
        })
        const answer = await ask(Settlement, 'GET', `/Search/Settlement?${query}`, undefined, signal)
        if (isFailure(answer)) throw new Error(`eWAY gave no list: ${answer.reason}`)
        const found = answer.said.SettlementTransactions ?? []
        for (const one of found)
          movements.push({
            kind: String(one.TransactionType) === '4' ? 'refund' : 'charge',
            reference: one.InvoiceReference ?? null,
            providerId: String(one.TransactionID),
            amountMinor: one.Amount,
            currency: one.CurrencyCode,
            at: new Date(
              Number(/\/Date\((\d+)/.exec(one.TransactionDateTime)?.[1] ?? Date.parse(one.TransactionDateTime)),
            ),
          })
        if (found.length < 200) return movements
      }
    },
  }

  async function authenticate(asked: AuthAsk, signal: AbortSignal): Promise<AuthStep> {
    const refused = ({ code, reason }: { code: string | null; reason: string }): AuthStep => ({
      step: 'refused',
      code: code ?? 'unavailable',
      reason,
    })
    const { progress } = asked
    if (progress) {
      const answer = await ask(Verified, 'POST', '/3dsverify', { AccessCode: progress['accessCode'] ?? '' }, signal)
      if (isFailure(answer)) return refused(answer)
      const proof = answer.said.ThreeDSecureAuth
      // Y: authenticated. A: the bank does not take part, and answers for the card nevertheless.
      if (!proof || !['Y', 'A'].includes(proof.AuthStatus ?? ''))
        return refused({
          code: codesOf(answer.said.Errors)[0] ?? 'not_authenticated',
          reason: 'the cardholder was not authenticated',
        })
      return {
        step: 'done',
        evidence: Object.fromEntries(
          Object.entries(proof).filter((e): e is [string, string] => typeof e[1] === 'string'),
        ),
      }
    }
    const answer = await ask(
      Enrolled,
      'POST',
      '/3dsenrol',
      {
        Customer: customerOf(asked.billing),
        SecuredCardData: asked.paymentToken,
        Payment: { TotalAmount: asked.amountMinor, CurrencyCode: asked.currency, InvoiceReference: asked.reference },
        RedirectUrl: asked.returnUrl,
      },
      signal,
    )
    if (isFailure(answer)) return refused(answer)
    const { AccessCode: accessCode, Default3dsUrl: url, Errors: errors } = answer.said
    if (!accessCode || !url)
      return refused({ code: codesOf(errors)[0] ?? null, reason: 'eWAY gave no page of the bank' })
    if (!isOfEway(url)) return refused({ code: 'foreign_host', reason: 'the bank’s page is on an unknown host' })
    return { step: 'frame', url, post: {}, progress: { accessCode }, isHidden: false }
  }

  function isOfEway(url: string): boolean {
    if (!URL.canParse(url)) return false
    const { origin, protocol, hostname } = new URL(url)
    return origin === standIn?.address || (protocol === 'https:' && hostname.endsWith('.ewaypayments.com'))
  }
}

function verdictOf(transaction: Transaction): Verdict {
  const {
    TransactionStatus: isPaid,
    TransactionID: id,
    ResponseMessage: said,
    Errors: errors,
    Customer: customer,
  } = transaction
  const codes = [...codesOf(said), ...codesOf(errors)]
  if (!isPaid) return refusalOf(codes)
  const amountMinor = transaction.Payment?.TotalAmount ?? transaction.TotalAmount
  const currency = transaction.Payment?.CurrencyCode ?? transaction.CurrencyCode
  if (id === null || id === undefined || typeof amountMinor !== 'number' || !currency)
    return { outcome: 'unclear', code: codes[0] ?? null, reason: 'the answer names no transaction' }
  // Approved for a part of the amount, and the like: money moved, so the caller compares the amount.
  const instrument = instrumentOf(customer)
  return { outcome: 'paid', providerId: String(id), amountMinor, currency, ...(instrument ? { instrument } : {}) }
}

function instrumentOf(customer: Transaction['Customer']): NewInstrument | undefined {
  const token = customer?.TokenCustomerID
  if (token === null || token === undefined || token === '') return undefined
  const { Number: number, ExpiryMonth: month, ExpiryYear: year } = customer?.CardDetails ?? {}
  const digits = String(number ?? '')
  const two = Number(year)
  return {
    kind: 'card',
    token: String(token),
    brand: digits.startsWith('4')
      ? 'visa'
      : /^(5|2)/.test(digits)
        ? 'mastercard'
        : /^3[47]/.test(digits)
          ? 'amex'
          : null,
    last4: /(\d{4})$/.exec(digits)?.[1] ?? null,
    expiryMonth: month ? Number(month) : null,
    expiryYear: year ? (two < 100 ? 2000 + two : two) : null,
    payerLabel: null,
    // eWAY keeps the network's id with the stored customer.
    networkId: null,
  }
}

const customerOf = (billing: BillingAddress) => ({
  FirstName: billing.firstName,
  LastName: billing.lastName,
  ...(billing.company ? { CompanyName: billing.company } : {}),
  Street1: billing.street,
  City: billing.city,
  ...(billing.state ? { State: billing.state } : {}),
  PostalCode: billing.zip,
  // Lower case, as eWAY wants it.
  Country: billing.country.toLowerCase(),
  Email: billing.email,
  ...(billing.phone ? { Phone: billing.phone } : {}),
})
