import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal } from '../../../testing/fake-api.ts'
import { render } from '../../../testing/render.tsx'
import { elenasSession } from '../../billing/testing.ts'
import UsagePage from './UsagePage.tsx'

/** Elena looks how her numbers are used, before she has one. */

const open = async (sells: boolean) => {
  const session = elenasSession()
  fakeApi({
    telephony: {
      getPhoneNumberUsage: () => [],
      getTwilioNumberByCountries: () =>
        sells ? [{ country_code: 'US', types: ['local'] }] : refusal('Something went wrong. Please try again'),
    },
  })
  await render(null, {
    session: { ...session, permissions: [...session.permissions, 'manage_phone_numbers'] },
    path: '/phone_number_usage',
    routes: [
      { path: '/phone_number_usage', element: <UsagePage /> },
      { path: '/home', element: <p>home</p> },
    ],
  })
}

test('without a number there is no use yet', async () => {
  await open(true)
  await expect.element(page.getByText('No use yet')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Phone numbers' })).toBeVisible()
})

test('a web site that sells no numbers promises no use of them', async () => {
  await open(false)
  await expect.element(page.getByText('Phone numbers aren’t sold on this web site')).toBeVisible()
  await expect.element(page.getByText('No use yet')).not.toBeInTheDocument()
})
