import type { FromCardFrame } from '@cutaway/contract/rooms/billing/card-frame.ts'
import type { BillingPlan } from '@cutaway/contract/rooms/signup/plans.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal } from '../../../testing/fake-api.ts'
import { render } from '../../../testing/render.tsx'
import type { Flow } from './ContactStep.tsx'
import SignupSheet from './SignupSheet.tsx'

/** Renee goes on with the sign-up that she began, and pays by card. */

const flow: Flow = {
  flow: 'cybersource',
  country_code: 'US',
  countries: ['US', 'CA'],
  subscription_url: null,
  promo_code: null,
  tax_label: '',
  terms_version: '2026-10-01',
  payment_code: true,
  education: true,
  capricorn: false,
}
const plan: BillingPlan = {
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
  recurring_frequency: 'monthly',
  recurring_amount: '0.00',
  total_amount: null,
  other_amount: '0.00',
  setup_fee: '50.00',
  gst: '0',
  taxable: ['recurring'],
  max_location: 10,
  location_charge: [{ from_location: 1, to_location: null, per_location_amount: '34.00' }],
}
const draft = {
  flow: 'cybersource',
  state: 'draft',
  user_id: 7,
  billing_plan_id: 1,
  max_location: 6,
  promo_code: null,
  contact: {
    business_name: 'Cedar Street Auto Repair',
    businessentity_street1: '2240 Cedar Street',
    businessentity_city: 'Beaverton',
    businessentity_state: 'OR',
    businessentity_zip: '97005',
    country_code: 'US',
    first_name: 'Renee',
    last_name: 'Castillo',
    email: 'renee@cedarstreet.example',
    phone: '503 234 0186',
  },
  is_human: true,
}
const payment = '6f6a3d0e-8f0a-4f58-9d4d-3f8f2a3c9b11'
const due = {
  means: 'card' as const,
  request_key: payment,
  card_types: ['VISA'],
  currency: 'USD',
  net: '254.00',
  tax: '0.00',
  tax_label: '',
  total_amount: '254.00',
  lines: [],
  needs_captcha: false,
  page_token: 'a-page-token-of-the-draft',
}
const paid = {
  responseType: 'success' as const,
  payment,
  amount: '254.00',
  currency: 'USD',
  email: draft.contact.email,
  action: null,
  user: null,
  returnUrl: null,
}
const say = (message: FromCardFrame) => {
  const source = document.querySelector<HTMLIFrameElement>('iframe[title="Card details"]')!.contentWindow
  window.dispatchEvent(new MessageEvent('message', { data: message, origin: window.location.origin, source }))
}
const card: FromCardFrame = {
  from: 'card-frame',
  kind: 'token',
  payment_token: 'a-card',
  name_on_card: 'Renee Castillo',
  brand: 'visa',
  last4: '1111',
  expiry: '12/34',
}

test('the draft is filled in; a declined card is said, and the next one opens the account', async () => {
  let tries = 0
  const api = fakeApi({
    sites: { getCountry: () => [] },
    signup: {
      getRegistration: () => draft,
      getAllBillingPlans: () => [plan],
      applyMobileOtp: () => ({ otpStatus: 1 as const, cybersource_otp_id: 'code-1', seconds: 0 }),
      saveRegistrationFirstStepCybersource: () => ({
        user: { user_id: 7 },
        is_trial_subscription: false,
        is_active: false,
        billingInfo: {
          ...draft.contact,
          subscription_type: 'monthly',
          recurring_amount: '204.00',
          cybersource_otp_id: null,
        },
        due: { today: '254.00', renewal: '204.00', currency: 'USD' },
        api_key: null,
      }),
    },
    billing: {
      startPayment: () => due,
      paymentSecondStepCybersource: () => ((tries += 1) === 1 ? refusal('payment_declined') : paid),
    },
  })
  await render(<SignupSheet flow={flow} promo={undefined} onClose={() => undefined} />, { path: '/subscribe' })
  await expect.element(page.getByRole('textbox', { name: 'Business' }).first()).toHaveValue('Cedar Street Auto Repair')
  await expect.element(page.getByText('$254.00')).toBeVisible()
  await page.getByRole('checkbox', { name: /I accept the/ }).click({ force: true })
  await page.getByRole('button', { name: 'Continue to payment' }).click()

  const pay = page.getByRole('button', { name: 'Pay $254.00' })
  await pay.click()
  await expect.element(page.getByText('Ask for a code first.')).toBeVisible()
  await page.getByRole('button', { name: 'Send code' }).click()
  const code = page.getByLabelText('One-time code')
  await code.fill('123456')
  await pay.click()
  say(card)
  await expect.element(page.getByText('The card was declined. Use another card or ask your bank.')).toBeVisible()
  await expect.element(code).toHaveValue('')
  await code.fill('654321')
  say(card)
  await expect.element(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible()
  const sent = api
    .calls('paymentSecondStepCybersource')
    .map(({ body }) => body as { request_key: string; mobile_otp: string })
  expect(sent.map(({ mobile_otp }) => mobile_otp)).toEqual(['123456', '654321'])
  // Another attempt is another payment.
  expect(new Set(sent.map(({ request_key }) => request_key)).size).toBe(2)
})
