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

const body = Buffer.from(
  JSON.stringify({
    id: 'WH-58D329510W468432D-8HN650336L201105X',
    create_time: '2027-03-01T11:59:58.000Z',
    resource_type: 'capture',
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    summary: 'Payment completed for $ 49.00 USD',
    resource: { id: '42311647XV020574X', status: 'COMPLETED', custom_id: 'CW31-5QK3ZXJH2A7MC' },
    links: [],
    event_version: '1.0',
    resource_version: '2.0',
  }),
)

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
      references: ['CW31-5QK3ZXJH2A7MC'],
    })
    expect(fetched).toEqual([url])
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
