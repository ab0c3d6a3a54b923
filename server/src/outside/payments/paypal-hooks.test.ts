import { createSign, randomUUID, X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { crc32 } from 'node:zlib'
import { ForgedHook } from '../payments.ts'
import { makeCertificate, type Certificate } from './gateway/certificate.ts'
import { readEvent } from './paypal/hooks.ts'
import { never } from './testing.ts'

/**
 * An event as PayPal publishes it, signed by a certificate that leads to an authority over an intermediate one, as
 * PayPal's does. The test is the authority.
 */

const now = new Date('2027-03-01T12:00:00Z')
const webhookId = '8PT597110X687430LKGECATA'
const url = 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77'
const holder = 'messageverificationcerts.paypal.com'

let root: Certificate
let between: Certificate
let leaf: Certificate
let authorities: X509Certificate[]
beforeAll(() => {
  root = makeCertificate('Test Root', now, { authority: true })
  between = makeCertificate('Test Issuer', now, { issuer: root, authority: true })
  leaf = makeCertificate(holder, now, { issuer: between })
  authorities = [new X509Certificate(root.pem)]
})

/**
 * Events in the form that PayPal publishes: the names of developer.paypal.com/api/rest/webhooks/event-names, and the
 * fields of the sample notifications of developer.paypal.com/docs/api/webhooks/v1 (webhooks-events, simulate-event): a
 * capture has our reference itself, an order has it in its purchase units.
 */
const eventOf = (event_type: string, resource_type: string, resource: object) =>
  Buffer.from(
    JSON.stringify({
      id: 'WH-58D329510W468432D-8HN650336L201105X',
      event_version: '1.0',
      create_time: '2027-03-01T11:59:58.000Z',
      resource_type,
      resource_version: '2.0',
      event_type,
      summary: 'Payment completed for $ 49.00 USD',
      resource,
      links: [
        {
          href: 'https://api.paypal.com/v1/notifications/webhooks-events/WH-58D329510W468432D-8HN650336L201105X',
          rel: 'self',
          method: 'GET',
        },
      ],
    }),
  )
const amount = { currency_code: 'USD', value: '49.00' }
const reference = 'CW31-5QK3ZXJH2A7MC'
const body = eventOf('PAYMENT.CAPTURE.COMPLETED', 'capture', {
  id: '42311647XV020574X',
  status: 'COMPLETED',
  amount,
  final_capture: true,
  seller_protection: { status: 'ELIGIBLE', dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'] },
  seller_receivable_breakdown: {
    gross_amount: amount,
    paypal_fee: { currency_code: 'USD', value: '1.72' },
    net_amount: { currency_code: 'USD', value: '47.28' },
  },
  supplementary_data: { related_ids: { order_id: '5O190127TN364715T' } },
  custom_id: reference,
  invoice_id: reference,
  create_time: '2027-03-01T11:59:57Z',
  update_time: '2027-03-01T11:59:57Z',
  links: [{ href: 'https://api.paypal.com/v2/payments/captures/42311647XV020574X', rel: 'self', method: 'GET' }],
})
const approved = eventOf('CHECKOUT.ORDER.APPROVED', 'checkout-order', {
  id: '5O190127TN364715T',
  intent: 'CAPTURE',
  status: 'APPROVED',
  purchase_units: [
    {
      reference_id: 'default',
      amount,
      payee: { merchant_id: 'LLCK5GYWKHPE2' },
      custom_id: reference,
      invoice_id: reference,
    },
  ],
  payer: { payer_id: 'QYR5Z8XDVJNXQ', email_address: 'buyer@paypal.example' },
  create_time: '2027-03-01T11:59:50Z',
  links: [{ href: 'https://api.paypal.com/v2/checkout/orders/5O190127TN364715T', rel: 'self', method: 'GET' }],
})

/** Signs a body as PayPal does: over the id, the time, the webhook and a checksum of the bytes. */
function signed(key = leaf.key, of = { webhookId, body, time: '2027-03-01T11:59:59Z' }) {
  const id = randomUUID()
  const text = `${id}|${of.time}|${of.webhookId}|${crc32(of.body)}`
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': of.time,
    'paypal-transmission-sig': createSign('sha256').update(text).sign(key, 'base64'),
    'paypal-cert-url': url,
    'paypal-auth-algo': 'SHA256withRSA',
  }
}
let fetched: string[] = []
function read(headers: Record<string, string>, { raw = body, chain = leaf.pem + between.pem } = {}) {
  fetched = []
  const fetchCertificate = async (from: string) => {
    fetched.push(from)
    return chain
  }
  const options = { webhookId, mode: 'live' as const, standIn: undefined, fetchCertificate, authorities }
  return readEvent({ headers, body: raw, now }, options, never)
}

describe('a signed event of PayPal', () => {
  test('is verified over its chain, and names the reference to look up', async () => {
    expect(await read(signed())).toEqual({
      eventId: 'WH-58D329510W468432D-8HN650336L201105X',
      kind: 'PAYMENT.CAPTURE.COMPLETED',
      references: [reference],
    })
    expect(fetched).toEqual([url])
  })

  test('of an order names the reference of its purchase unit', async () => {
    const headers = signed(leaf.key, { webhookId, body: approved, time: '2027-03-01T11:59:59Z' })
    expect(await read(headers, { raw: approved })).toMatchObject({
      kind: 'CHECKOUT.ORDER.APPROVED',
      references: [reference],
    })
  })

  test('with any one byte changed is forged', async () => {
    const headers = signed()
    for (const at of [0, 20, Math.floor(body.length / 2), body.length - 1]) {
      const changed = Buffer.from(body)
      changed[at] = changed[at]! ^ 1
      await expect(read(headers, { raw: changed })).rejects.toThrow(ForgedHook)
    }
  })

  test('for another webhook, or signed by another key, is forged', async () => {
    await expect(read(signed(leaf.key, { webhookId: 'other', body, time: '2027-03-01T11:59:59Z' }))).rejects.toThrow(
      'the signature is wrong',
    )
    await expect(read(signed(between.key))).rejects.toThrow('the signature is wrong')
  })

  test.each([
    ['https://evil.example/v1/notifications/certs/CERT-1'],
    ['https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1'],
    ['https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1'],
    ['http://169.254.169.254/v1/notifications/certs/CERT-1'],
  ])('whose certificate is at %s is forged, and no request leaves', async (elsewhere) => {
    await expect(read({ ...signed(), 'paypal-cert-url': elsewhere })).rejects.toThrow(ForgedHook)
    expect(fetched).toEqual([])
  })
})

describe('a certificate', () => {
  test.each<[string, () => { chain: string; key: Certificate }]>([
    [
      'that leads to no authority',
      () => {
        const own = makeCertificate(holder, now)
        return { chain: own.pem, key: own }
      },
    ],
    ['whose issuer is missing', () => ({ chain: leaf.pem, key: leaf })],
    [
      'of somebody else, from the same authority',
      () => {
        const other = makeCertificate('paypal.com.evil.example', now, { issuer: between })
        return { chain: other.pem + between.pem, key: other }
      },
    ],
    [
      'that was issued by one who may not issue',
      () => {
        const grandchild = makeCertificate(holder, now, { issuer: leaf })
        return { chain: grandchild.pem + leaf.pem + between.pem, key: grandchild }
      },
    ],
    [
      'that has expired',
      () => {
        const old = makeCertificate(holder, new Date('2010-01-01T00:00:00Z'), { issuer: between })
        return { chain: old.pem + between.pem, key: old }
      },
    ],
    ['that is no certificate', () => ({ chain: 'not a certificate', key: leaf })],
  ])('%s is not trusted', async (_what, made) => {
    const { chain, key } = made()
    await expect(read(signed(key.key), { chain })).rejects.toThrow(ForgedHook)
  })
})
