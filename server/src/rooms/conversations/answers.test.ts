import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shipped, text as textIn } from '../../core/texts.ts'
import { world, type Person, type World } from '../../testing/world.ts'
import { optOutEvents } from '../consent/opt-out-events.ts'
import { sendReminder } from '../sharing/send/reminders.ts'
import { noCustomers, nothingSent, nothingWritten } from '../sharing/testing.ts'
import { answerAutomatically } from './automatic-answer.ts'
import { carriers, conversing, marcus } from './testing.ts'

/** How the shop answers customers, and what it sends when its people do not. */

const { consent, conversations, sharing } = contract
let w: World
let dana: Person
let liam: Person
let lite: Person
let west: Person
let danaId: number

beforeAll(async () => {
  w = await world({ env: carriers })
  ;[dana, liam, lite, west] = (await Promise.all(
    ['advisor', 'location', 'lite', 'advisor2'].map((name) => w.loggedIn(name)),
  )) as [Person, Person, Person, Person]
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())
beforeEach(async () => {
  await nothingSent(w)
  await noCustomers(w)
  await nothingWritten(w, 'automatic_answers')
})
const { answer, fails, first, list, outbox, sendMail, sendText, thread, today, writes } = conversing(() => ({
  w,
  dana,
}))

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
    const spanish = textIn(shipped, 'es-ES', 'conversation_consent_words')
    expect(await record(spanish)).toBe(spanish)
    expect(await record('She said it was fine.')).toBe(textIn(shipped, 'en-US', 'conversation_consent_words'))
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

  test('may also be a reminder, which the history of its send shows', async () => {
    await sendText({ remind_at: new Date(w.clock.now().getTime() + 3_600_000).toISOString() })
    const { recipient_id } = await w.database.system
      .selectFrom('send_recipients')
      .select('recipient_id')
      .executeTakeFirstOrThrow()
    await sendReminder(w.running.services, { web_site_id: 31, recipient_id, origin: 'http://site31.localhost' })
    await fails((await outbox())[1]!.message_id)
    expect((await mails()).map((mail) => mail.text)).toEqual([
      expect.stringContaining(`/shared?recipient=${recipient_id}`),
    ])
    const { row, timeline } = await dana.call(sharing.getSend, { params: { recipient_id } })
    const { entries } = await thread((await first()).customer_id)
    expect(entries.at(-1)).toMatchObject({ kind: 'reminded', from: 'automatic', recipient_id })
    // The first text may still be waiting for the carrier; it has not failed.
    expect(row.outcome).not.toBe('not_delivered')
    expect(timeline.slice(-2).map(({ kind }) => kind)).toEqual(['reminded', 'failed'])
    expect(timeline.at(-1)!.detail).toMatch(/^This number cannot receive text messages/)
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
  const details = () => dana.call(sharing.getEmailAnAnimationDetails, { params: { user: danaId, type: 'sms' } })
  const shown = async () => (await details()).text_number
  expect(await shown()).toBe('+15550100999')
  const own = { web_site_id: 31, number: '+15035550164', is_default: true }
  await w.database.system.insertInto('message_numbers').values(own).execute()
  expect(await shown()).toBe('+15035550164')
  // In the notation of all other numbers.
  expect((await details()).text_number_shown).toBe('(503) 555-0164')
  await sendText()
  expect((await outbox())[0]!.from_number).toBe('+15035550164')
  await w.database.system.deleteFrom('message_numbers').where('number', '=', own.number).execute()
})

describe('while the shop does not answer', () => {
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
    expect(texts[1]!.body).toMatch(/^Northgate Motors: Thank you for your message\. .* call \(503\) 555-0110/)
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

  test('what is written after Dana’s answer has its own time', async () => {
    await setUp(always)
    await sendText()
    await writes('Is my car ready?')
    const [job] = await jobs()
    w.clock.forward(60)
    await answer((await first()).customer_id, 'Not yet')
    w.clock.forward(60)
    await writes('When will it be?')
    await jobs()
    // The job of the first message finds that nobody has answered the second one, and leaves the rest of its time.
    w.clock.forward(60)
    await answerAutomatically(w.running.services, job!.data)
    expect(await outbox()).toHaveLength(2)
    const [next] = await jobs()
    expect(next!.later).toBe(true)
    expect(new Date(next!.data.at).getTime()).toBeGreaterThan(new Date(job!.data.at).getTime())
    await answerAutomatically(w.running.services, next!.data)
    expect(await outbox()).toHaveLength(3)
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
    await expect.poll(async () => (await outbox()).length + (await jobs()).length).toBe(2)
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
