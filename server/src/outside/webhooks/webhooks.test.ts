import { createHmac } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mayReceiveWebhooks, refusedHost, webhookCarrier, webhookSignature } from './webhooks.ts'

/** Webhooks never reach the network of the portal, whatever address a customer enters. */

const signal = new AbortController().signal
const now = () => new Date('2026-11-24T12:00:00Z')
const item = (url: string) => ({ url, id: 'msg_1', body: '{"type":"webhook.test"}', secret: 'whsec_c2VjcmV0' })

/** A server on this machine that counts what reaches it: nothing may. */
let reached = 0
const server = createServer((_request, response) => {
  reached += 1
  response.end()
})
server.on('connection', () => (reached += 1))
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ;({ port } = server.address() as AddressInfo)
})
afterAll(() => void server.close())

/** Resolves each name to the addresses of a table, in turn. */
const resolving = (...answers: string[][]) => {
  let asked = 0
  return ((_host: string, _options: object, done: (error: null, found: LookupAddress[]) => void) => {
    const found = answers[Math.min(asked, answers.length - 1)]!
    asked += 1
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as never
}

describe('an address inside', () => {
  test.each([
    'https://127.0.0.1',
    'https://127.1',
    'https://2130706433',
    'https://0x7f000001',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://[64:ff9b::7f00:1]',
    'https://[2002:7f00:1::]',
    'https://10.1.2.3',
    'https://172.16.0.1',
    'https://192.168.1.1',
    'https://169.254.169.254',
    'https://100.64.0.1',
    'https://[fe80::1]',
    'https://[fd00::1]',
    'https://0.0.0.0',
    'https://localhost',
    'https://db.localhost',
    'https://metadata.google.internal',
    'https://printer.local',
    'https://intranet',
  ])('%s is refused before a byte leaves', async (url) => {
    const carrier = webhookCarrier({ allowPrivate: false, now, resolve: resolving(['127.0.0.1']) })
    expect(await carrier.send(item(`${url}:${port}/`), signal)).toMatchObject({
      outcome: 'temporary_failure',
      reason: 'the address is not public',
    })
    expect(reached).toBe(0)
  })

  test('is refused when a name leads to it, alone or beside a public one, at the moment of the connection', async () => {
    const url = `https://hooks.example.com:${port}/`
    for (const answers of [
      [['127.0.0.1']],
      [['93.184.216.34', '10.0.0.1']],
      [['::ffff:127.0.0.1']],
      [['169.254.169.254']],
    ]) {
      const carrier = webhookCarrier({ allowPrivate: false, now, resolve: resolving(...answers), timeout: 2000 })
      expect(await carrier.send(item(url), signal)).toMatchObject({ reason: 'the address is not public' })
    }
    // A name that was public when it was entered and leads inside now.
    const changing = webhookCarrier({ allowPrivate: false, now, resolve: resolving(['127.0.0.1'], ['93.184.216.34']) })
    expect(await changing.send(item(url), signal)).toMatchObject({ reason: 'the address is not public' })
    expect(reached).toBe(0)
  })

  test('public addresses and names are allowed, plain http is not', async () => {
    for (const host of ['93.184.216.34', '[2606:2800:220:1::1]', 'hooks.example.com'])
      expect(refusedHost(host)).toBeNull()
    expect(mayReceiveWebhooks('8.8.8.8')).toBe(true)
    const carrier = webhookCarrier({ allowPrivate: false, now, resolve: resolving(['93.184.216.34']) })
    expect(await carrier.send(item('http://hooks.example.com/'), signal)).toMatchObject({
      reason: 'only https is allowed',
    })
  })
})

test('the signature is that of the specification', () => {
  const { id, body, secret } = item('')
  const expected = createHmac('sha256', Buffer.from('secret')).update(`${id}.1614265330.${body}`).digest('base64')
  expect(webhookSignature({ id, body, secret }, 1_614_265_330)).toBe(`v1,${expected}`)
})
