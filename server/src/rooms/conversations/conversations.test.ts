import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { text as textIn } from '../../core/texts.ts'
import { inboundMailSignature } from '../../outside/mailgun.hooks.ts'
import { optOutEvents } from '../consent/opt-out-events.ts'
import { customerOf, noCustomers, nothingSent } from '../sharing/testing.ts'
import { world, type Person, type World } from '../../testing/world.ts'
import { answerAutomatically } from './automatic-answer.ts'

/** What customers write back by text and by mail, and how the shop answers. */

const sdk = createRequire(import.meta.url)('twilio') as {
  getExpectedTwilioSignature(token: string, url: string, fields: Record<string, string>): string
}
const { consent, conversations, sharing } = contract
const token = 'the token of the account'
const key = 'the signing key of the mail provider'
const base = 'https://films.portal.test'
const marcus = '+15035550142'
let w: World
let dana: Person
let danaId: number
let liam: Person
let lite: Person
let west: Person

beforeAll(async () => {
  w = await world({
    env: {
      PUBLIC_BASE_URL: base,
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: token,
      TWILIO_FROM: '+15550100999',
      // No server listens at this address: the messages stay in the outbox.
      TWILIO_API_URL: 'http://127.0.0.1:9',
      REPLY_DOMAIN: 'reply.portal.test',
      REPLY_SIGNING_KEY: key,
    },
  })
  ;[dana, liam, lite, west] = (await Promise.all(
    ['advisor', 'location', 'lite', 'advisor2'].map((name) => w.loggedIn(name)),
  )) as [Person, Person, Person, Person]
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())

beforeEach(async () => {
  await nothingSent(w)
  await noCustomers(w)
  for (const table of ['suppressions', 'consents', 'mails', 'messages', 'deliveries', 'automatic_answers'] as const)
    await w.database.system.deleteFrom(table).execute()
})

const today = () => w.clock.now().toISOString().slice(0, 10)
const film = { brand_id: 1, lang_id: 50, driverside: 'left' as const }
const sendText = (more: object = {}, who = dana) =>
  who.call(sharing.sendSms, {
    body: {
      ...film,
      moNumber: marcus,
      opt_in_date: today(),
      emailMessage: 'Your pads are at 2 mm:',
      selectedList: [{ part_id: 'BRKDSC' }],
      customer_name: 'Marcus Hale',
      ...more,
    },
  })
const sendMail = () =>
  dana.call(sharing.sendEmail, {
    body: {
      ...film,
      customer_name: 'Joan Pell',
      email: {
        toEmail: 'joan@mailbox.example',
        subject: 'Your brakes',
        emailMessage: 'Hi Joan',
        selectedList: [{ part_id: 'BRKDSC' }],
      },
    },
  })

async function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return w.visitor().request(path, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'films.portal.test', origin: '', ...headers },
  })
}
/** Marcus, or another person, sends a text. Returns the carrier's reply. */
async function writes(Body: string, { from = marcus, sid = randomUUID() }: { from?: string; sid?: string } = {}) {
  const path = '/hooks/twilio/inbound'
  const fields = { From: from, To: '+15550100999', Body, MessageSid: sid }
  const signature = sdk.getExpectedTwilioSignature(token, base + path, fields)
  return (await post(path, fields, { 'x-twilio-signature': signature })).text()
}

const usual = { tab: 'all', page: 1, size: 30, search: '' } as const
const list = async (who = dana, more: { tab?: 'mine' | 'unassigned' | 'may_stop'; search?: string } = {}) => {
  const { user_id } = await who.me()
  return who.call(conversations.getConversations, { params: { json: { user_id, ...usual, ...more } } })
}
const thread = (customer_id: number, who = dana) => who.call(conversations.getConversation, { params: { customer_id } })
const first = async (who = dana) => (await list(who)).rows[0]!
const answer = (customer_id: number, text: string, more: object = {}, who = dana) =>
  who.send(conversations.answerCustomer, {
    body: { customer_id, channel: 'sms', text, request_key: randomUUID(), ...more },
  })
const outbox = () => w.database.system.selectFrom('messages').selectAll().orderBy('created_at').execute()

describe('Marcus writes back', () => {
  test('his text stands in the conversation after the film, unread, once, however often the carrier delivers it', async () => {
    await sendText()
    const sid = randomUUID()
    expect(await writes('How long can I still drive?', { sid })).not.toContain('<Message>')
    await writes('How long can I still drive?', { sid })
    expect(await first()).toMatchObject({
      name: 'Marcus Hale',
      unread: 1,
      last: { from: 'customer', text: 'How long can I still drive?' },
      assigned_to: { name: 'Dana Whitlock' },
    })
    const { customer_id } = await first()
    const { entries } = await thread(customer_id)
    expect(entries.map(({ kind, from }) => [kind, from])).toEqual([
      ['agreed', null],
      ['send', 'shop'],
      ['message', 'customer'],
    ])
    expect(entries[1]).toMatchObject({ films: [{ part_name: 'Disc brake' }], by: 'Dana Whitlock' })
  })

  test('it also stands in the history of the send', async () => {
    await sendText()
    await writes('Thanks, see you at 8')
    const [{ recipient_id }] = (await w.database.system
      .selectFrom('send_recipients')
      .select('recipient_id')
      .execute()) as [{ recipient_id: number }]
    const { timeline } = await dana.call(sharing.getSend, { params: { recipient_id } })
    expect(timeline.at(-1)).toMatchObject({ kind: 'wrote', detail: 'Thanks, see you at 8' })
  })

  test('the count of unread conversations goes up with texts and answers on the page, and down by reading', async () => {
    const count = async (who = dana) =>
      (await who.call(sharing.getShareNews, { params: { json: {} } })).unread_conversations
    const sent = await sendText()
    expect(await count()).toBe(0)
    const link = sent.recipients[0]!.link!.split('/').at(-1)!
    await (await customerOf(link, w.visitor())).answer({ answer: 'call' })
    await writes('Please call me')
    expect([await count(), await count(liam), await count(west)]).toEqual([1, 1, 0])
    const { customer_id } = await first()
    const { entries } = await thread(customer_id)
    const read = (until: string) => dana.call(conversations.markConversationRead, { body: { customer_id, until } })
    expect(await read(entries.find(({ kind }) => kind === 'call')!.at)).toEqual({ unread: 1 })
    expect(await read(entries.at(-1)!.at)).toEqual({ unread: 0 })
    expect(await count()).toBe(0)
    expect((await first()).state).toBe('asked_for_call')
  })

  test('his answers to single repairs are in the conversation, with prices, questions and his number', async () => {
    const sent = await sendText({
      selectedList: [],
      films: [
        { part_id: 'BRKPAD', finding: 'Front brake pads', rating: 'red', price: 38_900 },
        { part_id: 'TYRWER', finding: 'Front tires', rating: 'yellow', price: 29_800 },
      ],
    })
    const customer = await customerOf(sent.recipients[0]!.link!.split('/').at(-1)!, w.visitor())
    await customer.answer({ answer: 'not_now' })
    await customer.answer({ answer: 'ask', question: 'Can both wait until spring?', contact: '503 555 0142' })
    expect(await first()).toMatchObject({
      state: 'asked',
      last: { from: 'customer', text: 'Can both wait until spring?' },
    })
    await customer.answer({
      rows: [
        { part_id: 'BRKPAD', answer: 'approve' },
        { part_id: 'TYRWER', answer: 'ask', question: 'How long do they last?', reply_by: 'text' },
      ],
    })
    const { state, entries } = await thread((await first()).customer_id)
    expect(state).toBe('asked')
    expect(entries.slice(-3).map(({ kind, from, text }) => [kind, from, text])).toEqual([
      ['not_now', 'customer', ''],
      ['ask', 'customer', 'Can both wait until spring?\n503 555 0142'],
      ['approve', 'customer', 'Front brake pads: $389.00\nFront tires: How long do they last?'],
    ])
  })

  test('YES is an answer; only from a person who had stopped it means START', async () => {
    await sendText()
    expect(await writes('Yes')).not.toContain('<Message>')
    expect((await first()).last).toEqual({ from: 'customer', text: 'Yes' })
    expect(await writes('STOP')).toContain('<Message>')
    expect(await writes('YES')).toContain('<Message>')
    expect(await w.database.system.selectFrom('suppressions').selectAll().execute()).toEqual([])
  })

  test.each(['Stop texting me please', 'No me envíen más mensajes', 'תפסיקו לשלוח לי הודעות'])(
    '“%s” goes to a list for a person, who stops all messages with one press',
    async (words) => {
      await sendText()
      await writes(words)
      const { rows, unread } = await list(dana, { tab: 'may_stop' })
      expect(rows).toMatchObject([{ state: 'may_stop' }])
      expect(unread.may_stop).toBe(1)
      const { customer_id } = rows[0]!
      expect(await w.database.system.selectFrom('suppressions').selectAll().execute()).toEqual([])
      expect(await dana.call(conversations.decideStop, { body: { customer_id, stop: true } })).toMatchObject({
        texts: { state: 'stopped' },
      })
      expect((await list(dana, { tab: 'may_stop' })).total).toBe(0)
      expect(await answer(customer_id, 'Sorry')).toMatchObject({ status: 0, message: 'error_unsubscribe_user' })
      const ledger = await w.database.system.selectFrom('consents').selectAll().orderBy('consent_id').execute()
      expect(ledger.at(-1)).toMatchObject({ action: 'revoked', wording: words, screen: 'conversation' })
    },
  )

  test('or the person keeps texting', async () => {
    await sendText()
    await writes('I don’t need a text every day :)')
    const { customer_id } = await first()
    expect(await dana.call(conversations.decideStop, { body: { customer_id, stop: false } })).toMatchObject({
      texts: { state: 'agreed' },
    })
    expect((await answer(customer_id, 'Understood')).status).toBe(1)
  })

  test('an unknown person reaches the business that has the number, unassigned', async () => {
    await writes('Hi, is my truck ready yet?', { from: '+15035550119' })
    expect((await list()).total).toBe(0)
    const { businessentity_id } = await w.database.system
      .selectFrom('users')
      .select('businessentity_id')
      .where('user_id', '=', danaId)
      .executeTakeFirstOrThrow()
    await w.database.system
      .insertInto('message_numbers')
      .values({ web_site_id: 31, number: '+15550100999', businessentity_id })
      .execute()
    await writes('Hello?', { from: '+15035550119' })
    await w.database.system.deleteFrom('message_numbers').where('number', '=', '+15550100999').execute()
    expect(await first()).toMatchObject({ name: '', address: '(503) 555-0119', state: 'unassigned', assigned_to: null })
    expect((await list(dana, { tab: 'unassigned' })).total).toBe(1)
    expect((await list(west)).total).toBe(0)
    // A person who wrote first may be answered, and the conversation is then Dana's.
    expect((await answer((await first()).customer_id, 'Ready at 4')).status).toBe(1)
    expect(await first()).toMatchObject({ assigned_to: { name: 'Dana Whitlock' } })
  })
})

describe('the shop answers', () => {
  test('by text: with its name, without a STOP line, in plain characters; a repeated request sends once', async () => {
    await sendText()
    await writes('Will it be done before 4?')
    const { customer_id } = await first()
    const request_key = randomUUID()
    for (const _ of [1, 2])
      expect(await answer(customer_id, 'Yes – it’s ready by 3:30.', { request_key })).toMatchObject({
        status: 1,
        message: 'answer_sent',
      })
    const [, sent, ...more] = await outbox()
    expect(more).toEqual([])
    expect(sent).toMatchObject({ body: "Northgate Motors: Yes - it's ready by 3:30.", to_number: marcus, segments: 1 })
    expect((await thread(customer_id)).entries.at(-1)).toMatchObject({
      from: 'shop',
      by: 'Dana Whitlock',
      delivery: 'waiting',
    })
  })

  test('not without consent: Joan gave only her address', async () => {
    await sendMail()
    const { customer_id } = await first()
    expect(await answer(customer_id, 'Hi')).toMatchObject({ status: 0, message: 'customer_has_no_number' })
    await dana.call(sharing.updateCustomer, { body: { customer_id, phone: '+1 503 555 0188' } })
    expect(await answer(customer_id, 'Hi')).toMatchObject({ status: 0, message: 'customer_has_not_agreed' })
    const wording = 'The customer agreed today to receive texts about this repair.'
    await dana.call(conversations.recordConsent, { body: { customer_id, opt_in_date: today(), wording } })
    expect((await answer(customer_id, 'Hi')).status).toBe(1)
    const [entry] = await w.database.system.selectFrom('consents').selectAll().execute()
    expect(entry).toMatchObject({ wording, screen: 'conversation', user_id: danaId })
  })

  test('the ledger keeps the words of the page in any language of the site, and no others', async () => {
    await sendMail()
    const { customer_id } = await first()
    await dana.call(sharing.updateCustomer, { body: { customer_id, phone: '+1 503 555 0188' } })
    const record = async (wording: string) => {
      await dana.call(conversations.recordConsent, { body: { customer_id, opt_in_date: today(), wording } })
      const ledger = await w.database.system.selectFrom('consents').select('wording').orderBy('consent_id').execute()
      return ledger.at(-1)!.wording
    }
    const spanish = textIn('es-ES', 'conversation_consent_words')
    expect(await record(spanish)).toBe(spanish)
    expect(await record('She said it was fine.')).toBe(textIn('en-US', 'conversation_consent_words'))
  })

  test('not by mail after mail to Joan came back, which is not called unsubscribing; the shop allows it again', async () => {
    await sendMail()
    const { customer_id } = await first()
    await w.database.system.updateTable('deliveries').set({ state: 'failed', ended_at: w.clock.now() }).execute()
    await w.database.inTenant(31, (db) =>
      optOutEvents(w.clock).bounced(db, w.running.services.sites.byId(31)!, 'joan@mailbox.example', '550 5.1.1'),
    )
    const mail = () => answer(customer_id, 'Hi', { channel: 'email' })
    expect(await mail()).toMatchObject({ status: 0, message: 'error_address_bounced' })
    const { customer, entries } = await thread(customer_id)
    expect(customer).toMatchObject({ texts: { state: 'not_asked' }, emails: { state: 'bounced' } })
    expect(entries.map(({ kind }) => kind)).toEqual(['send', 'bounced'])
    await dana.call(consent.liftBounce, { body: { address: 'joan@mailbox.example' } })
    expect((await mail()).status).toBe(1)
    expect((await thread(customer_id)).entries.map(({ kind }) => kind)).toContain('bounce_lifted')
  })

  test('not with empty words, too many words, or without texts left', async () => {
    await sendText()
    const { customer_id } = await first()
    expect(await answer(customer_id, ' ')).toMatchObject({ message: 'enter_a_message' })
    expect(await answer(customer_id, 'x'.repeat(1401))).toMatchObject({ message: 'share_text_too_long' })
    await w.database.system.updateTable('message_credits').set({ remaining: 0 }).execute()
    expect(await answer(customer_id, 'Hi')).toMatchObject({ message: 'no_texts_left' })
    await w.database.system.updateTable('message_credits').set({ remaining: 400 }).execute()
  })

  test('Liam, who manages the location, sees it and assigns it; a colleague elsewhere and the other business do not', async () => {
    await sendText()
    const { customer_id } = await first()
    expect((await list(liam)).total).toBe(1)
    expect((await list(lite)).total).toBe(0)
    expect((await list(west)).total).toBe(0)
    expect(await west.send(conversations.getConversation, { params: { customer_id } })).toMatchObject({ http: 404 })
    const assign = (assignee_id: number | null) =>
      liam.send(conversations.assignConversation, { body: { customer_id, assignee_id } })
    const liamId = (await liam.me()).user_id
    expect(await assign(liamId)).toMatchObject({ data: { assigned_to: { name: 'Liam Ferris' } } })
    expect((await list(liam, { tab: 'mine' })).total).toBe(1)
    expect(await assign((await west.me()).user_id)).toMatchObject({ status: 0, message: 'assignee_not_in_business' })
    expect(await assign(null)).toMatchObject({ data: { assigned_to: null } })
  })
})

describe('a text that is not delivered', () => {
  const fails = async (message_id: string, ErrorCode = '30006') => {
    const path = `/hooks/twilio/status?site=31&message=${message_id}`
    const fields = { MessageSid: `SM${message_id}`, MessageStatus: 'undelivered', ErrorCode }
    const signature = sdk.getExpectedTwilioSignature(token, base + path, fields)
    expect((await post(path, fields, { 'x-twilio-signature': signature })).status).toBe(204)
  }
  const mails = () =>
    w.database.system
      .selectFrom('mails')
      .select(['to_address', 'subject', 'text'])
      .where('subject', 'like', 'Your text to%')
      .orderBy('created_at')
      .execute()

  test('is reported to Dana by mail, with the reason in words, once however often the carrier reports it', async () => {
    await sendText({ roNumber: 'RO 48213' })
    const { message_id } = (await outbox())[0]!
    await Promise.all([fails(message_id), fails(message_id)])
    await fails(message_id)
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      to_address: (await dana.me()).email,
      subject: 'Your text to (503) 555-0142 was not delivered',
    })
    for (const words of ['This number cannot receive text messages.', 'Disc brake', 'RO 48213', '/shared?recipient='])
      expect(mail!.text).toContain(words)
  })

  test('may also be an answer in a conversation', async () => {
    await sendText()
    const { customer_id } = await first()
    await answer(customer_id, 'Ready at 4')
    await fails((await outbox())[1]!.message_id)
    expect((await mails()).map((mail) => mail.text)).toEqual([
      expect.stringContaining(`/conversations?customer=${customer_id}`),
    ])
  })

  test('is not reported after Dana switched these mails off', async () => {
    await dana.call(sharing.saveNoticeSettings, { body: { failures: 0 } })
    await sendText()
    await fails((await outbox())[0]!.message_id)
    await dana.call(sharing.saveNoticeSettings, { body: { failures: 1 } })
    expect(await mails()).toEqual([])
  })
})

test('before she sends, Dana sees the number that the text will come from', async () => {
  const shown = async () =>
    (await dana.call(sharing.getEmailAnAnimationDetails, { params: { user: danaId, type: 'sms' } })).text_number
  expect(await shown()).toBe('+15550100999')
  const own = { web_site_id: 31, number: '+15035550164', is_default: true }
  await w.database.system.insertInto('message_numbers').values(own).execute()
  expect(await shown()).toBe('+15035550164')
  await sendText()
  expect((await outbox())[0]!.from_number).toBe('+15035550164')
  await w.database.system.deleteFrom('message_numbers').where('number', '=', own.number).execute()
})

test('a touch screen in the waiting room reads no conversation, although its location does', async () => {
  await sendText()
  const { customer_id } = await first()
  const kiosk = await w.loggedIn('kiosk')
  const { user_id } = await kiosk.me()
  const tried = [
    kiosk.send(conversations.getConversation, { params: { customer_id } }),
    kiosk.send(conversations.getConversations, { params: { json: { user_id, ...usual } } }),
    kiosk.send(sharing.getCustomer, { params: { customer_id } }),
    kiosk.send(sharing.findCustomers, { params: { json: { user_id, search: 'marcus' } } }),
  ]
  expect((await Promise.all(tried)).map(({ http }) => http)).toEqual([403, 403, 403, 403])
})

describe('Joan replies to the mail', () => {
  const mailFields = (more: Record<string, string> = {}) => {
    const timestamp = String(Math.floor(w.clock.now().getTime() / 1000))
    const nonce = randomUUID()
    return {
      from: 'Joan Pell <joan@mailbox.example>',
      sender: 'joan@mailbox.example',
      subject: 'Re: Your brakes',
      'body-plain': 'Is the caliper part of it?\r\n\r\nOn Fri, Dana Whitlock wrote:\r\n> Hi Joan',
      'Message-Id': `<${nonce}@mailbox.example>`,
      timestamp,
      token: nonce,
      signature: inboundMailSignature(key, timestamp, nonce),
      ...more,
    }
  }
  const replyTo = async () =>
    (await w.database.system.selectFrom('mails').select('reply_to').executeTakeFirstOrThrow()).reply_to!

  test('and it stands in her conversation, without the quotation', async () => {
    await sendMail()
    const recipient = await replyTo()
    expect(recipient).toMatch(/^reply\+31\.\d+\.[0-9a-f]{20}@reply\.portal\.test$/)
    const fields = mailFields({ recipient })
    expect((await post('/hooks/mail/inbound', fields)).status).toBe(204)
    await post('/hooks/mail/inbound', fields)
    const row = await first()
    expect(row).toMatchObject({
      name: 'Joan Pell',
      unread: 1,
      last: { from: 'customer', text: 'Is the caliper part of it?' },
    })
    expect((await answer(row.customer_id, 'Yes, it is.', { channel: 'email' })).status).toBe(1)
    const mails = await w.database.system.selectFrom('mails').selectAll().orderBy('created_at').execute()
    expect(mails.at(-1)).toMatchObject({
      to_address: 'joan@mailbox.example',
      subject: 'Message from Northgate Motors',
      reply_to: recipient,
    })
    expect(mails.at(-1)!.text).toContain('Yes, it is.')
  })

  test('as a form with an attachment', async () => {
    await sendMail()
    const form = new FormData()
    for (const [name, value] of Object.entries(mailFields({ recipient: await replyTo() }))) form.append(name, value)
    form.append('attachment-1', new Blob(['picture']), 'car.jpg')
    const answered = await w.visitor().request('/hooks/mail/inbound', { method: 'POST', body: form as never })
    expect(answered.status).toBe(204)
    expect((await first()).unread).toBe(1)
  })

  test('an absence notice, a forged address and an old or unsigned request change nothing', async () => {
    await sendMail()
    const recipient = await replyTo()
    const status = async (more: Record<string, string>) => (await post('/hooks/mail/inbound', mailFields(more))).status
    expect(await status({ recipient, 'message-headers': JSON.stringify([['Auto-Submitted', 'auto-replied']]) })).toBe(
      204,
    )
    expect(await status({ recipient: recipient.replace(/\.[0-9a-f]{20}@/, `.${'0'.repeat(20)}@`) })).toBe(204)
    expect(await status({ recipient, signature: 'x' })).toBe(403)
    const old = String(Math.floor(w.clock.now().getTime() / 1000) - 3600)
    expect(
      await status({ recipient, timestamp: old, signature: inboundMailSignature(key, old, 'n'), token: 'n' }),
    ).toBe(403)
    expect((await first()).unread).toBe(0)
  })
})

describe('when nobody answers', () => {
  const always = Array.from({ length: 7 }, () => [0, 1440] as [number, number])
  const never = Array.from({ length: 7 }, () => null)
  const locationOf = async () => (await liam.call(conversations.getAutomaticAnswers))[0]!
  const setUp = async (hours: ([number, number] | null)[]) => {
    const { location_id } = await locationOf()
    await liam.call(conversations.saveAutomaticAnswers, {
      body: { location_id, is_on: true, after_minutes: 30, hours },
    })
  }
  const jobs = async () => {
    const connection = await w.database.engine.connect('background')
    const { rows } = await connection.query(
      `select data, start_after > now() + interval '20 minutes' as later from pgboss.job
       where name = 'conversations.answerAutomatically' and state = 'created' order by created_on`,
    )
    await connection.query(`delete from pgboss.job where name = 'conversations.answerAutomatically'`)
    connection.release()
    return rows as unknown as { data: Parameters<typeof answerAutomatically>[1]; later: boolean }[]
  }

  test('in opening hours the shop has its time; then an automatic answer with its number, once a day', async () => {
    await setUp(always)
    await sendText()
    await writes('Is my car ready?')
    const [job] = await jobs()
    expect(job!.later).toBe(true)
    await answerAutomatically(w.running.services, job!.data)
    await answerAutomatically(w.running.services, job!.data)
    const texts = await outbox()
    expect(texts).toHaveLength(2)
    expect(texts[1]!.body).toMatch(/^Northgate Motors: Thank you for your message\. .*\+1 503 555 0110/)
    const { customer_id } = await first()
    expect((await thread(customer_id)).entries.at(-1)).toMatchObject({ from: 'automatic' })
  })

  test('not if Dana has answered in the meantime', async () => {
    await setUp(always)
    await sendText()
    await writes('Is my car ready?')
    const [job] = await jobs()
    await answer((await first()).customer_id, 'Yes')
    await answerAutomatically(w.running.services, job!.data)
    expect(await outbox()).toHaveLength(2)
  })

  test('at once while the shop is closed; never for STOP, or where it is switched off', async () => {
    await setUp(never)
    await sendText()
    await writes('STOP')
    await writes('Stop texting me')
    expect(await jobs()).toEqual([])
    await writes('START')
    await dana.call(conversations.decideStop, {
      body: { customer_id: (await first()).customer_id, stop: false },
    })
    await writes('Is my car ready?')
    // A job that is due may already run, so the answer itself is awaited.
    await expect.poll(async () => (await outbox()).length + (await jobs()).length, { timeout: 8000 }).toBe(2)
    const { location_id } = await locationOf()
    await liam.call(conversations.saveAutomaticAnswers, {
      body: { location_id, is_on: false, after_minutes: 30, hours: never },
    })
    await writes('Hello?')
    expect(await jobs()).toEqual([])
  })

  test('a manager changes the own location only', async () => {
    const [mine, ...others] = await liam.call(conversations.getAutomaticAnswers)
    expect(others).toEqual([])
    const boss = await w.loggedIn('enterprise')
    const all = await boss.call(conversations.getAutomaticAnswers)
    expect(all.length).toBe(6)
    const other = all.find(({ location_id }) => location_id !== mine!.location_id)!
    const body = { location_id: other.location_id, is_on: true, after_minutes: 30, hours: never }
    expect(await liam.send(conversations.saveAutomaticAnswers, { body })).toMatchObject({
      status: 0,
      message: 'not_found',
    })
    expect((await boss.send(conversations.saveAutomaticAnswers, { body })).status).toBe(1)
  })
})
