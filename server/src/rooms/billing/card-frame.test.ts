import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testMoney, type TestMoney } from '../../outside/payments/testing.ts'
import { world, type World } from '../../testing/world.ts'
import { registerCardFrame, type CardFramePayment } from './card-frame.ts'

/** A person's dialog opens the card frame: a page with the provider's fields and a policy of its own. */

let w: World
let money: TestMoney
let app: FastifyInstance
const known = new Map<string, CardFramePayment>()
const pages = { scripts: (module: string) => [`/assets/${module.split('/').at(-1)}.js`] }

beforeAll(async () => {
  money = await testMoney()
  w = await world({ standInAccounts: money.gateway.accounts })
  app = Fastify({ logger: false })
  registerCardFrame(app, w.running.services, pages, { find: (_site, token) => Promise.resolve(known.get(token)) })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await w.close()
  await money.close()
})

let opened = 0
async function open(payment: Partial<CardFramePayment> = {}, site = 31) {
  const token = `token-of-a-payment-${(opened += 1)}`
  known.set(token, {
    reference: 'CW31-FRAME',
    provider: 'cybersource',
    account: 'cybersource',
    brands: ['visa'],
    language: 'en-US',
    ...payment,
  })
  const response = await app.inject({ url: `/pay/card/${token}`, headers: { host: `site${site}.localhost:4000` } })
  return {
    html: response.body,
    status: response.statusCode,
    headers: response.headers,
    policy: policyOf(response.headers['content-security-policy']),
  }
}
const policyOf = (header: unknown) =>
  Object.fromEntries(
    String(header)
      .split(';')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources] as const
      }),
  )

test.each(['cybersource', 'eway'] as const)(
  'the policy of the %s frame names its provider and no one else',
  async (provider) => {
    const { status, headers, policy, html } = await open({ provider, account: provider })
    const { address } = money.gateway
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(policy).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'", address],
      'frame-src': ["'self'", address],
      'connect-src': ["'self'", address],
      'style-src': ["'self'", expect.stringMatching(/^'sha256-/)],
      'img-src': ["'self'", 'data:'],
      'form-action': ["'self'", address],
      'frame-ancestors': ["'self'"],
      'base-uri': ["'none'"],
    })
    expect(html.match(/<script[^>]*src="[^"]*"/g)).toEqual(['<script type="module" src="/assets/card.ts.js"'])
    expect(html).toContain('TEST MONEY')
    expect(html).toContain(provider === 'eway' ? 'publicApiKey' : 'context')
  },
)

test('the provider’s script is loaded with its integrity', async () => {
  const { html } = await open()
  const data = JSON.parse(/id="card-data">(.*?)<\/script>/.exec(html)![1]!) as {
    script: { url: string; integrity: string }
  }
  expect(data.script.url).toBe(`${money.gateway.address}/cybersource/flex/microform.js`)
  const script = Buffer.from(await (await fetch(data.script.url)).arrayBuffer())
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', script)).toString('base64')
  expect(data.script.integrity).toBe(`sha256-${hash}`)
})

test('it speaks the language of the payment, right to left where that is so', async () => {
  const languages = w.running.services.sites.byId(142)!.languages.map(({ language_code: code }) => code)
  expect(languages).toContain('he-IL')
  const { html } = await open({ language: 'he-IL' }, 142)
  expect(html).toContain('<html lang="he-IL" dir="rtl">')
  expect(html).toContain('מספר הכרטיס')
  expect((await open()).html).toContain('Card number')
})

test('an unknown, ended or PayPal payment has no fields', async () => {
  for (const token of ['unknown-token', 'short', '..%2f..%2fetc']) {
    const response = await app.inject({ url: `/pay/card/${token}`, headers: { host: 'site31.localhost:4000' } })
    expect(response.statusCode).toBe(404)
    expect(response.body).not.toContain('<script')
  }
  expect((await open({ provider: 'paypal', account: 'paypal' })).status).toBe(404)
})

test('reports a provider that cannot be reached, and shows none of its details', async () => {
  const { faults } = money.gateway
  faults.fail = true
  const { status, html } = await open()
  faults.fail = false
  expect(status).toBe(503)
  expect(html).toContain('Couldn’t load the card fields')
})

test('the bank returns, by a link or a form, to a page that only notifies the frame', async () => {
  const url = '/pay/card/returned'
  const headers = { host: 'site31.localhost:4000', 'content-type': 'application/x-www-form-urlencoded' }
  for (const response of [
    await app.inject({ url, headers }),
    await app.inject({ method: 'POST', url, headers, payload: 'TransactionId=x&MD=<script>' }),
  ]) {
    expect(response.statusCode).toBe(200)
    expect(response.body.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/assets/returned.ts.js">'])
    expect(response.body).not.toContain('TransactionId')
    expect(policyOf(response.headers['content-security-policy'])['script-src']).toEqual(["'self'"])
  }
})
