import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal } from '../../../testing/fake-api.ts'
import { render } from '../../../testing/render.tsx'
import SignupSheet from './SignupSheet.tsx'
import { account, allowed, card, draft, due, firstStep, flow, paid, payment, say, signup, sites } from './testing.ts'

/** People press twice, go back and forward, and reload: nothing that was typed is lost, and nothing is paid twice. */

beforeEach(() => sessionStorage.clear())

const open = (more: Partial<Parameters<typeof SignupSheet>[0]> = {}, path = '/subscribe') =>
  render(<SignupSheet flow={flow} promo={undefined} onClose={() => undefined} {...more} />, { path })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const accept = () => page.getByRole('checkbox', { name: /I accept the/ }).click({ force: true })
const pay = page.getByRole('button', { name: 'Pay $254.00' })

test('by card: one registration, one code, one payment, and the password stays on the page', async () => {
  let state = 'draft'
  let claims = 0
  const api = fakeApi({
    sites,
    signup: {
      ...signup,
      getRegistration: () => ({ ...draft, state }),
      applyMobileOtp: () => ({ otpStatus: 1 as const, cybersource_otp_id: 'code-1', seconds: 20 }),
      claimAccount: () => ((claims += 1) === 1 ? account : refusal('account_claimed')),
    },
    billing: {
      startPayment: () => due,
      checkPerMinValidation: allowed,
      paymentSecondStepCybersource: () => {
        state = 'active'
        return { ...paid, user: account }
      },
      paypalSuccessUrl: () => paid,
    },
  })
  const count = (name: string) => api.calls(name).length
  const first = await open()
  await field('Business name').fill('Oak Lane Garage')
  await accept()
  await page.getByRole('button', { name: 'Continue to payment' }).dblClick()
  await expect.element(pay).toBeVisible()
  expect(count('saveRegistrationFirstStepCybersource')).toBe(1)

  await first.go(-1)
  await expect.element(field('Business name')).toHaveValue('Oak Lane Garage')
  await first.go(1)
  await expect.element(pay).toBeVisible()
  first.leave()
  const second = await open({}, '/subscribe?step=pay')
  await expect.element(pay).toBeVisible()
  // The code that was sent is still good: coming back asks for no other.
  await expect.poll(() => count('applyMobileOtp')).toBe(1)
  expect(count('paymentSecondStepCybersource')).toBe(0)

  await page.getByLabelText('One-time code').fill('123456')
  await pay.dblClick()
  say(card)
  say(card)
  await expect.element(page.getByText(account.password)).toBeVisible()
  expect(count('paymentSecondStepCybersource')).toBe(1)
  await second.go(-1)
  await second.go(1)
  await expect.element(page.getByText(account.password)).toBeVisible()
  second.leave()

  // A reloaded last page asks how the payment ended; it does not pay.
  await open({}, '/subscribe?step=done')
  await expect.element(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible()
  await expect.poll(() => page.getByText(account.password).elements()).toEqual([])
  expect(count('paymentSecondStepCybersource')).toBe(1)
})

test('a payment that is unclear is waited for after a reload, and not made again', async () => {
  let isKnown = false
  const api = fakeApi({
    sites,
    signup: { ...signup, getRegistration: () => ({ ...draft, state: isKnown ? 'active' : 'paying' }) },
    billing: {
      startPayment: () => due,
      checkPerMinValidation: allowed,
      paypalSuccessUrl: () =>
        isKnown ? paid : refusal('payment_being_checked', 200, { responseType: 'payment_error', payment }),
    },
  })
  const first = await open({}, '/subscribe?step=pay')
  await expect.element(page.getByText(/Don’t pay again/)).toBeVisible()
  first.leave()
  const second = await open({}, '/subscribe')
  await expect.element(page.getByText(/Don’t pay again/)).toBeVisible()
  await expect.poll(() => page.getByRole('button', { name: /^Pay/ }).elements()).toEqual([])
  isKnown = true
  second.leave()
  await open({}, '/subscribe?step=done')
  await expect.element(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible()
  expect(api.calls('paymentSecondStepCybersource')).toEqual([])
})

test('by PayPal: two presses save one registration', async () => {
  const api = fakeApi({
    sites,
    signup: {
      ...signup,
      getRegistration: () => ({ ...draft, flow: 'paypal_intl' }),
      saveRegistrationPayPalIntl: () => ({ ...merchant, merchantUrl: '#pay-once' }),
    },
  })
  await open({ flow: { ...flow, flow: 'paypal_intl', payment_code: false, education: false } })
  await accept()
  await page.getByRole('button', { name: 'Continue to PayPal' }).dblClick()
  await expect.poll(() => location.hash).toBe('#pay-once')
  expect(api.calls('saveRegistrationPayPalIntl')).toHaveLength(1)
})
const merchant = {
  userId: 7,
  is_active: false,
  billingPlanName: 'Workshop',
  subscriptionType: 'monthly',
  recurringAmount: '204.00',
  currencyCode: 'USD',
  siteName: 'Northgate Motors',
  domainName: 'northgate.example',
  businessEmail: 'hello@northgate.example',
  webSiteId: 31,
}

test('a member of Capricorn gets one account by two presses, and its password', async () => {
  let opened = 0
  const api = fakeApi({
    sites: { getCountry: () => [{ id: 3, country_code: 'AU', name: 'Australia', dial_code: '61' }] },
    signup: {
      ...signup,
      getRegistration: () => ({
        ...draft,
        contact: { ...draft.contact, country_code: 'AU', businessentity_state: 'NSW' },
      }),
      saveRegistrationFirstStepEwayAU: () => firstStep,
      handleCapricornApi: () => null,
      upgardeSubscribeCapriconAccount: () => {
        const { user_id: id, ...shown } = account
        const isFirst = (opened += 1) === 1
        return {
          id,
          ...(isFirst ? shown : { username: null, password: null, reactivation_token: null }),
          api_key: null,
        }
      },
    },
  })
  const au = { flow: 'eway_au' as const, country_code: 'AU', countries: ['AU'], capricorn: true, education: false }
  await open({ flow: { ...flow, ...au } }, '/signup_au')
  await page.getByRole('radio', { name: 'Yes' }).click({ force: true })
  await field('Membership number').fill('1000021')
  await accept()
  await page.getByRole('button', { name: 'Create account' }).dblClick()
  await expect.element(page.getByText(account.password)).toBeVisible()
  expect(api.calls('upgardeSubscribeCapriconAccount')).toHaveLength(1)
})
