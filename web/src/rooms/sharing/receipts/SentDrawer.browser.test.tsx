import type { Decision } from '@cutaway/contract/rooms/sharing/decisions.ts'
import type { SentRow } from '@cutaway/contract/rooms/sharing/receipts.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, type FakeHandlers } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import { SentDrawer } from './SentDrawer.tsx'

/** Covers what the shop does with an answer: call, mark as called, start the work. */

const at = '2026-11-20T15:00:00.000Z'
const sent: SentRow = {
  recipient_id: 7,
  send_id: 1,
  link_id: 3,
  to: '+1 503 555 0142',
  customer: '',
  channel: 'sms',
  sender: 'Dana Whitlock',
  films: [{ part_id: 'BRKPAD', part_name: 'Brake pad wear', poster_url: null }],
  subject: '',
  ro_number: '48213',
  sent_at: at,
  delivery: 'delivered',
  reason: null,
  outcome: 'asked_for_call',
  views: 1,
  watched_percent: 80,
  last_watched_at: at,
  approved: 0,
  asked: 1,
  approved_total: null,
  currency: 'USD',
  pdf_views: 2,
  unread: 1,
}
const row = (finding: string, more: Partial<Decision['rows'][number]> = {}): Decision['rows'][number] => ({
  part_id: 'BRKPAD',
  part_name: finding,
  finding,
  measured: '2 mm',
  rating: 'red',
  price: 38_900,
  note: '',
  answer: null,
  question: '',
  reply_by: null,
  ...more,
})
const decision = (rows: Decision['rows'], more: Partial<Decision> = {}): Decision => ({
  asks: 'decision',
  currency: 'USD',
  rows,
  total: 38_900,
  approved_total: 0,
  approved: 0,
  answered_at: at,
  taken_up_at: null,
  handled_at: null,
  ...more,
})

async function open(first: Decision, more: FakeHandlers['sharing'] = {}) {
  let now = first
  const api = fakeApi({
    sharing: {
      getSend: () => ({
        row: sent,
        message: 'Please have a look.',
        decision: now,
        phone: '+15035550142',
        phone_shown: '(503) 555-0142',
        link: null,
        timeline: [{ at, kind: 'call', watched_percent: null, detail: 'Front brake pads: Is it safe?' }],
        machine_hits: 0,
        consent: null,
        suppressed_by: null,
      }),
      markSendRead: () => ({ unread: 0 }),
      ...more,
    },
  })
  await render(<SentDrawer recipientId={7} onClose={() => undefined} onOther={() => undefined} />, {
    session: danasSession(['allow_share_sms']),
  })
  return { ...api, becomes: (next: Decision) => (now = next) }
}

test('a customer who asked for a call: Call comes first, then Mark as called', async () => {
  const asked = row('Front brake pads', { answer: 'ask', question: 'Is it safe?', reply_by: 'call' })
  const opened = await open(decision([asked]), {
    markCalled: ({ body }) => {
      opened.becomes(decision([asked], { handled_at: body.called ? at : null }))
      return { handled_at: body.called ? at : null }
    },
  })
  const call = page.getByRole('link', { name: /Call .*\(503\) 555-0142/ })
  await expect.element(call).toBeVisible()
  expect(call.element().getAttribute('href')).toBe('tel:+15035550142')
  await expect.element(page.getByText('Is it safe?', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Mark as called' }).click()
  await expect.element(page.getByText(/^Called /)).toBeVisible()
  await expect.poll(() => call.elements()).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(call).toBeVisible()
  expect(opened.calls('markCalled').map(({ body }) => body)).toEqual([
    { recipient_id: 7, called: 1 },
    { recipient_id: 7, called: 0 },
  ])
})

test('a forgotten customer has a name that says so, and nothing that needs an address', async () => {
  await open(decision([row('Front brake pads', { answer: 'approve' })]), {
    getSend: () => ({
      row: { ...sent, to: '', ro_number: '', unread: 0, outcome: 'approved' },
      message: '',
      decision: null,
      phone: '',
      phone_shown: '',
      link: null,
      timeline: [],
      machine_hits: 0,
      consent: null,
      suppressed_by: null,
    }),
  })
  await expect.element(page.getByRole('dialog', { name: /Forgotten customer/ })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send again' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Message' })).not.toBeInTheDocument()
})

test('opening the drawer marks the answers as read', async () => {
  const { calls } = await open(decision([row('Front brake pads', { answer: 'not_now' })]))
  await expect.poll(() => calls('markSendRead').map(({ body }) => body)).toContainEqual({ recipient_id: 7 })
})

test('an approval shows each row with its price and the sum, and starts the work', async () => {
  const approved = row('Front brake pads', { answer: 'approve' })
  const rows = [approved, row('Front tires', { part_id: 'TYRWER', price: 29_800, rating: 'yellow' })]
  const first = decision(rows, { approved: 1, approved_total: 38_900 })
  const opened = await open(first, {
    takeUpAnswer: () => {
      opened.becomes({ ...first, taken_up_at: at })
      return { taken_up_at: at }
    },
  })
  const list = page.getByRole('region', { name: 'Decision' })
  await expect.element(list.getByText('Total approved')).toBeVisible()
  await expect.element(list.getByText('Open', { exact: true })).toBeVisible()
  await expect.element(list.getByText('$298.00')).toBeVisible()
  await expect.element(page.getByText('PDF read 2 times')).toBeVisible()
  await page.getByRole('button', { name: 'Start work' }).click()
  await expect.element(page.getByText(/^Work started .*\d/)).toBeVisible()
})
