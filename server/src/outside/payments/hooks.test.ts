import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ForgedHook, HookUnverified, type RawHook } from '../payments.ts'
import { isAllowed } from './paypal/hooks.ts'
import { makePayments } from './providers.ts'
import { chargeOf, enterCard, never, testMoney, type TestMoney } from './testing.ts'

/** Webhooks of providers reach the portal: genuine ones are read, forged ones are refused. */

interface Received extends RawHook {
  path: string
}

let money: TestMoney
let received: Received[] = []
let arrived: () => void = () => undefined
const portal = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(parts), now: new Date() })
    response.end()
    arrived()
  })
})

beforeAll(async () => {
  money = await testMoney({ pace: 0 })
  portal.listen(0, '127.0.0.1')
  await once(portal, 'listening')
  const { port } = portal.address() as AddressInfo
  await control({ portal: `http://127.0.0.1:${port}` })
})
afterAll(async () => {
  await money.close()
  portal.closeAllConnections()
  portal.close()
})

const control = (body: unknown) =>
  fetch(`${money.gateway.address}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Waits until so many webhooks have arrived since the last call, and returns them. */
async function hooks(count: number): Promise<Received[]> {
  while (received.length < count) await new Promise<void>((resolve) => (arrived = resolve))
  return received.splice(0)
}

async function payByCard(number: string) {
  const ask = chargeOf('cybersource', { kind: 'fresh', paymentToken: await enterCard(money, 'cybersource', number) })
  await money.payments.provider('cybersource').charge({ ...ask, handle: null }, never)
  return ask.reference
}
async function payByWallet(wallet = 'pays') {
  const ask = chargeOf('paypal', {
    kind: 'approval',
    returnUrl: 'http://localhost:4000/r',
    cancelUrl: 'http://localhost:4000/c',
    keep: false,
  })
  const provider = money.payments.provider('paypal')
  const made = await provider.prepare!(ask, never)
  if (made.outcome !== 'prepared') throw new Error('not prepared')
  await fetch(`${money.gateway.address}/paypal/checkoutnow/${made.handle}`, {
    method: 'POST',
    redirect: 'manual',
    body: `act=approve&wallet=${wallet}`,
  })
  await provider.charge({ ...ask, handle: made.handle }, never)
  return ask.reference
}
const withHeader = (hook: RawHook, headers: IncomingHttpHeaders): RawHook => ({
  ...hook,
  headers: { ...hook.headers, ...headers },
})
const withBody = (hook: RawHook, change: (text: string) => string): RawHook => ({
  ...hook,
  body: Buffer.from(change(hook.body.toString('utf8'))),
})

describe('CyberSource', () => {
  test('names the reference to look up; a changed byte, another key and an old event are refused', async () => {
    const reference = await payByCard('4111111111111111')
    const [hook] = await hooks(1)
    const { readHook } = money.payments.provider('cybersource')
    expect(hook!.path).toBe('/hooks/payments/cybersource')
    expect(await readHook(hook!, never)).toMatchObject({ kind: 'payments.payments.accept', references: [reference] })
    const forged = [
      withBody(hook!, (text) => text.replace(reference, 'CW31-OTHER00000001')),
      withBody(hook!, () => 'not JSON'),
      withHeader(hook!, { 'v-c-signature': undefined }),
      withHeader(hook!, {
        'v-c-signature': String(hook!.headers['v-c-signature']).replace(/keyId=[^;]+/, 'keyId=other'),
      }),
      { ...hook!, now: new Date(Date.now() + 6 * 60_000) },
    ]
    for (const one of forged) await expect(readHook(one, never)).rejects.toThrow(ForgedHook)
  })

  test('sends them twice and in reverse order for the card that does so', async () => {
    const reference = await payByCard('4000000000007072')
    const found = await hooks(4)
    const read = await Promise.all(found.map((hook) => money.payments.provider('cybersource').readHook(hook, never)))
    expect(new Set(read.map(({ eventId }) => eventId)).size).toBe(2)
    expect(read.every(({ references }) => references[0] === reference)).toBe(true)
  })
})

describe('PayPal', () => {
  test('is verified over the raw bytes', async () => {
    const reference = await payByWallet()
    const found = await hooks(2)
    const { readHook } = money.payments.provider('paypal')
    const read = await Promise.all(found.map((hook) => readHook(hook, never)))
    expect(read.map(({ kind }) => kind).toSorted()).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED'])
    expect(read.every(({ references }) => references[0] === reference)).toBe(true)
    const [hook] = found
    const forged = [
      withBody(hook!, (text) => `${text} `),
      withHeader(hook!, { 'paypal-transmission-id': 'another' }),
      withHeader(hook!, { 'paypal-transmission-sig': Buffer.alloc(256).toString('base64') }),
      withHeader(hook!, { 'paypal-auth-algo': 'none' }),
      { ...hook!, now: new Date(Date.now() + 4 * 86_400_000) },
    ]
    for (const one of forged) await expect(readHook(one, never)).rejects.toThrow(ForgedHook)
  })

  test('no request leaves for a certificate on another host', async () => {
    await payByWallet()
    const [hook] = await hooks(2)
    let asked = 0
    const elsewhere = createServer((_request, response) => {
      asked += 1
      response.end()
    })
    elsewhere.listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    const { port } = elsewhere.address() as AddressInfo
    const url = `http://localhost:${port}/paypal/v1/notifications/certs/CERT-test`
    await expect(
      money.payments.provider('paypal').readHook(withHeader(hook!, { 'paypal-cert-url': url }), never),
    ).rejects.toThrow(ForgedHook)
    elsewhere.close()
    expect(asked).toBe(0)
  })

  test('cannot be verified, and is not called forged, while its certificate cannot be fetched', async () => {
    await payByWallet()
    const [hook] = await hooks(2)
    // Nothing listens there.
    const standIn = { ...money.gateway.accounts[0]!.standIn!, address: 'http://localhost:1' }
    const accounts = money.gateway.accounts.map((account) => ({ ...account, standIn }))
    const away = withHeader(hook!, { 'paypal-cert-url': 'http://localhost:1/paypal/v1/notifications/certs/CERT-test' })
    const { readHook } = makePayments(accounts, { pause: 0 }).provider('paypal')
    await expect(readHook(away, never)).rejects.toThrow(HookUnverified)
  })

  test.each([
    ['https://api.paypal.com/v1/notifications/certs/CERT-1', 'live', true],
    ['https://api-m.paypal.com/v1/notifications/certs/CERT-1', 'live', true],
    ['https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1', 'test', true],
    ['https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1', 'live', false],
    ['http://api.paypal.com/v1/notifications/certs/CERT-1', 'live', false],
    ['https://api.paypal.com:8443/v1/notifications/certs/CERT-1', 'live', false],
    ['https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1', 'live', false],
    ['https://evil.example/api.paypal.com/v1/notifications/certs/CERT-1', 'live', false],
    ['https://api.paypal.com@evil.example/v1/notifications/certs/CERT-1', 'live', false],
    ['https://api.paypal.com/v1/notifications/certs/../../oauth', 'live', false],
    ['https://api.paypal.com/v1/notifications/certs/CERT-1?to=evil', 'live', false],
    ['file:///etc/passwd', 'live', false],
  ] as const)('%s (%s): %s', (url, mode, expected) => expect(isAllowed(url, mode, undefined)).toBe(expected))
})

test('eWAY sends none, so any is forged', async () => {
  await expect(
    money.payments.provider('eway').readHook({ headers: {}, body: Buffer.from('{}'), now: new Date() }, never),
  ).rejects.toThrow(ForgedHook)
})

test('held webhooks wait until they are let go, and any can be sent again', async () => {
  await control({ faults: { hold_hooks: true } })
  await payByCard('4111111111111111')
  expect(received).toHaveLength(0)
  await control({ faults: { hold_hooks: false } })
  const [first] = await hooks(1)
  const { notificationId } = JSON.parse(first!.body.toString('utf8')) as { notificationId: string }
  await control({ hook: { id: notificationId, times: 2 } })
  expect(await hooks(2)).toHaveLength(2)
})
