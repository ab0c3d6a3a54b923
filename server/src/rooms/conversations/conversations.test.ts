import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inboundMailSignature } from '../../outside/mailgun.hooks.ts'
import { world, type Person, type World } from '../../testing/world.ts'
import { customerOf, linkKey, noCustomers, nothingSent, nothingWritten } from '../sharing/testing.ts'
import { carriers, conversing, key, usual } from './testing.ts'

/** What customers write back by text and by mail. */

const { conversations, sharing } = contract
let w: World
let dana: Person
let liam: Person
let west: Person
let danaId: number

beforeAll(async () => {
  w = await world({ env: carriers })
  ;[dana, liam, west] = (await Promise.all(['advisor', 'location', 'advisor2'].map((name) => w.loggedIn(name)))) as [
    Person,
    Person,
    Person,
  ]
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())
beforeEach(async () => {
  await nothingSent(w)
  await noCustomers(w)
  await nothingWritten(w, 'automatic_answers')
})
const { answer, first, list, post, sendMail, sendText, thread, writes } = conversing(() => ({ w, dana }))

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
    const link = linkKey(sent.recipients[0]!.link)
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

  test('what Dana reads in his conversation is read among her sends, and the other way round', async () => {
    const sent = await sendText()
    const link = linkKey(sent.recipients[0]!.link)
    const counts = async (who = dana) => {
      const { unread, unread_conversations } = await who.call(sharing.getShareNews, { params: { json: {} } })
      return { sends: unread, conversations: unread_conversations }
    }
    const page = await customerOf(link, w.visitor())
    await page.answer({ answer: 'approve' })
    expect(await counts()).toEqual({ sends: 1, conversations: 1 })
    const { customer_id } = await first()
    const { entries } = await thread(customer_id)
    const until = entries.at(-1)!.at
    await dana.call(conversations.markConversationRead, { body: { customer_id, until } })
    expect(await counts()).toEqual({ sends: 0, conversations: 0 })

    w.clock.forward(5)
    await page.answer({ answer: 'call' })
    expect(await counts()).toEqual({ sends: 1, conversations: 1 })
    const asked = { user_id: danaId, page: 1, size: 10, sort: 'sent_at', descending: true, search: '' } as const
    const [row] = (await dana.call(sharing.getSends, { params: { json: asked } })).rows
    await dana.call(sharing.markSendRead, { body: { recipient_id: row!.recipient_id } })
    expect(await counts()).toEqual({ sends: 0, conversations: 0 })

    // His text is not read by looking at the send.
    w.clock.forward(5)
    await writes('When can I bring it?')
    await page.answer({ answer: 'approve' })
    await dana.call(sharing.markSendRead, { body: { recipient_id: row!.recipient_id } })
    expect(await first()).toMatchObject({ unread: 1, last: { text: expect.any(String) } })
  })

  test('a repair without words of the shop has the name of its film, also in his answer', async () => {
    const sent = await sendText({
      selectedList: [],
      films: [
        { part_id: 'BRKPAD', finding: 'Front brake pads', rating: 'red', price: 38_900 },
        { part_id: 'TYRWER', rating: 'yellow' },
      ],
    })
    const customer = await customerOf(linkKey(sent.recipients[0]!.link), w.visitor())
    await customer.answer({
      rows: [
        { part_id: 'BRKPAD', answer: 'approve' },
        { part_id: 'TYRWER', answer: 'ask', question: 'How long?', reply_by: 'text' },
      ],
    })
    const { entries } = await thread((await first()).customer_id)
    expect(entries.find(({ kind }) => kind === 'send')!.rows[1]).toMatchObject({ finding: 'Tire wear' })
    expect(entries.at(-1)!.rows).toMatchObject([{ finding: 'Front brake pads' }, { finding: 'Tire wear' }])
    expect(entries.at(-1)!.text).toContain('Tire wear: How long?')
  })

  test('his answers to single repairs are in the conversation, with prices, questions and his number', async () => {
    const sent = await sendText({
      selectedList: [],
      films: [
        { part_id: 'BRKPAD', finding: 'Front brake pads', rating: 'red', price: 38_900 },
        { part_id: 'TYRWER', finding: 'Front tires', rating: 'yellow', price: 29_800 },
      ],
    })
    const customer = await customerOf(linkKey(sent.recipients[0]!.link), w.visitor())
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
    // The shop sees each row, and may start the work of the answer that counts.
    expect(entries.find(({ kind }) => kind === 'send')!.rows).toMatchObject([
      { finding: 'Front brake pads', rating: 'red', price: 38_900, answer: null },
      { finding: 'Front tires', rating: 'yellow', price: 29_800, answer: null },
    ])
    expect(entries.at(-1)).toMatchObject({
      work: 'open',
      currency: 'USD',
      rows: [
        { finding: 'Front brake pads', price: 38_900, answer: 'approve' },
        { finding: 'Front tires', price: 29_800, answer: 'ask', question: 'How long do they last?' },
      ],
    })
    // Only the answer that counts still waits for a reply.
    expect(entries.slice(-3).map(({ work, contact, asks }) => [work, contact, asks])).toEqual([
      [null, '', null],
      [null, '503 555 0142', null],
      ['open', '', 'reply'],
    ])
    await dana.call(sharing.markCalled, { body: { recipient_id: entries.at(-1)!.recipient_id!, called: 1 } })
    expect((await thread((await first()).customer_id)).entries.at(-1)!.asks).toBeNull()
    expect((await first()).approved).toEqual({ total: 38_900, currency: 'USD' })
    await dana.call(sharing.takeUpAnswer, { body: { recipient_id: entries.at(-1)!.recipient_id!, taken_up: 1 } })
    expect((await thread((await first()).customer_id)).entries.findLast(({ kind }) => kind === 'approve')!.work).toBe(
      'started',
    )
  })

  test('an answer to some repairs shows the open ones too, and nothing that is good', async () => {
    const sent = await sendText({
      selectedList: [],
      films: [
        { part_id: 'SUSDMP', finding: 'Rear shock absorbers', rating: 'yellow', price: 61_200 },
        { part_id: 'BRKPAD', finding: 'Front brake pads', rating: 'red', price: 38_900 },
        { part_id: 'TYRWER', finding: 'Front tires', rating: 'green' },
        { part_id: 'BRKDSC' },
      ],
    })
    const customer = await customerOf(linkKey(sent.recipients[0]!.link), w.visitor())
    await customer.answer({ rows: [{ part_id: 'BRKPAD', answer: 'approve' }] })
    const { entries } = await thread((await first()).customer_id)
    expect(entries.at(-1)!.rows.map((row) => [row.finding, row.answer])).toEqual([
      ['Rear shock absorbers', null],
      ['Front brake pads', 'approve'],
      ['Disc brake', null],
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

  test('with the single word STOP, about which a person decides, because no carrier reads it', async () => {
    await sendMail()
    await post('/hooks/mail/inbound', mailFields({ recipient: await replyTo(), 'body-plain': 'Stop.' }))
    expect((await list(dana, { tab: 'may_stop' })).rows.map(({ name }) => name)).toEqual(['Joan Pell'])
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
