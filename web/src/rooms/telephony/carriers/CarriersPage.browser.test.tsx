import type { CarrierRow } from '@cutaway/contract/rooms/telephony/carriers.ts'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal, reply } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import { wcag } from '../../../testing/wcag.ts'
import CarriersPage from './CarriersPage.tsx'

/** The operator records what US carriers decided about Cedar Street Auto. */

const cedar: CarrierRow = {
  web_site_id: 31,
  site_name: 'Northgate Motors',
  businessentity_id: 7,
  business_name: 'Cedar Street Auto',
  numbers: ['+15415550162'],
  legal_name: 'Cedar Street Auto LLC',
  tax_number: '12-3456789',
  business_type: 'private',
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
  state: 'waiting',
  refusal: '',
  submitted_at: '2026-11-22T09:00:00.000Z',
  decided_at: null,
  decided_by: null,
}

async function open(answer: () => ReturnType<typeof reply> | ReturnType<typeof refusal>) {
  let rows = [cedar]
  const api = fakeApi({
    sites: { getAllWebsites: () => [{ web_site_id: 31, name: 'Northgate Motors' }] },
    telephony: {
      getTextRegistrations: () => ({ rows, total: rows.length }),
      decideTextRegistration: () => {
        rows = []
        return answer() as never
      },
    },
  })
  await render(<CarriersPage />, {
    session: danasSession(['manage_web_sites']),
    path: '/operator/text_registrations',
  })
  await page.getByRole('button', { name: 'Cedar Street Auto' }).click()
  await expect.element(page.getByText('12-3456789')).toBeVisible()
  return () => api.calls('decideTextRegistration').map(({ body }) => body)
}

test('a refusal is recorded with the carriers’ words only', async () => {
  const decided = await open(() => reply(null, { message: 'text_registration_refused' } as never))
  expect((await axe.run(document.body, wcag)).violations).toEqual([])
  await page.getByRole('button', { name: 'Record refusal' }).click()
  const dialog = page.getByRole('dialog', { name: /^Record the refusal/ })
  await dialog.getByRole('button', { name: 'Record refusal' }).click()
  await expect.element(dialog.getByText('Fill in this field.')).toBeVisible()
  expect(decided()).toEqual([])
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(' No such tax number. ')
  await dialog.getByRole('button', { name: 'Record refusal' }).click()
  await expect.element(page.getByText('No registrations waiting')).toBeVisible()
  expect(decided()).toMatchObject([{ approve: false, reason: 'No such tax number.', submitted_at: cedar.submitted_at }])
})

test('one that was submitted again meanwhile stays open, and the page says so', async () => {
  const decided = await open(() => refusal('text_registration_submitted_again'))
  await page.getByRole('button', { name: 'Record approval' }).click()
  await expect.element(page.getByText(/has submitted its registration again/)).toBeVisible()
  expect(decided()).toMatchObject([{ approve: true }])
})
