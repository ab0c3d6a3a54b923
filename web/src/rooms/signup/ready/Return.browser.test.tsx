import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal, reply } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import PayPalCancelPage from './PayPalCancelPage.tsx'
import PayPalSuccessPage from './PayPalSuccessPage.tsx'

/** People come back from PayPal. */

const paid = {
  responseType: 'success' as const,
  payment: '6f6a3d0e-8f0a-4f58-9d4d-3f8f2a3c9b11',
  amount: '53.90',
  currency: 'NZD',
  email: 'renee@cedarstreet.example',
  action: null,
}

test('Renee waits until the payment is found, sees her password once, and logs in', async () => {
  let asked = 0
  const api = fakeApi({
    billing: {
      paypalSuccessUrl: () =>
        (asked += 1) === 1
          ? reply({ ...paid, responseType: 'action_required' as const }, { timeCount: 0.05 })
          : { ...paid, receipt: { number: 'NM-2026-005247', brand: 'VISA', last4: '1111' } },
    },
    signup: {
      getRegistration: () => refusal('registration_missing'),
      claimAccount: () => ({
        user_id: 7,
        username: 'renee@cedarstreet.example',
        password: 'k7mp-x2qa-9hrt-vbne',
        reactivation_token: 'a token',
      }),
    },
    sessions: { login: () => danasSession() },
  })
  const shown = await render(<PayPalSuccessPage />, { path: '/paypalSuccess' })
  await expect.element(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible()
  expect(asked).toBeGreaterThan(1)
  await expect
    .element(page.getByText(/53\.90 with Visa ending 1111\. Receipt NM-2026-005247 is on its way/))
    .toBeVisible()
  // The password is made when she asks for it, not by opening the page.
  expect(api.calls('claimAccount')).toEqual([])
  await page.getByRole('button', { name: 'Show my login' }).click()
  const password = page.getByText('k7mp-x2qa-9hrt-vbne')
  await expect.element(password).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect.element(password).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.element(password).toBeVisible()
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect.poll(() => shown.path()).toBe('/home')
  expect(api.calls('login').at(-1)?.body).toEqual({
    username: 'renee@cedarstreet.example',
    password: 'k7mp-x2qa-9hrt-vbne',
  })
})

test('two presses show one password, which stays', async () => {
  let claims = 0
  const api = fakeApi({
    billing: { paypalSuccessUrl: () => paid },
    signup: {
      getRegistration: () => refusal('registration_missing'),
      claimAccount: () =>
        (claims += 1) === 1
          ? {
              user_id: 7,
              username: 'renee@cedarstreet.example',
              password: 'k7mp-x2qa-9hrt-vbne',
              reactivation_token: 'a token',
            }
          : refusal('account_claimed'),
    },
  })
  await render(<PayPalSuccessPage />, { path: '/paypalSuccess' })
  await page.getByRole('button', { name: 'Show my login' }).dblClick()
  await expect.element(page.getByText('k7mp-x2qa-9hrt-vbne')).toBeVisible()
  expect(api.calls('claimAccount')).toHaveLength(1)
})

test('a page that is opened again says that the password was shown', async () => {
  fakeApi({
    billing: { paypalSuccessUrl: () => paid },
    signup: {
      getRegistration: () => refusal('registration_missing'),
      claimAccount: () => refusal('account_claimed'),
    },
  })
  await render(<PayPalSuccessPage />, { path: '/paypalSuccess' })
  await page.getByRole('button', { name: 'Show my login' }).click()
  await expect.element(page.getByText(/The password was shown before/)).toBeVisible()
})

test('an account that came back is told so, and leads to the log-in: there is no new one to show', async () => {
  fakeApi({ billing: { paypalSuccessUrl: () => ({ ...paid, is_reactivation: true }) } })
  await render(<PayPalSuccessPage />, { path: '/paypalSuccess' })
  await expect.element(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
  await expect.poll(() => page.getByRole('button', { name: 'Show my login' }).elements()).toEqual([])
})

test('another browser learns nothing', async () => {
  fakeApi({ billing: { paypalSuccessUrl: () => refusal('not_found', 404) } })
  await render(<PayPalSuccessPage />, { path: '/paypalSuccess' })
  await expect.element(page.getByRole('heading', { name: 'No payment found' })).toBeVisible()
})

test('who cancels is told that nothing was charged, and can pay again', async () => {
  const api = fakeApi({
    billing: {
      paypalCancelUrl: () => ({ can_pay: true, responseType: 'failed' as const }),
      handlePayWithPaypal: () => ({ merchantUrl: '#pay' }),
    },
  })
  await render(null, {
    path: '/paypalCancel/7',
    routes: [{ path: '/paypalCancel/:userId', element: <PayPalCancelPage /> }],
  })
  await expect.element(page.getByRole('heading', { name: 'Payment canceled' })).toBeVisible()
  await page.getByRole('button', { name: 'Pay with PayPal' }).click()
  await expect.poll(() => api.calls('handlePayWithPaypal').at(-1)?.body).toEqual({ user_id: 7 })
})
