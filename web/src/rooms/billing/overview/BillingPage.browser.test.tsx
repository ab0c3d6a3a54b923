import type { FromCardFrame } from '@cutaway/contract/rooms/billing/card-frame.ts'
import type { Subscription } from '@cutaway/contract/rooms/billing/subscription.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal, reply } from '../../../testing/fake-api.ts'
import { render } from '../../../testing/render.tsx'
import { arrears, elenasSession, visa, workshop } from '../testing.ts'
import BillingPage from './BillingPage.tsx'

/** Elena looks after the subscription of Northgate Motors. */

const open = async (
  now: Partial<Subscription> = {},
  billing: FakeHandlers['billing'] = {},
  session = elenasSession(),
) => {
  const state = { now: { ...workshop, ...now } }
  const api = fakeApi({
    billing: {
      getSubscriptionStatus: () => state.now,
      getStoredMeans: () => visa,
      getInvoices: () => reply([], { total: 0, years: [2026], sums: [] }),
      ...billing,
    },
    sites: { getCountry: () => [] },
  })
  const shown = await render(null, {
    session,
    path: '/update_billing_details',
    routes: [
      { path: '/update_billing_details', element: <BillingPage /> },
      { path: '/home', element: <p>home</p> },
    ],
  })
  return { ...api, ...shown, state }
}
const say = (message: FromCardFrame) => {
  const source = document.querySelector<HTMLIFrameElement>('iframe[title="Card details"]')!.contentWindow
  window.dispatchEvent(new MessageEvent('message', { data: message, origin: window.location.origin, source }))
}
const changed = {
  responseType: 'success' as const,
  payment: null,
  amount: null,
  currency: 'USD',
  action: null,
  means: visa,
}

const paid = {
  invoice_id: '0e3f7b0a-6d0e-4c4e-9a55-0c2f1d1f7a09',
  kind: 'invoice' as const,
  full_number: 'NM-2026-005012',
  issued_on: '2026-11-01',
  due_on: '2026-11-01',
  currency: 'USD',
  total_minor: 20_400,
  state: 'paid' as const,
  of_number: null,
  line_kind: 'recurring' as const,
  plan: 'Workshop',
  quantity: 6,
  lines: 1,
  period_start: '2026-11-01',
  period_end: '2026-12-01',
}

test('one sentence says how the plan stands, with its price, its card and its day', async () => {
  await open()
  await expect
    .element(page.getByText('Your plan is active. We charge $204.00 to Visa ending 4242 on December 1, 2026.'))
    .toBeVisible()
  await expect.element(page.getByText('Workshop, monthly')).toBeVisible()
  await expect.element(page.getByText('6 locations at $34.00, 6 in use')).toBeVisible()
  await expect.element(page.getByText('Expires 08/2028')).toBeVisible()
  await expect.element(page.getByText(/Everyone keeps access through November 30, 2026/)).toBeVisible()
})

test('on a phone, the contact stands below the invoices and the plan in a bar at the bottom', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1440, 900))
  await open()
  const change = page.getByRole('button', { name: 'Change: Billing contact' })
  await expect.element(change).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Billing contact', exact: true })).not.toBeInTheDocument()
  const top = (of: Locator) => of.element().getBoundingClientRect().top
  expect(top(change)).toBeGreaterThan(top(page.getByRole('heading', { name: 'Invoices and receipts' })))
  await expect.element(page.getByRole('link', { name: 'Switch plan' })).toBeInViewport()
})

test('a plan that is not priced by location says how many it has', async () => {
  await open({ per_location: null, recurring_frequency: 'annually', max_locations: 1, locations_in_use: 1 })
  await expect.element(page.getByText('Workshop, yearly')).toBeVisible()
  await expect.element(page.getByText('1 location, 1 in use')).toBeVisible()
})

test('the invoices of the year stand below, with all of them as a file', async () => {
  const sums = [{ currency: 'USD', total_minor: 20_400 }]
  await open({}, { getInvoices: () => reply([paid], { total: 1, years: [2026], sums }) })
  const list = page.getByRole('region', { name: 'Invoices and receipts' })
  await expect.element(list.getByRole('row').filter({ hasText: 'NM-2026-005012' }).getByText('$204.00')).toBeVisible()
  await expect
    .element(list.getByRole('link', { name: 'All of 2026' }))
    .toHaveAttribute('href', '/api/v1/invoicesOfYear/1/2026')
})

test('automatic renewal goes off at once, and Undo turns it on again', async () => {
  const { state, calls } = await open(
    {},
    {
      changeRenewalStatus: ({ body }) => {
        const status = Number(body.status) === 1 ? 1 : 0
        state.now = { ...state.now, renewal_status: status, ends_on: status === 1 ? null : '2026-12-01' }
        return { ...state.now, status, bussiness_entity_id: 1 }
      },
    },
  )
  const renewal = page.getByRole('switch', { name: 'Automatic renewal' })
  await renewal.click({ force: true })
  await expect.element(page.getByText('Your plan ends after November 30, 2026. It doesn’t renew.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText(/Your plan is active/)).toBeVisible()
  expect(calls('changeRenewalStatus').map(({ body }) => body)).toEqual([
    { be_id: 1, status: 0 },
    { be_id: 1, status: 1 },
  ])
})

test('an unpaid renewal is paid at once; a decline is said with its reason', async () => {
  let tries = 0
  const unpaid = { ...paid, state: 'overdue' as const }
  const { state, calls } = await open(
    { subscription_status: 'past_due', arrears },
    {
      getInvoices: () => reply([state.now === workshop ? paid : unpaid], { total: 1, years: [2026], sums: [] }),
      payArrears: () => {
        tries += 1
        if (tries === 1) return refusal('payment_declined')
        state.now = workshop
        return { ...changed, amount: '204.00', paypalDetails: null }
      },
    },
  )
  await expect
    .element(page.getByText('We couldn’t charge $204.00. Pay by November 10, 2026 to keep access.'))
    .toBeVisible()
  await expect.element(page.getByText('Overdue')).toBeVisible()
  await expect.poll(() => page.getByRole('link', { name: /Switch plan|Change locations/ }).elements()).toEqual([])
  await expect.element(page.getByText('The card doesn’t have enough funds. Use another card.')).toBeVisible()
  const pay = page.getByRole('button', { name: 'Pay $204.00 now' })
  await pay.click()
  await expect.element(page.getByText('The card was declined. Use another card or ask your bank.')).toBeVisible()
  await pay.click()
  await expect.element(page.getByText(/Your plan is active. We charge/)).toBeVisible()
  // Its invoice is a receipt now.
  await expect.element(page.getByRole('row').filter({ hasText: paid.full_number }).getByText('Paid')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Switch plan' }).first()).toBeVisible()
  const keys = calls('payArrears').map(({ body }) => (body as { request_key: string }).request_key)
  expect(new Set(keys).size).toBe(2)
})

test('a new card replaces the old one; the number never reaches this page', async () => {
  const { calls } = await open(
    {},
    {
      startCardChange: () => ({
        means: 'card' as const,
        request_key: '6f6a3d0e-8f0a-4f58-9d4d-3f8f2a3c9b11',
        card_types: ['VISA'],
        page_token: 'a-page-token',
        arrears: null,
        needs_captcha: false,
      }),
      changeCardDetailsCybersource: () => changed,
    },
  )
  await page.getByRole('button', { name: 'Change card' }).click()
  await expect.element(page.getByText('It replaces Visa ending 4242.')).toBeVisible()
  await expect.element(page.getByTitle('Card details')).toBeInTheDocument()
  say({
    from: 'card-frame',
    kind: 'token',
    payment_token: 'a-card',
    name_on_card: 'Elena Voss',
    brand: 'visa',
    last4: '1111',
    expiry: '12/34',
  })
  await expect.element(page.getByText('Saved. Renewals are charged to it.')).toBeVisible()
  expect(calls('changeCardDetailsCybersource').at(-1)?.body).toMatchObject({
    user_id: 3,
    payment_token: 'a-card',
    name_on_card: 'Elena Voss',
  })
})

test('a change that waits for the renewal is shown and withdrawn', async () => {
  const { state } = await open(
    {
      pending_change: {
        billing_plan_id: 2,
        name: 'Workshop',
        recurring_frequency: 'annually',
        max_location: 8,
        on: '2026-12-01',
        amount: '2992.00',
      },
    },
    { withdrawChange: () => (state.now = workshop) },
  )
  await expect
    .element(page.getByText('It changes to Workshop, yearly, 8 locations on December 1, 2026, for $2,992.00.'))
    .toBeVisible()
  await page.getByRole('button', { name: 'Withdraw the change' }).click()
  await expect.element(page.getByText('Change withdrawn. You keep your plan.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Withdraw the change' })).not.toBeInTheDocument()
})

test('until the card is known nothing is said of it, and a fault is not "none"', async () => {
  let answer: (means: typeof visa) => void = () => undefined
  let asked = 0
  await open(
    {},
    {
      getStoredMeans: () => {
        asked += 1
        if (asked === 1) return refusal('server_error', 500)
        return new Promise<typeof visa>((resolve) => (answer = resolve))
      },
    },
  )
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  await again.click()
  await expect.poll(() => asked).toBe(2)
  await expect.poll(() => page.getByText(/None|Add card|is due on/).elements()).toEqual([])
  answer(visa)
  await expect.element(page.getByText('Visa ending 4242', { exact: false })).toBeVisible()
})

test('a cancelled subscription offers to be kept, and no change of its plan', async () => {
  const over = { subscription_status: 'cancelled' as const, is_cancelled: true, ends_on: '2026-12-01' }
  const { calls, state } = await open(
    { ...over, renewal_status: 0, next_amount: null },
    {
      changeRenewalStatus: () => {
        state.now = workshop
        return { ...workshop, status: 1 as const, bussiness_entity_id: 1 }
      },
    },
  )
  const keep = page.getByRole('button', { name: 'Keep the subscription after all' })
  await expect.element(keep).toBeVisible()
  const change = page.getByRole('link', { name: /Switch plan|Change locations/ })
  await expect.poll(() => change.elements()).toEqual([])
  await keep.click()
  await expect.element(page.getByText('Your plan is active.', { exact: false })).toBeVisible()
  await expect.element(change.first()).toBeVisible()
  expect(calls('changeRenewalStatus').map(({ body }) => body)).toMatchObject([{ status: 1 }])
})

test('the billing contact is saved', async () => {
  const contact = {
    bill_first_name: 'Elena',
    bill_last_name: 'Voss',
    bill_businessentity_street1: '418 Harbour Road',
    bill_businessentity_street2: '',
    bill_businessentity_city: 'Portland',
    bill_businessentity_state: 'OR',
    bill_businessentity_zip: '97209',
    bill_country_code: 'US',
    bill_country_id: 1,
    bill_email: 'elena@northgate.example',
    bill_phone: '',
    tax_number: null,
  }
  const { calls } = await open(
    {},
    {
      getSubscriberBilling: () => contact,
      saveSubscriberBilling: ({ body }) => ({ ...contact, bill_email: body.bill_email ?? '' }),
    },
  )
  await page.getByRole('button', { name: 'Billing contact' }).click()
  const mail = page.getByRole('textbox', { name: 'Email' })
  await mail.fill('not an address')
  await page.getByRole('button', { name: 'Save contact' }).click()
  await expect.element(mail).toHaveAttribute('aria-invalid', 'true')
  await mail.fill('accounts@northgate.example')
  await page.getByRole('button', { name: 'Save contact' }).click()
  await expect.element(page.getByText('Billing contact saved')).toBeVisible()
  expect(calls('saveSubscriberBilling').at(-1)?.body).toMatchObject({ bill_email: 'accounts@northgate.example' })
})

test('a web site without a provider says so', async () => {
  await open({}, { getSubscriptionStatus: () => refusal('Something went wrong. Please try again') })
  await expect.element(page.getByText('Something went wrong. Please try again.')).toBeVisible()
})

test('an employee of the business is led home', async () => {
  const elena = elenasSession()
  const { path } = await open({}, {}, { ...elena, user: { ...elena.user, is_employee: 1 } })
  await expect.poll(path).toBe('/home')
})

test('a page that the web site has switched off says so and leads home', async () => {
  const session = elenasSession()
  await open({}, {}, { ...session, web_site: { ...session.web_site, features: [] } })
  await expect.element(page.getByText('This feature has been switched off for this web site.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Go to home' })).toHaveAttribute('href', '/home')
})

test('the answer that a feature was switched off while its page was open says so, without trying again', async () => {
  await open({}, { getSubscriptionStatus: () => refusal('feature_switched_off', 403) })
  await expect.element(page.getByText('This feature has been switched off for this web site.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Go to home' })).toHaveAttribute('href', '/home')
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})
