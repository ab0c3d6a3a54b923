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
/** What Cedar Street Auto told the carriers. */
const registration = {
  legal_name: 'Cedar Street Auto LLC',
  tax_number: '12-3456789',
  business_type: 'private' as const,
  web_address: 'https://cedar.example',
  street: '1 Main Street',
  city: 'Bend',
  region: 'OR',
  postal_code: '97701',
  contact_name: 'Dana Reyes',
  contact_email: 'dana@cedar.example',
  contact_phone: '+15415550107',
  use_case: 'We send our customers films that explain the repairs we suggest.',
  sample_text: 'Cedar Street Auto: here is the film about your brakes.',
  opt_in_text: 'Customers agree at the counter; the advisor records it with the date.',
  submitted_at: '2026-11-22T09:00:00.000Z',
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

test('a web site that sells text messages but no numbers says so once', async () => {
  const none = () => refusal('Something went wrong. Please try again')
  await open({ checkTwilioNumberAlreadyExist: () => [], getTwilioNumberByCountries: none })
  await expect.element(page.getByText('Phone numbers aren’t sold on this web site')).toBeVisible()
  await expect.element(page.getByText('No number yet')).not.toBeInTheDocument()
})

test('a number that was taken meanwhile says that nothing was charged', async () => {
  await open({ confirmBuyTwilioNumber: () => refusal('number_taken') })
  await buy()
  await expect.element(page.getByText('This number was just taken. You have not been charged.')).toBeVisible()
  // Its row is struck and cannot be chosen again, and there is nothing left to buy.
  const row = page.getByRole('radio', { name: /\+1 541 555 0162/ })
  await expect.element(row).toBeDisabled()
  await expect.element(page.getByText('Just taken')).toBeVisible()
  const number = row.element().closest('label')!.querySelector('bdi')!
  expect(getComputedStyle(number).textDecorationLine).toBe('line-through')
  await expect.element(page.getByRole('button', { name: 'Buy for $1.50' })).not.toBeInTheDocument()
})

test('a number whose reply was cut is being checked, and cannot be bought again', async () => {
  await open({ confirmBuyTwilioNumber: () => refusal('number_being_checked') })
  await buy()
  await expect.element(page.getByText(/We are checking whether the number is yours/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Buy for $1.50' })).not.toBeInTheDocument()
})

test('on a phone the price comes as a sheet over the list, and goes with its button', async () => {
  await page.viewport(390, 844)
  try {
    await open()
    await page.getByRole('button', { name: 'Search' }).click()
    await expect.element(page.getByRole('radio', { name: /\+1 541 555 0162/ })).toBeVisible()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await page.getByRole('radio', { name: /\+1 541 555 0162/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Quote' })
    await expect.element(sheet.getByRole('button', { name: 'Buy for $1.50' })).toBeVisible()
    expect(sheet.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(380)
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect.element(sheet).not.toBeInTheDocument()
  } finally {
    await page.viewport(1280, 800)
  }
})

test('a number that may not send yet says why, and leads to the registration', async () => {
  await open({ getTextRegistration: () => null })
  await expect.element(page.getByText('Not registered yet')).toBeVisible()
  await page.getByRole('button', { name: 'Registration' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  // What the portal knows is filled in; the rest is named, with how to correct it.
  await expect.element(page.getByRole('textbox', { name: 'Legal name' })).toHaveValue('Northgate Motors')
  await expect.element(page.getByRole('textbox', { name: /^Tax number/ })).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByText(/things to correct/)).toBeVisible()
  await page.getByRole('textbox', { name: /^What you send/ }).fill('Films.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByText('Write at least 40 characters.')).toBeVisible()
})

test('a refused registration says why and what to do, and is submitted again with what was written before', async () => {
  const refused = {
    ...registration,
    state: 'refused' as const,
    refusal: 'The tax number belongs to another business.',
    decided_at: '2026-11-23T09:00:00.000Z',
  }
  const api = await open({
    checkTwilioNumberAlreadyExist: () => [{ ...portland, blocked_by: 'carriers_refused' }],
    getTextRegistration: () => refused,
    saveTextRegistration: ({ body }) => ({ ...refused, ...body, state: 'waiting', refusal: '', decided_at: null }),
  })
  await expect.element(page.getByText('Refused by the carriers')).toBeVisible()
  const reason = page.getByText(/The tax number belongs to another business\.\W* Correct it and submit it again/)
  await expect.element(reason).toBeVisible()
  await page.getByRole('button', { name: 'Registration' }).click()
  const drawer = page.getByRole('dialog', { name: 'Registration with the US carriers' })
  await expect.element(drawer.getByText(/The tax number belongs to another business/)).toBeVisible()
  await drawer.getByRole('textbox', { name: /^Tax number/ }).fill('98-7654321')
  await drawer.getByRole('textbox', { name: 'Website' }).fill('cedar.example')
  await drawer.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByText('Registration submitted')).toBeVisible()
  expect(api.calls('saveTextRegistration')).toMatchObject([
    { body: { tax_number: '98-7654321', web_address: 'https://cedar.example', legal_name: 'Cedar Street Auto LLC' } },
  ])
})
