import type { Application } from '@cutaway/contract/rooms/signup/education.ts'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, reply } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import { wcag } from '../../../testing/wcag.ts'
import ApplicationsPage from './ApplicationsPage.tsx'

const noa: Application = {
  registration_id: '5f0c8f7e-8a56-4a7c-9a55-0d6f6f3e2b10',
  web_site_id: 142,
  site_name: 'Galil Technical Schools',
  name: 'Noa Levi',
  email: 'noa@school.example',
  phone: '+972 50 123 4567',
  school_name: 'Galil High School',
  school_network: '',
  note: 'Two classes of mechanics',
  state: 'awaiting_approval',
  created_at: '2026-11-22T09:00:00.000Z',
  decided_at: null,
  decided_by: null,
  reason: null,
}

async function open() {
  let rows = [noa]
  const api = fakeApi({
    sites: { getAllWebsites: () => [{ web_site_id: 142, name: 'Galil Technical Schools' }] },
    signup: {
      getApplications: () => ({ rows, total: rows.length }),
      decideApplication: ({ body }) => {
        rows = []
        return reply(null, { message: body.approve ? 'application_approved' : 'application_refused' } as never)
      },
    },
  })
  await render(<ApplicationsPage />, { session: danasSession(['manage_web_sites']), path: '/operator/applications' })
  await expect.element(page.getByText('Noa Levi')).toBeVisible()
  return () => api.calls('decideApplication').map(({ body }) => body)
}

test('an application is refused with a reason only, which the teacher reads', async () => {
  const decided = await open()
  expect((await axe.run(document.body, wcag)).violations).toEqual([])
  await page.getByRole('button', { name: /^Refuse/ }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('The teacher reads the reason in an email.')).toBeVisible()
  await dialog.getByRole('button', { name: /^Refuse/ }).click()
  await expect.element(dialog.getByText('Fill in this field.')).toBeVisible()
  expect(decided()).toEqual([])
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('  No such school. ')
  await dialog.getByRole('button', { name: /^Refuse/ }).click()
  await expect.element(page.getByText('No applications waiting')).toBeVisible()
  expect(decided()).toMatchObject([{ web_site_id: 142, approve: false, reason: 'No such school.' }])
})

test('an application is approved once by two clicks', async () => {
  const decided = await open()
  await page.getByRole('button', { name: /^Approve/ }).dblClick()
  await expect.element(page.getByText('No applications waiting')).toBeVisible()
  expect(decided()).toMatchObject([{ registration_id: noa.registration_id, approve: true }])
})
