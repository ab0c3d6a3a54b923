import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal } from '../../../testing/fake-api.ts'
import { render } from '../../../testing/render.tsx'
import { elenasSession, visa, workshop } from '../../billing/testing.ts'
import { bend, portland } from '../testing.ts'
import PhoneNumbersPage from './PhoneNumbersPage.tsx'

/** Elena buys a number for Northgate Motors. */

const offer = {
  phone_number: bend.phone_number,
  currency: 'USD',
  iso_country: 'US',
  number_type: 'local' as const,
  price: '1.50',
  locality: 'Bend, OR',
  capabilities: bend.capabilities,
}
const open = async (telephony: FakeHandlers['telephony'] = {}) => {
  const session = elenasSession()
  const api = fakeApi({
    telephony: {
      checkTwilioNumberAlreadyExist: () => [portland],
      getTwilioNumberByCountries: () => [{ country_code: 'US', types: ['local'] }],
      getSearchTwilioNumbers: () => [offer],
      buyTwilioNumber: () => bend,
      ...telephony,
    },
    billing: { getSubscriptionStatus: () => workshop, getStoredMeans: () => visa },
  })
  await render(null, {
    session: { ...session, permissions: [...session.permissions, 'manage_phone_numbers'] },
    path: '/phone_numbers',
    routes: [
      { path: '/phone_numbers', element: <PhoneNumbersPage /> },
      { path: '/home', element: <p>home</p> },
    ],
  })
  return api
}
async function buy() {
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('radio', { name: /\+1 541 555 0162/ }).click()
  await page.getByRole('button', { name: 'Buy for $1.50' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Buy for $1.50' }).click()
}

test('a number is searched, quoted, confirmed and bought', async () => {
  await open({
    confirmBuyTwilioNumber: () => ({
      responseType: 'success',
      state: 'owned',
      phone_number_id: portland.phone_number_id,
      phone_number: bend.phone_number,
      payment: null,
      action: null,
      paypalDetails: null,
    }),
  })
  await buy()
  await expect.element(page.getByText(/\+1 541 555 0162\W* is yours/)).toBeVisible()
})

test('a number that was taken meanwhile says that nothing was charged', async () => {
  await open({ confirmBuyTwilioNumber: () => refusal('number_taken') })
  await buy()
  await expect.element(page.getByText('This number was just taken. You have not been charged.')).toBeVisible()
})

test('a number that may not send yet says why, and leads to the registration', async () => {
  await open({ getTextRegistration: () => null })
  await expect.element(page.getByText('Not registered yet')).toBeVisible()
  await page.getByRole('button', { name: 'Registration' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Legal name' })).toHaveAttribute('aria-invalid', 'true')
})
