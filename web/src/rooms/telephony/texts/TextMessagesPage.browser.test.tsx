import type { Balance } from '@cutaway/contract/rooms/telephony/bundles.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal, reply } from '../../../testing/fake-api.ts'
import { render } from '../../../testing/render.tsx'
import { elenasSession, visa, workshop } from '../../billing/testing.ts'
import { balance } from '../testing.ts'
import TextMessagesPage from './TextMessagesPage.tsx'

/** Elena looks after the text messages of Northgate Motors. */

const noChoice = { senders: [], locations: [], films: [] }
const order = '0e3f7b0a-6d0e-4c4e-9a55-0c2f1d1f7a03'
const open = async (
  now: Partial<Balance> = {},
  telephony: FakeHandlers['telephony'] = {},
  billing: FakeHandlers['billing'] = {},
) => {
  const state = { now: { ...balance, ...now } }
  const session = elenasSession()
  const api = fakeApi({
    telephony: {
      handleSMSMessages: () => state.now,
      getSmsUse: () => reply([], { total: 0 }),
      getSmsUseFilters: () => noChoice,
      ...telephony,
    },
    billing: { getSubscriptionStatus: () => workshop, getStoredMeans: () => visa, ...billing },
  })
  await render(null, {
    session: { ...session, permissions: [...session.permissions, 'manage_phone_numbers'] },
    path: '/sms_messages',
    routes: [
      { path: '/sms_messages', element: <TextMessagesPage /> },
      { path: '/home', element: <p>home</p> },
    ],
  })
  return { ...api, state }
}

test('the balance says how long it lasts, and a bundle is bought with one click', async () => {
  const { state } = await open(
    {},
    {
      rechargeSms: ({ body }) => {
        state.now = { ...state.now, paid_sms_counter: 684 }
        return {
          responseType: 'success',
          order,
          payment: null,
          amount: String(body.due),
          currency: 'USD',
          action: null,
          paypalDetails: null,
          paid_sms_counter: 684,
          sms_bundle: 500,
        }
      },
    },
  )
  await expect.element(page.getByText('About 12 days at your pace')).toBeVisible()
  await page.getByRole('button', { name: 'Buy 500 for $45.00' }).click()
  await expect.element(page.getByText('500 messages added. Balance 684.')).toBeVisible()
})

test('the chart has a scale, and time runs from left to right also in Hebrew', async () => {
  document.documentElement.dir = 'rtl'
  try {
    const per_day = [3, 22, 7].map((count, n) => ({ day: `2026-11-2${n}`, count }))
    await open({ per_day }, { getSmsUse: () => reply([], { total: 0 }) })
    const chart = page.getByRole('img', { name: 'Messages per day in the last 30 days' })
    await expect.element(chart).toBeVisible()
    const figure = chart.element().closest('figure')!
    for (const line of ['0', '10', '20', '30']) expect(figure.textContent).toContain(line)
    const [first, highest, today] = [...chart.element().children].map((bar) => bar.getBoundingClientRect())
    expect(first!.left).toBeLessThan(today!.left)
    expect(highest!.height / chart.element().clientHeight).toBeCloseTo(22 / 30, 1)
  } finally {
    document.documentElement.dir = 'ltr'
  }
})

test('a payment whose reply was lost is found later, and the page says what was added', async () => {
  const payment = '0e3f7b0a-6d0e-4c4e-9a55-0c2f1d1f7a04'
  const { state } = await open(
    {},
    {
      rechargeSms: () => {
        state.now = { ...state.now, paid_sms_counter: 684 }
        return refusal('payment_being_checked', 200, { responseType: 'payment_error', payment })
      },
    },
    { getPaymentStatus: () => ({ responseType: 'success', payment }) as never },
  )
  await page.getByRole('button', { name: 'Buy 500 for $45.00' }).click()
  await expect.element(page.getByText('500 messages added. Balance 684.')).toBeVisible()
})

test('a declined card says so, and nothing was added', async () => {
  await open({}, { rechargeSms: () => refusal('card_no_funds') })
  await page.getByRole('radio', { name: /1,000/ }).click()
  await page.getByRole('button', { name: 'Buy 1,000 for $80.00' }).click()
  await expect.element(page.getByText('The order failed. Nothing was added.')).toBeVisible()
})

test('at 0 the page says that nothing is sent', async () => {
  await open({ paid_sms_counter: 0, days_left: 0, is_low: true })
  await expect.element(page.getByText(/No messages left: texts are not sent/)).toBeVisible()
  await expect.element(page.getByText(/at your pace/)).not.toBeInTheDocument()
})

test('an overdue invoice keeps from ordering on invoice, and is one click away', async () => {
  await open({ pays: 'invoice', means: null, overdue: { invoice_id: order, number: 'TF-2026-000001' } })
  await expect.element(page.getByText(/Invoice \W*TF-2026-000001\W* is overdue/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Open the invoice' }))
    .toHaveAttribute('href', `/invoices?invoice=${order}`)
  await expect.element(page.getByRole('button', { name: /Order 500 on invoice/ })).toBeDisabled()
  await expect.element(page.getByText('Automatic recharge')).not.toBeInTheDocument()
})

test('the list of use names sender and film, and is filtered by location', async () => {
  const api = await open(
    {},
    {
      getSmsUse: () =>
        reply(
          [
            {
              entry_id: 1,
              at: '2026-11-22T09:00:00.000Z',
              reason: 'send',
              to: '+15035550142',
              from: null,
              sent_by: 'Dana Whitlock',
              location_name: 'Harbour Road',
              films: ['Disc brake'],
              state: 'delivered',
              segments: 1,
              messages: -1,
              cost: '0.0900',
              currency: 'USD',
              balance: 184,
            },
          ],
          { total: 1 },
        ),
      getSmsUseFilters: () => ({
        ...noChoice,
        locations: [
          { location_id: 3, name: 'Harbour Road' },
          { location_id: 4, name: 'Summit Avenue' },
        ],
      }),
    },
  )
  await expect.element(page.getByText('Dana Whitlock')).toBeVisible()
  await expect.element(page.getByText('Disc brake')).toBeVisible()
  await page.getByRole('button', { name: 'Location: All' }).click()
  await page.getByRole('menuitemradio', { name: 'Summit Avenue' }).click()
  await expect.poll(() => api.calls('getSmsUse').at(-1)?.body).toMatchObject({ location_id: 4 })
})
