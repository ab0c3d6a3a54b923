import { contract } from '@cutaway/contract'
import type { AddressInfo } from 'node:net'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { returnAddress } from './outside/mail.verp.ts'
import { startBounces } from './rooms/messaging/bounces/bounces.ts'
import { bounceReference, mailWorker } from './rooms/messaging/mail.ts'
import { textWorker } from './rooms/messaging/text-messages.ts'
import { optOutEvents } from './rooms/consent/opt-out-events.ts'
import { nothingSent, nothingWritten } from './rooms/sharing/testing.ts'
import { world, type Person, type World } from './testing/world.ts'

/** What Dana, an adviser, learns of letters and text messages that do not arrive, and what she can do then. */

const { consent, sharing } = contract
let w: World
let dana: Person
let danaId: number
let bounces: Awaited<ReturnType<typeof startBounces>>

/** A customers' mail server: refuses a recipient with the given response, at RCPT or after the content. */
const answers = new Map<string, { at: 'recipient' | 'content'; responseCode: number; message: string }>()
const arrived: string[] = []
const post = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    const answer = answers.get(address)
    done(answer?.at === 'recipient' ? Object.assign(new Error(answer.message), answer) : null)
  },
  onData(stream, { envelope }, done) {
    stream.resume()
    const address = envelope.rcptTo[0]!.address
    const answer = answers.get(address)
    stream.on('end', () => {
      if (!answer) arrived.push(address)
      done(answer ? Object.assign(new Error(answer.message), answer) : null)
    })
  },
})

beforeAll(async () => {
  await new Promise<void>((done) => {
    post.listen(0, '127.0.0.1', done)
  })
  w = await world({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${(post.server.address() as AddressInfo).port}`,
      MAIL_FROM: 'post@portal.test',
    },
  })
  const { services } = w.running
  bounces = await startBounces(
    {
      ...services,
      config: { ...services.config, bounces: { port: 0, host: '127.0.0.1', domain: 'back.portal.test' } },
    },
    optOutEvents(services.clock),
  )
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})
afterAll(async () => {
  await bounces.stop()
  await w.close()
  await new Promise<void>((done) => {
    post.close(done)
  })
})
beforeEach(async () => {
  answers.clear()
  arrived.length = 0
  await nothingSent(w)
  await nothingWritten(w, 'message_credits')
})

const film = { user_id: 0, brand_id: 1, lang_id: 50, driverside: 'left' as const }
const mail = (toEmail: string, ro?: string) =>
  dana.send(sharing.sendEmail, {
    body: {
      ...film,
      user_id: danaId,
      email: {
        toEmail,
        subject: 'Your brakes',
        emailMessage: 'Hello',
        selectedList: [{ part_id: 'BRKDSC' }],
        roNumber: ro,
      },
    },
  })
const sms = (moNumber: string) =>
  dana.send(sharing.sendSms, {
    body: {
      ...film,
      user_id: danaId,
      moNumber,
      opt_in_date: w.clock.now().toISOString().slice(0, 10),
      emailMessage: 'Your pads',
      selectedList: [{ part_id: 'BRKDSC' }],
    },
  })

/** Returns Dana's newest send to a recipient, as her list shows it. */
async function sentTo(search: string) {
  const { rows } = await dana.call(sharing.getSends, {
    params: { json: { page: 1, size: 10, sort: 'sent_at', descending: true, user_id: danaId, search } },
  })
  return rows[0]!
}
const settled = async (address: string, outcome = 'not_delivered') => {
  await expect.poll(async () => (await sentTo(address)).outcome).toBe(outcome)
  return sentTo(address)
}
const newest = (channel: 'mail' | 'text') =>
  w.database.system
    .selectFrom('deliveries')
    .selectAll()
    .where('channel', '=', channel)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
const suppressed = async () =>
  (await w.database.system.selectFrom('suppressions').select(['address_key', 'reason']).execute()).map(
    ({ address_key, reason }) => `${address_key} ${reason}`,
  )

/** Sends a delivery report about the newest letter, as the customer's mail server does after it accepted the letter. */
async function cameBack(status: string, words: string) {
  const { web_site_id, delivery_id } = await newest('mail')
  const to = returnAddress(
    bounceReference({ web_site_id, delivery_id }),
    'back.portal.test',
    w.running.services.config.linkSecret,
  )
  const raw = [
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.mailbox.example',
    '',
    'Action: failed',
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${words}`,
    '',
    '--b--',
    '',
  ].join('\r\n')
  const transport = createTransport({ host: '127.0.0.1', port: bounces.port, ignoreTLS: true })
  await transport.sendMail({ envelope: { from: '', to }, raw })
  transport.close()
}

const meanings: [string, number, string, string, boolean][] = [
  ['an address that does not exist', 550, '5.1.1 no such user here', 'unknown_address', true],
  ['a domain that takes no mail', 556, '5.1.10 recipient address has null MX', 'unknown_address', true],
  ['an address that does not exist, without a status', 550, 'No such user', 'unknown_address', true],
  ['a policy', 550, '5.7.1 message rejected by policy', 'policy', false],
  [
    'a failed DMARC check',
    550,
    '5.7.26 unauthenticated mail is prohibited by the domain’s DMARC policy',
    'policy',
    false,
  ],
  ['a full mailbox', 552, '5.2.2 mailbox full', 'mailbox_full', false],
  ['its content', 554, '5.6.0 content rejected', 'content', false],
  ['the network', 550, '5.4.1 no answer from host', 'unreachable', false],
  ['the sender’s address', 553, '5.1.8 bad sender domain', 'sender_refused', false],
  ['nothing in particular', 550, 'mailbox unavailable', 'other', false],
]

describe('a letter that is refused because of', () => {
  test.each(meanings)('%s', async (_, responseCode, message, reason, isSuppressed) => {
    const address = 'marcus@mailbox.example'
    answers.set(address, { at: 'recipient', responseCode, message })
    await mail(address)
    expect(await settled(address)).toMatchObject({ delivery: 'failed', reason })
    expect(await suppressed()).toEqual(isSuppressed ? [`${address} bounce`] : [])
    answers.clear()
    const again = await mail(address)
    expect(again.message).toBe(isSuppressed ? 'error_address_bounced' : 'email_sent_successfully')
  })

  test.each(meanings)('%s, by a report afterwards', async (_, code, message, reason, isSuppressed) => {
    const address = 'marcus@mailbox.example'
    await mail(address)
    await settled(address, 'not_opened')
    await expect.poll(async () => (await newest('mail')).state).toBe('sent')
    await cameBack(/^5\.\d+\.\d+/.exec(message)?.[0] ?? '5.0.0', `${code} ${message}`)
    expect(await sentTo(address)).toMatchObject({ delivery: 'bounced', reason })
    expect(await suppressed()).toEqual(isSuppressed ? [`${address} bounce`] : [])
  })
})

test('Dana reads the reason in words, and below it what the server said', async () => {
  const address = 'marcus@mailbox.example'
  answers.set(address, { at: 'content', responseCode: 550, message: '5.7.1 looks like spam' })
  await mail(address)
  const { recipient_id } = await settled(address)
  const { timeline } = await dana.call(sharing.getSend, { params: { recipient_id } })
  const [words, said] = timeline.at(-1)!.detail.split('\n')
  expect(words).toBe('The recipient’s provider refused the message by its own rules.')
  expect(said).toContain('looks like spam')
})

test('an open browser shows a notice of a letter that came back, with the reason', async () => {
  const news = (since: string) => dana.call(sharing.getShareNews, { params: { json: { since } } })
  const since = w.clock.now().toISOString()
  answers.set('gone@mailbox.example', { at: 'recipient', responseCode: 550, message: '5.1.1 no such user' })
  await mail('gone@mailbox.example, marcus@mailbox.example')
  await settled('gone@mailbox.example')
  const told = await news(since)
  expect(told.news).toEqual([
    expect.objectContaining({ to: 'gone@mailbox.example', kind: 'failed', reason: 'unknown_address' }),
  ])
  expect((await news(w.clock.now().toISOString())).news).toEqual([])
})

test('a mailbox that is full three times in 30 days is no longer written to', async () => {
  const address = 'full@mailbox.example'
  answers.set(address, { at: 'content', responseCode: 552, message: '5.2.2 over quota' })
  for (const day of [0, 31, 1]) {
    w.clock.forward(day * 86_400)
    dana = await w.loggedIn('advisor')
    await nothingSent(w)
    expect((await mail(address)).status).toBe(1)
    await settled(address)
    // The first was more than 30 days ago when the third was refused.
    expect(await suppressed()).toEqual([])
  }
  await mail(address)
  await expect.poll(suppressed).toEqual([`${address} bounce`])
})

describe('after a bounce', () => {
  const address = 'marcus@mailbox.example'
  beforeEach(async () => {
    answers.set(address, { at: 'recipient', responseCode: 550, message: '5.1.1 no such user' })
    await mail(address)
    await settled(address)
    answers.clear()
  })

  test('the reason is not that the customer has unsubscribed', async () => {
    const answer = await mail(`${address}, elena@mailbox.example`)
    expect(answer.data!.recipients).toMatchObject([
      { to: address, outcome: 'bounced', message: 'error_address_bounced' },
      { outcome: 'queued' },
    ])
    const row = await sentTo(address)
    expect(row).toMatchObject({ delivery: 'undeliverable', reason: 'bounced_before', outcome: 'not_delivered' })
    const send = await dana.call(sharing.getSend, { params: { recipient_id: row.recipient_id } })
    expect(send.timeline.map(({ kind }) => kind)).toEqual(['undeliverable'])
    expect(send.suppressed_by).toBe('bounced')
  })

  test('Dana lifts it, and the ledger names both', async () => {
    expect(await dana.send(consent.liftBounce, { body: { address } })).toMatchObject({ message: 'bounce_lifted' })
    expect((await mail(address)).message).toBe('email_sent_successfully')
    const boss = await w.loggedIn('enterprise')
    const ledger = await boss.request(`/api/v1/exportConsents/${encodeURIComponent(JSON.stringify({ address }))}`)
    const text = await ledger.text()
    expect(text).toContain(',bounced,')
    expect(text).toContain(',bounce_lifted,,sent_list,advisor,')
    expect(text).not.toContain(',revoked,')
    expect(await dana.send(consent.liftBounce, { body: { address } })).toMatchObject({
      status: 0,
      message: 'address_not_bounced',
    })
  })

  test('she cannot lift the unsubscription of a customer, even if mail came back before', async () => {
    const visitor = w.visitor()
    await visitor.call(consent.updateUnsubscribeEmailDetails, { body: { to: address, wsid: '31' } })
    expect(await dana.send(consent.liftBounce, { body: { address } })).toMatchObject({
      status: 0,
      message: 'error_unsubscribe_user',
    })
    expect((await mail(address)).message).toBe('error_unsubscribe_user')
  })
})

describe('a message that waits while the customer unsubscribes', () => {
  const signal = new AbortController().signal
  const due = (delivery_id: string) =>
    w.database.system
      .updateTable('deliveries')
      .set({ due_at: new Date(Date.now() - 1000) })
      .where('delivery_id', '=', delivery_id)
      .execute()

  test('a letter is not sent', async () => {
    const address = 'marcus@mailbox.example'
    answers.set(address, { at: 'content', responseCode: 451, message: '4.2.2 mailbox full' })
    await mail(address)
    expect(await settled(address, 'delayed')).toMatchObject({ delivery: 'waiting', reason: 'mailbox_full' })
    answers.clear()
    await w.visitor().call(consent.updateUnsubscribeEmailDetails, { body: { to: address, wsid: '31' } })
    const { delivery_id, web_site_id } = await newest('mail')
    await due(delivery_id)
    const { services } = w.running
    await mailWorker(services, optOutEvents(services.clock)).deliver({ web_site_id, delivery_id }, signal)
    expect(await sentTo(address)).toMatchObject({ delivery: 'unsubscribed', reason: 'unsubscribed' })
    expect(arrived).toEqual([])
  })

  test('a text message is not sent, and its credit comes back', async () => {
    const { businessentity_id } = (await w.database.system
      .selectFrom('users')
      .select('businessentity_id')
      .where('user_id', '=', danaId)
      .where('web_site_id', '=', 31)
      .executeTakeFirstOrThrow()) as { businessentity_id: number }
    await w.database.system
      .insertInto('message_credits')
      .values({ web_site_id: 31, businessentity_id, remaining: 5 })
      .execute()
    const { services } = w.running
    const site = services.sites.byId(31)!
    const events = optOutEvents(services.clock)
    expect((await sms('+1 503 555 0142')).data!.texts_left).toBe(4)
    await expect.poll(async () => (await newest('text')).state).toBe('sent')
    const { delivery_id, web_site_id } = await newest('text')
    await w.database.system
      .updateTable('deliveries')
      .set({ state: 'pending', attempts: 0, due_at: new Date(Date.now() - 1000) })
      .where('delivery_id', '=', delivery_id)
      .execute()
    await w.database.system.deleteFrom('delivery_attempts').execute()
    await w.database.inTenant(31, (db) => events.optedOut(db, site, '+15035550142', 'STOP'))
    await textWorker(services, events).deliver({ web_site_id, delivery_id }, signal)
    expect(await sentTo('503 555')).toMatchObject({ delivery: 'unsubscribed' })
    const left = await w.database.system.selectFrom('message_credits').select('remaining').executeTakeFirstOrThrow()
    expect(left.remaining).toBe(5)
  })
})
