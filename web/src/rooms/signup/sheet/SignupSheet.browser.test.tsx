import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal, reply } from '../../../testing/fake-api.ts'
import { render } from '../../../testing/render.tsx'
import { covidCode } from '../../sites/contact/covid-code.ts'
import SignupSheet from './SignupSheet.tsx'
import {
  account,
  allowed,
  card,
  draft,
  due,
  firstStep,
  flow,
  paid,
  payment,
  plan,
  say,
  signup,
  sites,
} from './testing.ts'

/** Renee goes on with the sign-up that she began, and pays by card. */

beforeEach(() => sessionStorage.clear())

const open = (more: Partial<Parameters<typeof SignupSheet>[0]> = {}, path = '/subscribe') =>
  render(<SignupSheet flow={flow} promo={undefined} onClose={() => undefined} {...more} />, { path })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })

test('a declined card is said; a new code and another card open the account, whose password is shown', async () => {
  let tries = 0
  let codes = 0
  const api = fakeApi({
    sites,
    signup: {
      ...signup,
      getRegistration: () => draft,
      applyMobileOtp: () => ({ otpStatus: 1 as const, cybersource_otp_id: `code-${(codes += 1)}`, seconds: 0 }),
    },
    billing: {
      startPayment: () => due,
      checkPerMinValidation: allowed,
      paymentSecondStepCybersource: () =>
        (tries += 1) === 1
          ? refusal('payment_declined', 200, { responseType: 'failed', payment })
          : { ...paid, user: account },
    },
  })
  const shown = await open()
  await expect.element(field('Business name')).toHaveValue('Cedar Street Auto Repair')
  await expect.element(page.getByText('$254.00', { exact: true }).last()).toBeVisible()
  await page.getByRole('checkbox', { name: /I accept the/ }).click({ force: true })
  await page.getByRole('button', { name: 'Continue to payment' }).click()

  const pay = page.getByRole('button', { name: 'Pay $254.00' })
  await expect.poll(() => shown.path()).toBe('/subscribe?step=pay')
  // The code goes out as soon as the step opens.
  const code = page.getByLabelText('One-time code')
  await pay.click()
  await expect.element(page.getByText('Enter all 6 digits.')).toBeVisible()
  await code.fill('123456')
  await pay.click()
  say(card)
  await expect.element(page.getByText('The card was declined. Use another card or ask your bank.')).toBeVisible()
  await expect.element(code).toHaveValue('')
  await expect.element(page.getByText('A code is good for one payment. Ask for a new one.')).toBeVisible()
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await code.fill('654321')
  await pay.click()
  say(card)
  await expect.element(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible()
  await expect.element(page.getByText(account.password)).toBeVisible()
  await expect
    .element(page.getByRole('textbox', { name: 'If the subscription ends' }))
    .toHaveValue(`${location.origin}/reactivateAccount/${encodeURIComponent(account.username)}/back-again/31`)
  const sent = api
    .calls('paymentSecondStepCybersource')
    .map(({ body }) => body as { request_key: string; mobile_otp: string; cybersource_otp_id: string })
  expect(sent.map(({ mobile_otp, cybersource_otp_id }) => [mobile_otp, cybersource_otp_id])).toEqual([
    ['123456', 'code-1'],
    ['654321', 'code-2'],
  ])
  // Another attempt is another payment.
  expect(new Set(sent.map(({ request_key }) => request_key)).size).toBe(2)
})

test('a question of the bank that was lost is no account: the payment is given up, and the card is asked for again', async () => {
  let state = 'draft'
  const asked = {
    ...paid,
    responseType: 'action_required' as const,
    action: { kind: 'authenticate' as const, url: 'https://bank.example/', post: {}, hidden: false },
  }
  const api = fakeApi({
    sites,
    signup: {
      ...signup,
      getRegistration: () => ({ ...draft, state }),
      applyMobileOtp: () => ({ otpStatus: 1 as const, cybersource_otp_id: 'code-1', seconds: 0 }),
    },
    billing: {
      startPayment: () => due,
      checkPerMinValidation: allowed,
      paymentSecondStepCybersource: () => {
        state = 'paying'
        return refusal('payment_being_checked', 200, { responseType: 'payment_error', payment })
      },
      getPaymentStatus: () => asked,
      paypalSuccessUrl: () => {
        // Giving it up makes it a draft again.
        state = 'draft'
        return asked
      },
    },
  })
  await open({}, '/subscribe?step=pay')
  await page.getByLabelText('One-time code').fill('123456')
  await page.getByRole('button', { name: 'Pay $254.00' }).click()
  say(card)
  await expect.poll(() => api.calls('paypalSuccessUrl').length).toBeGreaterThan(0)
  await expect.element(page.getByRole('button', { name: 'Pay $254.00' })).toBeVisible()
  await expect.poll(() => page.getByRole('heading', { name: 'Your account is ready' }).elements()).toEqual([])
})

test('what was typed is there after a reload; the state is chosen, and an unusual postal code only warns', async () => {
  fakeApi({ sites, signup })
  await open()
  await field('Business name').fill('Oak Lane Garage')
  await page.getByRole('combobox', { name: 'State' }).selectOptions('')
  await field('ZIP code').fill('9700')
  await expect.element(page.getByText('This code looks unusual. Check it.')).toBeVisible()
  await page.getByRole('button', { name: 'More locations' }).click()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect.element(page.getByText('Choose one.')).toBeVisible()
  await open({}, '/signup_us')
  await expect.element(field('Business name').last()).toHaveValue('Oak Lane Garage')
  await expect.element(page.getByRole('textbox', { name: /Locations/ }).last()).toHaveValue('7')
})

test('a user name that is taken is said while it is typed, and the answer to an earlier name does not count', async () => {
  const waiting = new Map<string, () => void>()
  fakeApi({
    sites,
    signup: {
      ...signup,
      checkUserNameAlreadyExists: async ({ params: { username } }: { params: { username: string } }) => {
        if (username === 'renee.slow') await new Promise<void>((resolve) => waiting.set(username, resolve))
        return username === 'renee.cedar' ? refusal('user_name_free') : { exists: true as const }
      },
    },
  })
  await open()
  await field('Email').fill('renee@cedar.example')
  const taken = page.getByText('This user name is taken. Choose another one, or log in.')
  await expect.element(taken).toBeVisible()
  await expect.element(field('Email')).toHaveFocus()
  await field('User name').fill('renee.slow')
  await expect.poll(() => waiting.has('renee.slow')).toBe(true)
  await field('User name').fill('renee.cedar')
  waiting.get('renee.slow')!()
  await expect.element(page.getByText('You log in with this name.')).toBeVisible()
  await expect.element(taken).not.toBeInTheDocument()
  await field('User name').fill('renee')
  await expect.element(taken).toBeVisible()
  // Without a name of its own the address counts again, and the field stays.
  await field('User name').fill('')
  await expect.element(taken).toBeVisible()
})

test('an unknown promo code of the address leaves the usual plans; a typed one gives its price', async () => {
  const offer = {
    ...plan,
    id: 3,
    promo_code: 'welcome',
    promo_periods: 3,
    setup_fee: '0.00',
    location_charge: [{ from_location: 1, to_location: null, per_location_amount: '17.00' }],
    then_plan: { name: plan.name, recurring_amount: '0.00', location_charge: plan.location_charge },
  }
  fakeApi({
    sites,
    signup: {
      ...signup,
      getAllBillingPlans: ({ query }: { query: URLSearchParams }) =>
        query.get('promo_code') === null
          ? [plan]
          : query.get('promo_code') === 'WELCOME'
            ? [offer]
            : refusal('invalid_promo_code'),
    },
  })
  await open({ promo: 'nope' })
  await expect.element(page.getByText('Invalid promo code.')).toBeVisible()
  await expect.element(page.getByText('$254.00', { exact: true }).last()).toBeVisible()
  await field('Promo code').fill('WELCOME')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.element(page.getByText(/Promo code applied/)).toBeVisible()
  await expect.element(page.getByText('3 payments at this price, then $204.00 each')).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('$254.00', { exact: true }).last()).toBeVisible()
  expect(covidCode()).toBeUndefined()
  await page.getByRole('button', { name: 'Add a promo code' }).click()
  await field('Promo code').fill('Stimulus2020')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(covidCode).toBe('stimulus2020')
})

test('too many payments in a minute: the button counts down', async () => {
  fakeApi({
    sites,
    signup: { ...signup, getRegistration: () => draft },
    billing: {
      startPayment: () => due,
      checkPerMinValidation: () => reply(null, { timerStatus: 0 as const, timeCount: { second: 40 } }),
    },
  })
  await open({ flow: { ...flow, payment_code: false } }, '/subscribe?step=pay')
  await expect.element(page.getByText(/You can try again in \d+ s\./)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Pay $254.00' })).toBeDisabled()
})

test('a payment that could not begin keeps the code, which is still good', async () => {
  let tries = 0
  const api = fakeApi({
    sites,
    signup: {
      ...signup,
      getRegistration: () => draft,
      applyMobileOtp: () => ({ otpStatus: 1 as const, cybersource_otp_id: 'code-1', seconds: 20 }),
    },
    billing: {
      startPayment: () => due,
      checkPerMinValidation: allowed,
      paymentSecondStepCybersource: () =>
        (tries += 1) === 1 ? refusal('payment_in_progress') : { ...paid, user: account },
    },
  })
  await open({}, '/subscribe?step=pay')
  const code = page.getByLabelText('One-time code')
  const pay = page.getByRole('button', { name: 'Pay $254.00' })
  await code.fill('123456')
  await pay.click()
  say(card)
  await expect.poll(() => api.calls('paymentSecondStepCybersource').length).toBe(1)
  await expect.element(pay).toBeEnabled()
  await expect.element(code).toHaveValue('123456')
  await pay.click()
  say(card)
  await expect.element(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible()
  expect(api.calls('paymentSecondStepCybersource').at(-1)?.body).toMatchObject({ mobile_otp: '123456' })
})

test('another billing address goes with the payment', async () => {
  const api = fakeApi({
    sites,
    signup: { ...signup, getRegistration: () => draft },
    billing: {
      startPayment: () => due,
      checkPerMinValidation: allowed,
      paymentSecondStepCybersource: () => ({ ...paid, user: account }),
    },
  })
  await open({ flow: { ...flow, payment_code: false } }, '/subscribe?step=pay&returnURL=/bnews')
  await page.getByRole('checkbox', { name: 'Same as the business address' }).click({ force: true })
  await page.getByRole('button', { name: 'Pay $254.00' }).click()
  await expect.element(page.getByText(/things to correct/)).toBeVisible()
  await field('First name').fill('Ada')
  await field('Last name').fill('Books')
  await field('Street address').fill('1 Ledger Road')
  await field('City').fill('Salem')
  await page.getByRole('combobox', { name: 'State' }).selectOptions('OR')
  await field('ZIP code').fill('97301')
  await page.getByRole('button', { name: 'Pay $254.00' }).click()
  say(card)
  await expect.element(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible()
  expect(api.calls('paymentSecondStepCybersource').at(-1)?.body).toMatchObject({
    bill_first_name: 'Ada',
    bill_businessentity_city: 'Salem',
    bill_country_code: 'US',
    returnUrl: '/bnews',
  })
})

test('a school gets its own form', async () => {
  fakeApi({ sites, signup })
  await open()
  await page.getByRole('radio', { name: 'School or college' }).click({ force: true })
  await expect.element(page.getByRole('textbox', { name: 'School or college' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Create account' })).toBeVisible()
})

test('a Capricorn member says so once, corrects the number, and gets the account without paying', async () => {
  let checks = 0
  const api = fakeApi({
    sites: { getCountry: () => [{ id: 3, country_code: 'AU', name: 'Australia', dial_code: '61' }] },
    signup: {
      ...signup,
      getRegistration: () => ({
        ...draft,
        contact: { ...draft.contact, country_code: 'AU', businessentity_state: 'NSW' },
      }),
      saveRegistrationFirstStepEwayAU: () => firstStep,
      handleCapricornApi: () => ((checks += 1) === 1 ? refusal('membership_unknown') : null),
      upgardeSubscribeCapriconAccount: () => ({
        id: 7,
        username: account.username,
        password: account.password,
        api_key: 'abcdefghjkmn',
        reactivation_token: account.reactivation_token,
      }),
    },
  })
  const au = {
    ...flow,
    flow: 'eway_au' as const,
    country_code: 'AU',
    countries: ['AU'],
    capricorn: true,
    education: false,
  }
  const shown = await open({ flow: au }, '/signup_au')
  await page.getByRole('radio', { name: 'Yes' }).click({ force: true })
  await field('Membership number').fill('99')
  await page.getByRole('checkbox', { name: /I accept the/ }).click({ force: true })
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect.element(page.getByText('We couldn’t find this membership number. Check it.')).toBeVisible()
  await field('Membership number').fill('1000021')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect.element(page.getByText(account.password)).toBeVisible()
  expect(api.calls('upgardeSubscribeCapriconAccount').map(({ body }) => body)).toEqual([
    { billing_plan_id: 1, user_id: 7 },
  ])
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect.poll(() => shown.path()).toBe('/OpenLoginDialog')
})

test('a payment that is open at PayPal can be continued or cancelled', async () => {
  fakeApi({
    sites,
    signup: { ...signup, getRegistration: () => ({ ...draft, flow: 'paypal_intl', state: 'paying' }) },
    billing: {
      paypalSuccessUrl: () => ({ ...paid, responseType: 'action_required' as const }),
      handlePayWithPaypal: () => ({ merchantUrl: '#pay' }),
    },
  })
  await open({ flow: { ...flow, flow: 'paypal_intl', payment_code: false, education: false } })
  await expect.element(page.getByText('Your payment at PayPal is open')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Cancel the payment' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue to PayPal' }).click()
  await expect.poll(() => location.hash).toBe('#pay')
})
