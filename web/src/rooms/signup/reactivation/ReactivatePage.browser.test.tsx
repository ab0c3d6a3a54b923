import type { FromCardFrame } from '@cutaway/contract/rooms/billing/card-frame.ts'
import type { ReactivationCheck } from '@cutaway/contract/rooms/billing/reactivation.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, reply, type FakeHandlers } from '../../../testing/fake-api.ts'
import { render } from '../../../testing/render.tsx'
import { forgetHanded } from './handed.ts'
import ReactivatePage from './ReactivatePage.tsx'

/** Renee brings back the account of Cedar Street Auto Repair, whose subscription has ended. */

const account: NonNullable<ReactivationCheck['account']> = {
  user_id: 7,
  business_name: 'Cedar Street Auto Repair',
  way: 'cybersource',
  country: 'us',
  tax_label: '',
  billing_plan_id: 1,
  max_location: 2,
  today: '2026-11-22',
  arrears: null,
  means: null,
  billing: {
    bill_first_name: 'Renee',
    bill_last_name: 'Castillo',
    bill_businessentity_street1: '2240 Cedar Street',
    bill_businessentity_street2: '',
    bill_businessentity_city: 'Beaverton',
    bill_businessentity_state: 'OR',
    bill_businessentity_zip: '97005',
    bill_country_code: 'US',
    bill_email: 'renee@cedarstreet.example',
    bill_phone: '503 234 0186',
  },
}
const plan = {
  id: 1,
  name: 'Workshop',
  billingPlanName: 'Workshop',
  billing_plan_info: '',
  is_trial_subscription: false,
  trial_days: null,
  promo_code: null,
  expires_on: null,
  promo_periods: null,
  then_plan: null,
  currency: 'USD',
  recurring_frequency: 'monthly' as const,
  recurring_amount: '0.00',
  total_amount: null,
  other_amount: '0.00',
  setup_fee: '0.00',
  gst: '0',
  taxable: ['recurring'],
  max_location: 10,
  location_charge: [{ from_location: 1, to_location: null, per_location_amount: '39.00' }],
}
const flow = {
  flow: 'cybersource' as const,
  country_code: 'US',
  countries: ['US', 'CA'],
  subscription_url: null,
  promo_code: null,
  today: '2026-11-22',
  tax_label: '',
  terms_version: '2026-10-01',
  // The web site asks people who sign up for a code.
  payment_code: true,
  education: true,
  capricorn: false,
}
const payment = '6f6a3d0e-8f0a-4f58-9d4d-3f8f2a3c9b11'
const due = (total_amount: string) => ({
  means: 'card' as const,
  request_key: payment,
  card_types: ['VISA'],
  currency: 'USD',
  net: total_amount,
  tax: '0.00',
  tax_label: '',
  total_amount,
  lines: [],
  needs_captcha: false,
  page_token: 'a-page-token',
})
const paid = {
  responseType: 'success' as const,
  payment,
  amount: '78.00',
  currency: 'USD',
  email: 'renee@cedarstreet.example',
  action: null,
  user: null,
  returnUrl: null,
}
const say = (message: FromCardFrame) => {
  const source = document.querySelector<HTMLIFrameElement>('iframe[title="Card details"]')!.contentWindow
  window.dispatchEvent(new MessageEvent('message', { data: message, origin: window.location.origin, source }))
}
const payByCard = async (amount: string) => {
  await page.getByRole('button', { name: `Pay ${amount}` }).click()
  say({
    from: 'card-frame',
    kind: 'token',
    payment_token: 'a-card',
    name_on_card: 'Renee Castillo',
    brand: 'visa',
    last4: '1111',
    expiry: '12/34',
  })
}
const typeIn = async (password: string) => {
  await page.getByRole('textbox', { name: 'User name' }).fill('renee')
  await page.getByLabelText('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
}

const open = async (check: ReactivationCheck, more: FakeHandlers = {}) => {
  const api = fakeApi({
    ...more,
    signup: { getSignupFlow: () => flow, getAllBillingPlans: () => [plan], ...more.signup },
    billing: {
      reactivateAccounts: () => check,
      checkPerMinValidation: () => reply(null, { timerStatus: 1 as const, timeCount: { second: 0 } }),
      ...more.billing,
    },
    sites: { getCountry: () => [{ id: 2, country_code: 'US', name: 'United States', dial_code: '1' }] },
  })
  const shown = await render(<ReactivatePage />, { path: '/subscription_reactivate' })
  return { ...api, ...shown }
}

beforeEach(forgetHanded)

test('user name and password, a plan, a card: the account is back', async () => {
  const { calls } = await open(
    { result: 'valid', account },
    {
      billing: {
        changeBillingPlanforActivateCybersourceAccount: () => ({
          billing_plan_id: 1,
          max_location: 2,
          total_amount: '78.00',
          currency: 'USD',
          paypalDetails: null,
        }),
        startPayment: () => due('78.00'),
        paymentSecondStepCybersource: () => paid,
      },
    },
  )
  await typeIn('her password')
  await expect.element(page.getByRole('heading', { name: 'Choose a plan for Cedar Street Auto Repair' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect.element(page.getByRole('heading', { name: 'Pay for Cedar Street Auto Repair' })).toBeVisible()
  await payByCard('$78.00')
  await expect.element(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(calls('reactivateAccounts').at(-1)?.body).toEqual({
    username: 'renee',
    password: 'her password',
    web_site_id: 31,
  })
  expect(calls('changeBillingPlanforActivateCybersourceAccount').at(-1)?.body).toMatchObject({
    user_id: 7,
    billing_plan_id: 1,
    max_location: 2,
  })
})

const arrears = { amount: '204.00', tax: '18.55', currency: 'USD', invoice: 'NM-2026-12' }

test('an invoice that is still open is paid as it is, without another plan', async () => {
  await open(
    { result: 'valid', account: { ...account, tax_label: 'GST', arrears } },
    { billing: { startPayment: () => due('204.00'), paymentSecondStepCybersource: () => paid } },
  )
  await typeIn('her password')
  await expect.element(page.getByText('Invoice NM-2026-12')).toBeVisible()
  await expect.element(page.getByText('GST included: $18.55')).toBeVisible()
  await payByCard('$204.00')
  await expect.element(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

test('a wrong password and an unknown user read alike', async () => {
  await open({ result: 'invalid_user', account: null })
  await typeIn('a guess')
  await expect.element(page.getByText('This user is not valid.')).toBeVisible()
})

test('an active account leads to the log-in', async () => {
  await open({ result: 'already_active', account: null })
  await typeIn('her password')
  await expect.element(page.getByRole('heading', { name: 'This account is already active.' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Log in' })).toBeVisible()
})

test('a web site without a provider says so', async () => {
  await open({ result: 'valid', account: { ...account, way: 'none' } })
  await typeIn('her password')
  await expect.element(page.getByText('Unable to proceed. Please try later.')).toBeVisible()
})

test('tax is a line of its own before the plan is chosen and before it is paid; the set-up is not paid again', async () => {
  const taxed = { ...plan, gst: '10', setup_fee: '50.00' }
  await open(
    { result: 'valid', account: { ...account, way: 'eway', country: 'au', tax_label: 'GST' } },
    {
      signup: { getAllBillingPlans: () => [taxed] },
      billing: {
        changeBillingPlanforActivateAccount: () => ({
          billing_plan_id: 1,
          max_location: 2,
          total_amount: '85.80',
          currency: 'USD',
          paypalDetails: null,
        }),
        startPayment: () => due('85.80'),
      },
    },
  )
  await typeIn('her password')
  await expect.element(page.getByText('a month, plus 10% GST')).toBeVisible()
  const line = (name: string) => page.getByRole('term').filter({ hasText: name })
  const isShown = async () => {
    await expect.element(line('GST 10%')).toBeVisible()
    await expect.element(page.getByRole('definition').filter({ hasText: '$7.80' })).toBeVisible()
    await expect.element(line('Setup')).not.toBeInTheDocument()
  }
  await isShown()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect.element(page.getByRole('button', { name: 'Pay $85.80' })).toBeVisible()
  await isShown()
})

test('two presses check, choose and pay once', async () => {
  const { calls } = await open(
    { result: 'valid', account },
    {
      billing: {
        changeBillingPlanforActivateCybersourceAccount: () => ({
          billing_plan_id: 1,
          max_location: 2,
          total_amount: '78.00',
          currency: 'USD',
          paypalDetails: null,
        }),
        startPayment: () => due('78.00'),
        paymentSecondStepCybersource: () => paid,
      },
    },
  )
  await page.getByRole('textbox', { name: 'User name' }).fill('renee')
  await page.getByLabelText('Password', { exact: true }).fill('her password')
  await page.getByRole('button', { name: 'Continue' }).dblClick()
  await page.getByRole('button', { name: 'Continue to payment' }).dblClick()
  await page.getByRole('button', { name: 'Pay $78.00' }).dblClick()
  const token = {
    from: 'card-frame',
    kind: 'token',
    payment_token: 'a-card',
    name_on_card: 'Renee Castillo',
    brand: 'visa',
    last4: '1111',
    expiry: '12/34',
  } as const
  // The frame answers each press.
  say(token)
  say(token)
  await expect.element(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  const names = [
    'reactivateAccounts',
    'changeBillingPlanforActivateCybersourceAccount',
    'startPayment',
    'paymentSecondStepCybersource',
  ]
  expect(names.map((name) => calls(name).length)).toEqual([1, 1, 1, 1])
})
