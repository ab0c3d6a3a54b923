import { contract } from '@cutaway/contract'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { webhookSignature } from '../../../outside/webhooks/webhooks.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { landing } from '../../sharing/landing/testing.ts'
import { programOf, receiver } from '../testing.ts'

/** A workshop’s program is told what customers do, by requests that it can trust. */

const calls = contract.integrations
const everything = ['link.opened', 'link.half_watched', 'link.answered', 'reply.received'] as const

let w: World
let boss: Person
let program: Awaited<ReturnType<typeof programOf>>
beforeAll(async () => {
  w = await world({ env: { WEBHOOKS_TO_PRIVATE_ADDRESSES: '1' } })
  boss = await w.loggedIn('enterprise')
  program = await programOf(w, boss, ['links'])
})
afterAll(() => w.close())

const open: { close(): Promise<void> }[] = []
async function listening(respond?: (nth: number) => number) {
  const hook = await receiver(respond)
  open.push(hook)
  return hook
}
beforeEach(async () => {
  for (const table of ['webhook_events', 'webhooks'] as const) await w.database.system.deleteFrom(table).execute()
  await w.database.system.deleteFrom('deliveries').where('channel', '=', 'webhook').execute()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((hook) => hook.close()))
})

const { customer, prove } = landing(() => ({ w, danaId: 0 }))
const hookOf = (who: Person, url: string, events: readonly (typeof everything)[number][] = everything) =>
  who.call(calls.makeWebhook, { body: { url, description: 'Workshop', events: [...events] } })

async function orderLink() {
  const films = [{ part_id: 'BRKPAD', rating: 'red', price: 38_000 }]
  const { data } = await program.ask('/orderLinks', {
    request_key: randomUUID(),
    ro_number: '48213',
    lang_id: 50,
    films,
  })
  const { link_id, tiny_url } = data as { link_id: number; tiny_url: string }
  const place = (await customer().get(new URL(tiny_url).pathname)).headers.get('location')!
  return { link_id, token: place.split('/').at(-1)! }
}
/** Marcus watches a share of the film, in seconds. */
async function watch(token: string, seconds: number, headers = {}) {
  const marcus = customer(headers)
  const person = await prove(marcus, token)
  const film = { randomNumber: token, view_key: person.view_key, part_id: 'BRKPAD', proof: person.proof }
  await marcus.post('animationVideoTracking', { ...film, first_frame: true, stretches: [0, seconds] })
  return { marcus, person }
}
const log = async (webhook_id: number, state: 'all' | 'pending' | 'sent' | 'failed' = 'all') =>
  (await boss.call(calls.getWebhookDeliveries, { params: { json: { webhook_id, state, page: 1, size: 20 } } })).rows
const settled = async (webhook_id: number, count: number) => {
  await expect.poll(async () => (await log(webhook_id, 'sent')).length).toBe(count)
}

describe('events', () => {
  test('opened, half watched and answered are told once each, signed, with the order’s number', async () => {
    const hook = await listening()
    const { id, secret } = await hookOf(boss, hook.url)
    const { link_id, token } = await orderLink()
    await watch(token, 2)
    const { marcus, person } = await watch(token, 25)
    const approve = { ...person, answer: 'approve', request_key: randomUUID() }
    await marcus.post('answerLink', approve)
    await marcus.post('answerLink', approve)
    await settled(id, 3)
    expect(hook.types().toSorted()).toEqual(['link.answered', 'link.half_watched', 'link.opened'])
    for (const { headers, body } of hook.received) {
      const seconds = Number(headers['webhook-timestamp'])
      const signed = webhookSignature({ id: String(headers['webhook-id']), body, secret }, seconds)
      expect(headers['webhook-signature']).toBe(signed)
      expect(JSON.parse(body)).toMatchObject({ data: { link_id, ro_number: '48213' } })
    }
    const answered = hook.received.map(({ body }) => JSON.parse(body) as { type: string; data: object })
    expect(answered.find(({ type }) => type === 'link.answered')!.data).toMatchObject({
      answer: 'approve',
      decision: { approved: 1, approved_total: 38_000, currency: 'USD' },
    })
  })

  test('a reply of a customer is told with its words', async () => {
    const hook = await listening()
    const { id } = await hookOf(boss, hook.url, ['reply.received'])
    const dana = await w.loggedIn('advisor')
    const body = {
      brand_id: 1,
      driverside: 'left' as const,
      lang_id: 'en-US',
      selectedList: [{ part_id: 'BRKPAD' }],
      moNumber: '+15035550142',
      emailMessage: 'Hello',
      opt_in_date: '2026-01-05',
      roNumber: '48213',
      request_key: randomUUID(),
    }
    await dana.call(contract.sharing.sendSms, { body })
    const { services } = w.running
    const { keepInbound } = await import('../../conversations/inbound.ts')
    const site = services.sites.byId(31)!
    const one = await w.database.system
      .selectFrom('customer_addresses')
      .select('customer_id')
      .where('web_site_id', '=', 31)
      .where('address_key', '=', '+15035550142')
      .orderBy('customer_id', 'desc')
      .executeTakeFirstOrThrow()
    await w.database.inTenant(31, (db) =>
      keepInbound(db, services, site, {
        customer_id: one.customer_id,
        location_id: null,
        channel: 'sms',
        from: '+15035550142',
        words: 'Can I wait for it?',
        reference: 'SM1',
        isCommand: false,
      }),
    )
    await settled(id, 1)
    expect(JSON.parse(hook.received[0]!.body)).toMatchObject({
      type: 'reply.received',
      data: { channel: 'sms', text: 'Can I wait for it?', ro_number: '48213' },
    })
    // Forgetting the customer takes the words out of the log.
    await boss.call(contract.sharing.forgetCustomer, { params: { customer_id: one.customer_id } })
    expect(await log(id)).toEqual([])
  })

  test('robots and the shop’s own people cause none', async () => {
    const hook = await listening()
    const { id } = await hookOf(boss, hook.url)
    const { token } = await orderLink()
    await watch(token, 25, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' })
    expect(await log(id)).toEqual([])
  })

  test('another business and another web site hear nothing', async () => {
    const [own, next, far] = [await listening(), await listening(), await listening()]
    const { id } = await hookOf(boss, own.url)
    await hookOf(await w.loggedIn('enterprise2'), next.url)
    await hookOf(await w.loggedIn('enterprise', { site: 33 }), far.url)
    const { token } = await orderLink()
    await watch(token, 25)
    await settled(id, 2)
    expect(next.received).toEqual([])
    expect(far.received).toEqual([])
    expect(await w.database.system.selectFrom('webhook_events').select('webhook_id').execute()).toHaveLength(2)
  })

  test('a locked owner and one without the right to keys hear nothing', async () => {
    const hook = await listening()
    await hookOf(boss, hook.url)
    const { user_id } = await boss.me()
    const users = () =>
      w.database.system.updateTable('users').where('web_site_id', '=', 31).where('user_id', '=', user_id)
    const { token } = await orderLink()
    await users().set({ active: 0 }).execute()
    await watch(token, 2)
    await users()
      .set({ active: 1, permissions: ['allow_view_animations'] })
      .execute()
    await watch(token, 25)
    await users().set({ permissions: null }).execute()
    expect(await w.database.system.selectFrom('webhook_events').select('webhook_id').execute()).toEqual([])
  })
})

describe('a receiver that fails', () => {
  /** Lets the next attempt begin. */
  const next = async () => {
    await w.database.system
      .updateTable('deliveries')
      .set({ due_at: new Date(Date.now() - 60_000) })
      .where('channel', '=', 'webhook')
      .where('state', '=', 'pending')
      .execute()
    await sql`update pgboss.job set start_after = now() where name = 'outbox.webhook' and state in ('created', 'retry')`.execute(
      w.database.system,
    )
  }

  test('gets the same bytes and the same id again', async () => {
    const hook = await listening((nth) => (nth < 3 ? 500 : 200))
    const { id } = await hookOf(boss, hook.url)
    await boss.call(calls.testWebhook, { body: { webhook_id: id } })
    for (const attempt of [1, 2]) {
      await expect.poll(() => hook.received.length).toBe(attempt)
      await expect.poll(async () => (await log(id, 'pending'))[0]?.problem).toBe('HTTP 500')
      await next()
    }
    await settled(id, 1)
    const [first, ...others] = hook.received
    for (const again of others) {
      expect(again.body).toBe(first!.body)
      expect(again.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    }
    expect((await boss.call(calls.getWebhooks))[0]).toMatchObject({ failures: 0, active: 1 })
  })

  test('that redirects is not followed', async () => {
    const hook = await listening(() => 302)
    const { id } = await hookOf(boss, hook.url)
    await boss.call(calls.testWebhook, { body: { webhook_id: id } })
    await expect.poll(async () => (await log(id))[0]?.problem).toContain('redirects are not followed')
  })

  test('is switched off after 20 failures in a row, with a mail; later its events can be sent again', async () => {
    let works = false
    const hook = await listening(() => (works ? 204 : 503))
    const { id } = await hookOf(boss, hook.url)
    await w.database.system.updateTable('webhooks').set({ failures: 19 }).execute()
    await boss.call(calls.testWebhook, { body: { webhook_id: id } })
    const state = async () => (await boss.call(calls.getWebhooks))[0]
    await expect.poll(state).toMatchObject({ active: 0, disabled_because: 'failures', failures: 20 })
    const mails = await w.database.system.selectFrom('mails').select(['subject', 'text']).execute()
    const letter = mails.find(({ subject }) => subject.includes('switched off a webhook'))
    expect(letter!.text).toContain(hook.url)
    expect(letter!.text).toContain('HTTP 503')
    // What waits is not sent, and there is no second mail.
    await next()
    await expect.poll(async () => (await log(id, 'failed')).length).toBe(1)
    expect(hook.received).toHaveLength(1)
    works = true
    const [failed] = await log(id)
    const replay = { webhook_id: id, delivery_id: failed!.delivery_id }
    expect(await boss.send(calls.replayWebhookDelivery, { body: replay })).toMatchObject({ message: 'webhook_is_off' })
    await boss.call(calls.updateWebhook, { body: { webhook_id: id, active: 1 } })
    await boss.call(calls.replayWebhookDelivery, { body: replay })
    await settled(id, 1)
    expect(hook.received[1]!.headers['webhook-id']).toBe(failed!.event_id)
    expect(hook.received[1]!.body).toBe(hook.received[0]!.body)
    expect((await log(id, 'sent'))[0]).toMatchObject({ is_replay: 1 })
  })

  test('that answers 410 is switched off at once', async () => {
    const hook = await listening(() => 410)
    const { id } = await hookOf(boss, hook.url)
    await boss.call(calls.testWebhook, { body: { webhook_id: id } })
    const state = async () => (await boss.call(calls.getWebhooks))[0]
    await expect.poll(state).toMatchObject({ active: 0, disabled_because: 'gone' })
  })
})

describe('managing webhooks', () => {
  test('the key is shown once, and a new one signs from then on', async () => {
    const hook = await listening()
    const { id, secret } = await hookOf(boss, hook.url)
    expect(JSON.stringify(await boss.call(calls.getWebhooks))).not.toContain('whsec_')
    for (const table of ['webhooks', 'audit_log'] as const)
      expect(JSON.stringify(await w.database.system.selectFrom(table).selectAll().execute())).not.toContain(secret)
    const renewed = await boss.call(calls.renewWebhookSecret, { body: { webhook_id: id } })
    expect(renewed.secret).not.toBe(secret)
    await boss.call(calls.testWebhook, { body: { webhook_id: id } })
    await settled(id, 1)
    const { headers, body } = hook.received[0]!
    const about = { id: String(headers['webhook-id']), body, secret: renewed.secret }
    expect(headers['webhook-signature']).toBe(webhookSignature(about, Number(headers['webhook-timestamp'])))
  })

  test('at most ten, also when two browsers add the tenth together; a deleted one is sent nothing', async () => {
    const url = 'http://127.0.0.1:9/hooks'
    for (let n = 0; n < 9; n += 1) await hookOf(boss, url)
    const make = () => boss.send(calls.makeWebhook, { body: { url, events: ['link.opened'] } })
    const both = await Promise.all([make(), make()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([0, 1])
    expect(both.find(({ status }) => status === 0)).toMatchObject({ message: 'too_many_webhooks' })
    const [newest] = await boss.call(calls.getWebhooks)
    await boss.call(calls.deleteWebhook, { params: { webhook_id: newest!.id } })
    expect(await boss.send(calls.testWebhook, { body: { webhook_id: newest!.id } })).toMatchObject({ http: 404 })
  })

  test('the page’s rules refuse addresses inside and plain http; another business does not reach a webhook', async () => {
    const strict = await world()
    try {
      const chief = await strict.loggedIn('enterprise')
      const make = (url: string) => chief.send(calls.makeWebhook, { body: { url, events: ['link.opened'] } })
      const refused = {
        'http://hooks.example.com': 'webhook_url_not_secure',
        'not an address': 'webhook_url_not_valid',
      }
      for (const [url, message] of Object.entries(refused))
        expect(await make(url)).toMatchObject({ status: 0, message })
      for (const url of ['https://127.0.0.1', 'https://[::1]/', 'https://localhost', 'https://169.254.169.254/latest'])
        expect(await make(url)).toMatchObject({ status: 0, message: 'webhook_url_not_public' })
      expect(await make('https://user:word@hooks.example.com')).toMatchObject({
        status: 0,
        message: 'webhook_url_not_valid',
      })
      const { data } = await make('https://hooks.example.com/a')
      const stranger = await strict.loggedIn('enterprise2')
      const update = { body: { webhook_id: data!.id, active: 0 as const } }
      expect(await stranger.send(calls.updateWebhook, update)).toMatchObject({ http: 404 })
    } finally {
      await strict.close()
    }
  })
})
