import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal, reply } from '../../../testing/fake-api.ts'
import { render } from '../../../testing/render.tsx'
import PaymentReturnPage from './PaymentReturnPage.tsx'

/** People come back from PayPal after a payment that is no sign-up. */

const paid = {
  responseType: 'success' as const,
  payment: '6f6a3d0e-8f0a-4f58-9d4d-3f8f2a3c9b11',
  amount: '49.50',
  currency: 'GBP',
  email: 'dana@northgate.example',
  action: null,
}

test('the page waits until the payment is found, and names the web site', async () => {
  let asked = 0
  fakeApi({
    billing: {
      twilioPaypalSuccessUrl: () => ({ friendlyWebsiteName: 'Northgate Motors' }),
      paypalSuccessUrl: () =>
        (asked += 1) === 1 ? reply({ ...paid, responseType: 'action_required' as const }, { timeCount: 0.05 }) : paid,
    },
  })
  await render(<PaymentReturnPage />, { path: '/twilioPaypalSuccess' })
  await expect.element(page.getByRole('heading', { name: '£49.50 was paid' })).toBeVisible()
  await expect.element(page.getByText('Northgate Motors')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Contact' })).toBeVisible()
})

test('without a payment the page says so, and leads home', async () => {
  fakeApi({
    billing: {
      twilioPaypalSuccessUrl: () => ({ friendlyWebsiteName: 'Northgate Motors' }),
      paypalSuccessUrl: () => refusal('not_found', 404),
    },
  })
  await render(<PaymentReturnPage />, { path: '/twilioPaypalSuccess' })
  await expect.element(page.getByRole('heading', { name: 'No payment found' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Go to home' })).toBeVisible()
})
