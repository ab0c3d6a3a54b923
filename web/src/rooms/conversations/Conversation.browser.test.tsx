import type { Conversation as Loaded, ThreadEntry } from '@cutaway/contract/rooms/conversations/threads.ts'
import type { Customer } from '@cutaway/contract/rooms/sharing/customers.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi, refusal, type FakeHandlers } from '../../testing/fake-api.ts'
import { danasSession } from '../../testing/people.ts'
import { render } from '../../testing/render.tsx'
import { Conversation } from './Conversation.tsx'

/** Covers one conversation: its entries, the answer in each state of consent, and the decision about stopping. */

const marcus: Customer = {
  customer_id: 7,
  name: 'Marcus Hale',
  vehicle: 'Outback',
  phone: '+15035550142',
  phone_shown: '(503) 555-0142',
  email: 'marcus@mailbox.example',
  language_id: 50,
  last_channel: 'sms',
  ro_number: 'RO 48213',
  texts: { state: 'agreed', since: '2026-11-20' },
  emails: { state: 'not_asked', since: null },
  last_film: null,
  last_at: '2026-11-20T17:00:00.000Z',
  since: '2025-06-01T17:00:00.000Z',
}
const entry = (id: string, more: Partial<ThreadEntry>): ThreadEntry => ({
  id,
  at: '2026-11-20T17:41:00.000Z',
  kind: 'message',
  from: 'customer',
  channel: 'sms',
  text: '',
  by: '',
  delivery: null,
  films: [],
  rows: [],
  contact: '',
  currency: '',
  work: null,
  asks: null,
  watched_percent: null,
  recipient_id: null,
  ...more,
})
const conversation = (more: Partial<Loaded> = {}): Loaded => ({
  customer: marcus,
  state: 'watched',
  entries: [
    entry('send', {
      kind: 'send',
      from: 'shop',
      text: 'Your pads:',
      by: 'Dana Whitlock',
      films: [{ part_id: 'BRKDSC', part_name: 'Disc brake', poster_url: null }],
      recipient_id: 3,
      delivery: 'delivered',
    }),
    entry('watched', {
      kind: 'watched',
      watched_percent: 82,
      films: [{ part_id: 'BRKDSC', part_name: 'Disc brake', poster_url: null }],
    }),
    entry('in', { at: '2026-11-20T17:58:00.000Z', text: 'Will it be done before 4?' }),
  ],
  read_at: '2026-11-20T17:50:00.000Z',
  unread: 0,
  may_stop: false,
  assigned_to: { user_id: 1, name: 'Dana Whitlock' },
  people: [
    { user_id: 1, name: 'Dana Whitlock' },
    { user_id: 2, name: 'Owen Bright' },
  ],
  shop: 'Northgate Motors',
  texts_left: 412,
  ...more,
})

async function open(
  more: Partial<Loaded> = {},
  handlers: FakeHandlers['conversations'] = {},
  sharing: FakeHandlers['sharing'] = {},
) {
  const onGone = vi.fn<() => void>()
  const api = fakeApi({
    conversations: {
      getConversation: () => conversation(more),
      markConversationRead: () => ({ unread: 0 }),
      ...handlers,
    },
    branding: {
      getSavedTexts: () => [
        {
          id: 1,
          channel: 'sms',
          title: 'Ready',
          words: [{ language_id: 50, text: 'Hi {customer}, your {vehicle} is ready. {adviser}' }],
          for_business: true,
          is_mine: false,
        },
      ],
    },
    consent: { liftBounce: () => ({ address: marcus.email }) },
    sharing: { forgetCustomer: () => ({ sends: 1, messages: 1 }), ...sharing },
  })
  await render(<Conversation customerId={7} back={null} onGone={onGone} />, {
    session: danasSession(['allow_share_sms', 'allow_share_email']),
  })
  return { api, onGone }
}
const answer = () => page.getByRole('textbox', { name: 'Your answer' })

test('shows what was sent, watched and written, with a line before what is new', async () => {
  await open()
  const log = page.getByRole('log')
  await expect.element(log.getByText('Your pads:')).toBeVisible()
  await expect.element(log.getByRole('link', { name: 'Disc brake' })).toHaveAttribute('href', '/shared?recipient=3')
  await expect.element(log.getByText(/Watched 82% of Disc brake/)).toBeVisible()
  const words = log.element().textContent
  expect(words.indexOf('New')).toBeLessThan(words.indexOf('Will it be done before 4?'))
  expect(words.indexOf('New')).toBeGreaterThan(words.indexOf('Watched 82%'))
})

test('shows what the customer answered, with prices, questions and the number to call', async () => {
  const at = (minute: number) => `2026-11-20T17:${minute}:00.000Z`
  await open({
    entries: [
      entry('1', { kind: 'not_now', at: at(10) }),
      entry('2', { kind: 'ask', at: at(20), text: 'Can it wait until spring?' }),
      entry('3', {
        kind: 'approve',
        at: at(30),
        text: 'Front brake pads: $389.00\nFront tires: How long do they last?',
      }),
      entry('4', { kind: 'call', at: at(40), text: '503 555 0142' }),
    ],
  })
  const log = page.getByRole('log')
  await expect.element(log.getByText('Said not now')).toBeVisible()
  for (const words of [
    /Can it wait until spring/,
    /Front brake pads: \$389\.00/,
    /How long do they last/,
    /503 555 0142/,
  ])
    await expect.element(log.getByText(words)).toBeVisible()
})

test('an answer to several repairs is a card with each row, the sum and the start of the work', async () => {
  const repair = (part_id: string, finding: string, price: number) => ({ part_id, finding, price, question: '' })
  const rows = [
    { ...repair('BRKPAD', 'Front brake pads', 38_900), rating: 'red' as const },
    { ...repair('TYRWER', 'Front tires', 29_800), rating: 'yellow' as const },
    { ...repair('SUSDMP', 'Rear shock absorbers', 61_200), rating: 'yellow' as const },
  ]
  const answers = ['approve', 'not_now', 'approve'] as const
  let work: 'open' | 'started' = 'open'
  const { api } = await open(
    {},
    {
      getConversation: () =>
        conversation({
          entries: [
            entry('sent', {
              kind: 'send',
              from: 'shop',
              films: rows.map(({ part_id }) => ({ part_id, part_name: `Film ${part_id}`, poster_url: null })),
              rows: rows.map((row) => ({ ...row, answer: null })),
              currency: 'USD',
              recipient_id: 3,
            }),
            entry('said', {
              kind: 'approve',
              rows: rows.map((row, i) => ({ ...row, rating: null, answer: answers[i]! })),
              currency: 'USD',
              contact: '503 555 0142',
              recipient_id: 3,
              work,
            }),
          ],
        }),
    },
    {
      takeUpAnswer: () => {
        work = 'started'
        return { taken_up_at: '2026-11-20T18:05:00.000Z' }
      },
    },
  )
  const log = page.getByRole('log')
  await expect.element(log.getByText('Approved 2 of 3')).toBeVisible()
  await expect.element(log.getByText('$1,001.00')).toBeVisible()
  await expect.element(log.getByText('· Not now')).toBeVisible()
  await expect.element(log.getByText('503 555 0142')).toBeVisible()
  await expect.element(log.getByText('Replace now')).toBeVisible()
  await expect.element(log.getByText(/Marcus Hale.* can change this until work starts/)).toBeVisible()
  await log.getByRole('button', { name: 'Start work' }).click()
  await expect.element(log.getByText(/can change this/)).not.toBeInTheDocument()
  expect(api.calls('takeUpAnswer')).toMatchObject([{ body: { recipient_id: 3, taken_up: 1 } }])
})

test('a customer who asked for a call is called from the conversation, which says so until it is marked', async () => {
  let asks: ThreadEntry['asks'] = 'call'
  const { api } = await open(
    {},
    {
      getConversation: () => conversation({ entries: [entry('asked', { kind: 'ask', recipient_id: 3, asks })] }),
    },
    {
      markCalled: () => {
        asks = null
        return { handled_at: '2026-11-20T18:05:00.000Z' }
      },
    },
  )
  const note = page.getByRole('note')
  await expect.element(note.getByText(/Marcus Hale.* asked for a call/)).toBeVisible()
  await expect.element(note.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+15035550142')
  await note.getByRole('button', { name: 'Mark as called' }).click()
  await expect.element(note).not.toBeInTheDocument()
  expect(api.calls('markCalled')).toMatchObject([{ body: { recipient_id: 3, called: 1 } }])
})

test('the reminder of a send has its line', async () => {
  await open({ entries: [entry('reminded', { kind: 'reminded', from: 'automatic', recipient_id: 3 })] })
  await expect.element(page.getByRole('log').getByText(/Reminder sent/)).toBeVisible()
})

test('Enter sends the answer; the counter counts the name of the shop', async () => {
  const { api } = await open({}, { answerCustomer: () => ({ texts_left: 411 }) })
  await answer().fill('Yes, ready by 3:30')
  await expect.element(page.getByText('1 text · 36 of 160')).toBeVisible()
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}Dana{Enter}')
  await expect.poll(() => api.calls('answerCustomer')).toHaveLength(1)
  expect(api.calls('answerCustomer')[0]!.body).toMatchObject({ channel: 'sms', text: 'Yes, ready by 3:30\nDana' })
  await expect.element(answer()).toHaveValue('')
})

test('a retry after a lost response has the same key; a refusal keeps the words', async () => {
  let lost = true
  const { api } = await open(
    {},
    {
      answerCustomer: () => {
        if (!lost) return refusal('no_texts_left')
        lost = false
        return refusal('server_error', 500)
      },
    },
  )
  await answer().fill('Yes')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => api.calls('answerCustomer')).toHaveLength(1)
  await page.getByRole('button', { name: 'Send text' }).click()
  await expect.poll(() => api.calls('answerCustomer')).toHaveLength(2)
  const keys = api.calls('answerCustomer').map(({ body }) => (body as { request_key: string }).request_key)
  expect(new Set(keys).size).toBe(1)
  await expect.element(answer()).toHaveValue('Yes')
})

test('a saved text is filled with the customer’s name and vehicle', async () => {
  await open()
  await page.getByRole('button', { name: 'Saved texts' }).click()
  await page.getByRole('menuitem', { name: /Ready/ }).click()
  await expect.element(answer()).toHaveValue('Hi Marcus, your Outback is ready. Dana')
})

test('without consent the field is replaced by recording it', async () => {
  const customer = { ...marcus, texts: { state: 'not_asked' as const, since: null } }
  const { api } = await open({ customer, entries: [] }, { recordConsent: () => marcus })
  await expect.element(page.getByText('Marcus Hale hasn’t agreed to texts')).toBeVisible()
  await expect.poll(() => answer().elements()).toEqual([])
  await page.getByRole('button', { name: 'Record consent' }).click()
  await expect
    .poll(() => api.calls('recordConsent')[0]?.body)
    .toMatchObject({
      wording: 'The customer agreed today to receive texts about this repair.',
    })
})

test('a customer who stopped can be called and not texted', async () => {
  await open({ customer: { ...marcus, email: '', texts: { state: 'stopped', since: '2026-11-20T17:00:00.000Z' } } })
  await expect.element(page.getByText('Marcus Hale stopped messages. You can call.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+15035550142')
  await expect.poll(() => answer().elements()).toEqual([])
})

test('mail that came back is not called unsubscribing; one press allows the address again', async () => {
  const emails = { state: 'bounced' as const, since: '2026-11-20T17:00:00.000Z' }
  const { api } = await open({ customer: { ...marcus, phone: '', emails } })
  await expect.element(page.getByText(/^Mail to .*marcus@mailbox.example.* came back/)).toBeVisible()
  await expect.poll(() => page.getByText(/stopped messages/).elements()).toEqual([])
  await page.getByRole('button', { name: 'Allow this address again' }).click()
  await expect.poll(() => api.calls('liftBounce')[0]?.body).toEqual({ address: 'marcus@mailbox.example' })
})

test('“may want to stop” is decided with one press', async () => {
  const { api } = await open({ may_stop: true }, { decideStop: () => marcus })
  await page.getByRole('button', { name: 'Stop texts' }).click()
  await expect.poll(() => api.calls('decideStop')[0]?.body).toEqual({ customer_id: 7, stop: true })
})

test('it is marked as read up to the last entry, and assigned to a colleague', async () => {
  const { api } = await open(
    { unread: 1 },
    { assignConversation: () => ({ assigned_to: { user_id: 2, name: 'Owen Bright' } }) },
  )
  await expect
    .poll(() => api.calls('markConversationRead')[0]?.body)
    .toEqual({ customer_id: 7, until: '2026-11-20T17:58:00.000Z' })
  await page.getByRole('button', { name: 'Assigned to Dana Whitlock' }).click()
  await page.getByRole('menuitemradio', { name: 'Owen Bright' }).click()
  await expect.poll(() => api.calls('assignConversation')[0]?.body).toEqual({ customer_id: 7, assignee_id: 2 })
})

test('forgetting names the person and the loss first', async () => {
  const { api, onGone } = await open()
  await page.getByRole('button', { name: 'Forget this customer' }).click()
  const question = page.getByRole('alertdialog', { name: 'Forget Marcus Hale?' })
  await expect.element(question.getByText(/messages.*Reports keep the counts/)).toBeVisible()
  await question.getByRole('button', { name: 'Forget customer' }).click()
  await expect.poll(() => onGone).toHaveBeenCalled()
  expect(api.calls('forgetCustomer')).toHaveLength(1)
})

test('an error is shown in its place with a retry', async () => {
  let broken = true
  await open({}, { getConversation: () => (broken ? refusal('server_error', 500) : conversation()) })
  await expect.element(page.getByText('Couldn’t load this conversation')).toBeVisible()
  broken = false
  await page.getByRole('button', { name: /Try again/ }).click()
  await expect.element(answer()).toBeVisible()
})
