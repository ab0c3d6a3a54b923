import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentAccount } from './accounts.ts'
import { toDecimal, toMinor } from './money.ts'
import { makePayments, type Payments } from './providers.ts'
import { chargeOf, lookup, never, newReference } from './testing.ts'

/**
 * Replies that the providers describe and the gateway's cards do not give: what they mean for the money. A server of the
 * test gives them word for word, and keeps what it was asked.
 */

interface Asked {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}
let asked: Asked[] = []
let replies: { status: number; body: unknown }[] = []
let payments: Payments
const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8').on('data', (part: string) => (text += part))
  request.on('end', () => {
    const isToken = request.url === '/paypal/v1/oauth2/token'
    const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>
    if (!isToken) asked.push({ method: request.method!, path: request.url!, headers: request.headers, body })
    const reply = isToken ? { status: 200, body: { access_token: 'x', expires_in: 3600 } } : replies.shift()!
    if (reply.status === 302) response.setHeader('location', 'http://localhost:9/elsewhere')
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  })
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const shared = {
    mode: 'test' as const,
    can_save: true,
    currencies: ['USD', 'AUD'],
    standIn: { address: `http://localhost:${port}`, certificate: '' },
  }
  const accounts: PaymentAccount[] = [
    {
      ...shared,
      name: 'cybersource',
      provider: 'cybersource',
      authenticate: true,
      credentials: { merchant_id: 'm', key_id: 'k', secret: Buffer.alloc(32).toString('base64') },
    },
    {
      ...shared,
      name: 'eway',
      provider: 'eway',
      authenticate: true,
      credentials: { api_key: 'a', password: 'p', public_key: 'epk-1' },
    },
    {
      ...shared,
      name: 'paypal',
      provider: 'paypal',
      credentials: { client_id: 'c', client_secret: 's', webhook_id: 'w' },
    },
  ]
  payments = makePayments(accounts, { pause: 0 })
})
beforeEach(() => {
  asked = []
  replies = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const stored = { kind: 'stored' as const, token: 'T1', networkId: '0123456789' }
function charge(account: string, handle: string | null = null) {
  return payments.provider(account).charge({ ...chargeOf(account, stored, { initiator: 'merchant' }), handle }, never)
}

describe('CyberSource', () => {
  test.each(['AUTHORIZED_PENDING_REVIEW', 'PARTIAL_AUTHORIZED'])(
    '%s holds money that was not asked for so: it is voided at once and declined',
    async (status) => {
      replies = [
        { status: 201, body: { id: '71', status } },
        { status: 201, body: { id: '72', status: 'VOIDED' } },
      ]
      expect(await charge('cybersource')).toMatchObject({ outcome: 'declined', code: status })
      expect(asked[1]).toMatchObject({ method: 'POST', path: '/cybersource/pts/v2/payments/71/voids' })
    },
  )

  test('if that void fails, the outcome is unclear', async () => {
    replies = [
      { status: 201, body: { id: '71', status: 'PARTIAL_AUTHORIZED' } },
      { status: 502, body: {} },
    ]
    expect((await charge('cybersource')).outcome).toBe('unclear')
  })

  test.each<[string, { status: number; body: unknown }, string]>([
    ['502', { status: 502, body: { status: 'SERVER_ERROR', reason: 'SYSTEM_ERROR' } }, 'unclear'],
    ['a page in place of JSON', { status: 201, body: '<html>' }, 'unclear'],
    ['a redirect, which is not followed', { status: 302, body: '' }, 'unclear'],
    ['too many requests', { status: 429, body: {} }, 'later'],
    ['wrong credentials', { status: 401, body: { response: { rmsg: 'Authentication Failed' } } }, 'refused'],
    [
      'a missing field',
      { status: 400, body: { status: 'INVALID_REQUEST', reason: 'MISSING_FIELD', message: 'x' } },
      'refused',
    ],
    [
      'a time-out at the bank',
      { status: 201, body: { id: '1', status: 'DECLINED', errorInformation: { reason: 'PROCESSOR_TIMEOUT' } } },
      'unclear',
    ],
    ['paid, without an amount', { status: 201, body: { id: '1', status: 'AUTHORIZED' } }, 'unclear'],
  ])('%s: %s', async (_what, reply, expected) => {
    replies = [reply]
    expect((await charge('cybersource')).outcome).toBe(expected)
    expect(asked).toHaveLength(1)
  })

  test('reports the amount that was charged, even if another was asked for', async () => {
    replies = [
      {
        status: 201,
        body: {
          id: '1',
          status: 'AUTHORIZED',
          orderInformation: { amountDetails: { authorizedAmount: '48.00', currency: 'USD' } },
        },
      },
    ]
    expect(await charge('cybersource')).toMatchObject({ outcome: 'paid', amountMinor: 4800 })
  })

  test('a renewal is marked as the merchant’s, with the network’s id of the first payment; amounts are texts', async () => {
    replies = [{ status: 201, body: { id: '1', status: 'DECLINED' } }]
    await charge('cybersource')
    expect(asked[0]).toMatchObject({
      headers: {
        'v-c-merchant-id': 'm',
        signature: expect.stringContaining('headers="host date request-target digest v-c-merchant-id"') as string,
      },
      body: {
        processingInformation: {
          capture: true,
          commerceIndicator: 'recurring',
          authorizationOptions: {
            initiator: {
              type: 'merchant',
              storedCredentialUsed: true,
              merchantInitiatedTransaction: { previousTransactionId: '0123456789' },
            },
          },
        },
        orderInformation: { amountDetails: { totalAmount: '49.00', currency: 'USD' } },
        paymentInformation: { customer: { id: 'T1' } },
      },
    })
  })

  test('nothing found, and a void that is refused for another reason: not certain', async () => {
    replies = [
      { status: 201, body: { totalCount: 0 } },
      { status: 400, body: { status: 'INVALID_REQUEST', reason: 'NOT_VOIDABLE' } },
    ]
    expect((await payments.provider('cybersource').find(lookup(newReference()), never)).outcome).toBe('unclear')
  })

  test('nothing found, but the void finds it: it was charged, and is undone now', async () => {
    replies = [
      { status: 201, body: { totalCount: 0 } },
      { status: 201, body: { id: '5', status: 'VOIDED' } },
    ]
    expect((await payments.provider('cybersource').find(lookup(newReference()), never)).outcome).toBe('none')
  })
})

describe('what CyberSource’s search says about a charge', () => {
  const now = new Date()
  const find = (age = 120_000, kind: 'charge' | 'refund' = 'charge') =>
    payments
      .provider('cybersource')
      .find(lookup(newReference(), { now, kind, sentAt: new Date(now.getTime() - age) }), never)
  const summary = (id: string, ...applications: [string, string][]) => ({
    id,
    submitTimeUtc: now.toISOString(),
    orderInformation: { amountDetails: { totalAmount: '49.00', currency: 'USD' } },
    applicationInformation: { applications: applications.map(([name, reasonCode]) => ({ name, reasonCode })) },
  })
  const found = (...transactionSummaries: object[]) => ({
    status: 201,
    body: { totalCount: transactionSummaries.length, _embedded: { transactionSummaries } },
  })
  const sale = summary('71', ['ics_auth', '100'], ['ics_bill', '100'])

  test('captured, then voided, and the reply to the void was lost: nothing is kept, so it was not paid', async () => {
    replies = [found(sale, summary('72', ['ics_void', '100']))]
    expect((await find()).outcome).toBe('none')
  })

  test('a void that failed leaves the charge as it is', async () => {
    replies = [found(sale, summary('72', ['ics_void', '246'])), { status: 404, body: {} }]
    expect(await find()).toMatchObject({ outcome: 'paid', amountMinor: 4900 })
  })

  test('a refund by a void is found by its own reference', async () => {
    replies = [found(summary('72', ['ics_void', '100']))]
    expect(await find(120_000, 'refund')).toMatchObject({ outcome: 'paid', providerId: '72' })
  })

  test.each([
    ['approved', '100'],
    ['approved in part', '110'],
    ['held for a review', '480'],
  ])(
    'an authorisation that is %s, without a capture, is not declined: it is released after a minute',
    async (_what, code) => {
      replies = [found(summary('71', ['ics_auth', code]))]
      expect((await find(5000)).outcome).toBe('unclear')
      replies = [found(summary('71', ['ics_auth', code])), { status: 201, body: { id: '73', status: 'REVERSED' } }]
      expect((await find()).outcome).toBe('none')
      expect(asked.at(-1)).toMatchObject({
        path: '/cybersource/pts/v2/payments/71/reversals',
        body: { reversalInformation: { amountDetails: { totalAmount: '49.00', currency: 'USD' } } },
      })
    },
  )

  test('an authorisation that cannot be released stays unclear', async () => {
    replies = [found(summary('71', ['ics_auth', '100'])), { status: 502, body: {} }]
    expect((await find()).outcome).toBe('unclear')
  })

  test('a declined authorisation is declined', async () => {
    replies = [found(summary('71', ['ics_auth', '203']))]
    expect(await find()).toMatchObject({ outcome: 'declined', code: '203' })
  })
})

describe('eWAY', () => {
  test.each<[string, unknown, string]>([
    ['a code of the system', { TransactionStatus: false, ResponseMessage: 'S5666', Errors: null }, 'unclear'],
    ['another', { TransactionStatus: null, Errors: 'S5099' }, 'unclear'],
    ['a request under way', { TransactionStatus: false, ResponseMessage: 'D4409' }, 'unclear'],
    ['a wrong field of ours', { TransactionStatus: null, ResponseMessage: null, Errors: 'V6021,V6022' }, 'refused'],
    ['a suspicion of fraud', { TransactionStatus: false, ResponseMessage: 'D4405,F7000' }, 'declined'],
    ['no code at all', { TransactionStatus: false }, 'unclear'],
    ['approved, without a number', { TransactionStatus: true, ResponseMessage: 'A2000' }, 'unclear'],
  ])('%s in an answer with status 200: %s', async (_what, body, expected) => {
    replies = [{ status: 200, body }]
    expect((await charge('eway')).outcome).toBe(expected)
  })

  test('a renewal is recurring, in whole cents, with a country in lower case', async () => {
    replies = [
      {
        status: 200,
        body: {
          TransactionStatus: true,
          TransactionID: 11,
          ResponseMessage: 'A2000',
          Payment: { TotalAmount: 4900, CurrencyCode: 'AUD' },
        },
      },
    ]
    expect(await charge('eway')).toEqual({ outcome: 'paid', providerId: '11', amountMinor: 4900, currency: 'AUD' })
    expect(asked[0]).toMatchObject({
      path: '/eway/Transaction',
      headers: { 'x-eway-apiversion': '47', authorization: 'Basic YTpw' },
      body: {
        TransactionType: 'Recurring',
        Customer: { TokenCustomerID: 'T1', Country: 'us' },
        Payment: { TotalAmount: 4900, CurrencyCode: 'AUD' },
      },
    })
  })

  test('one empty look is not enough: the second one finds it', async () => {
    const transaction = {
      TransactionStatus: true,
      TransactionID: 11,
      ResponseMessage: 'A2000',
      TotalAmount: 4900,
      CurrencyCode: 'AUD',
    }
    replies = [
      { status: 200, body: { Transactions: [], Errors: 'V6171' } },
      { status: 200, body: { Transactions: [transaction], Errors: '' } },
    ]
    expect(await payments.provider('eway').find(lookup(newReference()), never)).toMatchObject({
      outcome: 'paid',
      providerId: '11',
    })
  })

  test('the bank’s page on a foreign host is not shown', async () => {
    replies = [{ status: 200, body: { AccessCode: '1', Default3dsUrl: 'https://evil.example/3ds', Errors: '' } }]
    const step = await payments.provider('eway').authenticate!(
      { ...chargeOf('eway', stored), paymentToken: 't', returnUrl: 'http://localhost/back', ip: '', userAgent: '' },
      never,
    )
    expect(step).toMatchObject({ step: 'refused', code: 'foreign_host' })
  })
})

describe('PayPal', () => {
  const order = (status: string) => ({
    id: 'O1',
    status: 'COMPLETED',
    purchase_units: [
      { payments: { captures: [{ id: 'C1', status, amount: { currency_code: 'USD', value: '49.00' } }] } },
    ],
  })
  test.each<[string, { status: number; body: unknown }, string]>([
    ['a capture that waits', { status: 201, body: order('PENDING') }, 'unclear'],
    ['a declined capture', { status: 201, body: order('DECLINED') }, 'declined'],
    ['a capture', { status: 201, body: order('COMPLETED') }, 'paid'],
    [
      'an order that was captured before',
      { status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] } },
      'unclear',
    ],
    [
      'an invoice number that was used',
      { status: 422, body: { details: [{ issue: 'DUPLICATE_INVOICE_ID' }] } },
      'unclear',
    ],
    ['a request under way', { status: 409, body: { name: 'RESOURCE_CONFLICT' } }, 'unclear'],
    ['500', { status: 500, body: { name: 'INTERNAL_SERVER_ERROR' } }, 'unclear'],
  ])('%s: %s', async (_what, reply, expected) => {
    replies = [reply]
    expect((await charge('paypal', 'O1')).outcome).toBe(expected)
    expect(asked[0]!.headers['paypal-request-id']).toMatch(/^CW31-.*c$/)
  })

  test('an approval on a foreign host is not offered', async () => {
    replies = [
      {
        status: 200,
        body: {
          id: 'O1',
          status: 'PAYER_ACTION_REQUIRED',
          links: [{ rel: 'payer-action', href: 'https://evil.example/approve' }],
        },
      },
    ]
    const ask = chargeOf('paypal', {
      kind: 'approval',
      returnUrl: 'http://localhost/r',
      cancelUrl: 'http://localhost/c',
      keep: true,
    })
    expect((await payments.provider('paypal').prepare!(ask, never)).outcome).toBe('unclear')
  })
})

test('amounts: exact in both directions, and nothing that is no amount', () => {
  expect([toDecimal(4900, 'USD'), toDecimal(5, 'USD'), toDecimal(0, 'USD'), toDecimal(4900, 'JPY')]).toEqual([
    '49.00',
    '0.05',
    '0.00',
    '4900',
  ])
  expect(['49', '49.5', '49.00', '49.000', '0.29'].map((text) => toMinor(text, 'USD'))).toEqual([
    4900, 4950, 4900, 4900, 29,
  ])
  expect(['', '-1', '1e2', '49.005', '49,00', 'NaN', 49, undefined].map((text) => toMinor(text, 'USD'))).toEqual(
    Array.from({ length: 8 }),
  )
  expect(() => toDecimal(0.5, 'USD')).toThrow(RangeError)
})
