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
      getNumberLocations: () => [{ location_id: 4, name: 'Summit Avenue' }],
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

test('the number belongs to the location that was chosen', async () => {
  const api = await open({ confirmBuyTwilioNumber: () => refusal('number_taken') })
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('radio', { name: /\+1 541 555 0162/ }).click()
  await page.getByRole('combobox', { name: 'Location' }).selectOptions('Summit Avenue')
  await expect.element(page.getByText(/November 22 – December 21, 2026/)).toBeVisible()
  await page.getByRole('button', { name: 'Buy for $1.50' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Buy for $1.50' }).click()
  await expect.element(page.getByText(/was just taken/)).toBeVisible()
  expect(api.calls('confirmBuyTwilioNumber')).toMatchObject([{ body: { location_id: 4 } }])
})

test('an unpaid number is paid at once, or says that a card is needed', async () => {
  const arrears = {
    amount: '1.50',
    currency: 'USD',
    invoice: 'NM-2026-005233',
    since: '2026-11-22',
    suspended_on: '2026-12-02',
    ended_on: '2026-12-22',
    next_try_on: null,
    is_paying: false,
    error: null,
  }
  let hasCard = false
  let isPaid = false
  await open({
    checkTwilioNumberAlreadyExist: () => [
      isPaid ? portland : { ...portland, arrears, released_on: '2026-12-22', blocked_by: 'number_unpaid' },
    ],
    payPhoneNumber: () => {
      if (!hasCard) return refusal('please_change_billing_details')
      isPaid = true
      return { responseType: 'success', payment: null, action: null, paypalDetails: null }
    },
  })
  const pay = page.getByRole('button', { name: 'Pay $1.50 now' })
  await pay.click()
  await expect.element(page.getByText(/On December 22, 2026 it is given back unless it is paid/)).toBeVisible()
  hasCard = true
  await pay.click()
  await expect.element(page.getByText(/^Paid\. You keep/)).toBeVisible()
  await expect.element(pay).not.toBeInTheDocument()
})

test('a web site that sells no numbers says so, with no button to try again', async () => {
  await open({ checkTwilioNumberAlreadyExist: () => refusal('Something went wrong. Please try again') })
  await expect.element(page.getByText('Phone numbers aren’t sold on this web site')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
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
