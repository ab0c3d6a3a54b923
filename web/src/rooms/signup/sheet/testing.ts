import type { FromCardFrame } from '@cutaway/contract/rooms/billing/card-frame.ts'
import type { BillingPlan } from '@cutaway/contract/rooms/signup/plans.ts'
import { refusal, reply } from '../../../testing/fake-api.ts'
import type { Flow } from './ContactStep.tsx'

/** Renee's sign-up as the calls tell it, shared by the tests of the sheet. */

export const flow: Flow = {
  flow: 'cybersource',
  country_code: 'US',
  countries: ['US', 'CA'],
  subscription_url: null,
  promo_code: null,
  today: '2027-01-31',
  tax_label: '',
  terms_version: '2026-10-01',
  payment_code: true,
  education: true,
  capricorn: false,
}
export const plan: BillingPlan = {
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
export const draft = {
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
export const payment = '6f6a3d0e-8f0a-4f58-9d4d-3f8f2a3c9b11'
export const due = {
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
export const paid = {
  responseType: 'success' as const,
  payment,
  amount: '254.00',
  currency: 'USD',
  email: draft.contact.email,
  action: null,
  user: null,
  returnUrl: null,
}
export const say = (message: FromCardFrame) => {
  const source = document.querySelector<HTMLIFrameElement>('iframe[title="Card details"]')!.contentWindow
  window.dispatchEvent(new MessageEvent('message', { data: message, origin: window.location.origin, source }))
}
export const card: FromCardFrame = {
  from: 'card-frame',
  kind: 'token',
  payment_token: 'a-card',
  name_on_card: 'Renee Castillo',
  brand: 'visa',
  last4: '1111',
  expiry: '12/34',
}

export const firstStep = {
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
}
export const allowed = () => reply(null, { timerStatus: 1 as const, timeCount: { second: 0 } })
export const account = {
  user_id: 7,
  username: draft.contact.email,
  password: 'k7mp-x2qa-9hrt-vbne',
  reactivation_token: 'back-again',
}
/** The calls of Renee's sign-up, whose captcha is solved; tests replace some. */
export const signup = {
  getRegistration: () => draft,
  getAllBillingPlans: () => [plan],
  checkUserNameAlreadyExists: () => refusal('user_name_free'),
  saveRegistrationFirstStepCybersource: () => firstStep,
}
export const sites = { getCountry: () => countries }
export const countries = [
  { id: 1, country_code: 'US', name: 'United States', dial_code: '1' },
  { id: 2, country_code: 'CA', name: 'Canada', dial_code: '1' },
]
