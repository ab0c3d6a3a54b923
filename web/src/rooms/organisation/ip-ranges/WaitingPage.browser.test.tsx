import type { AskedIpRange } from '@cutaway/contract/rooms/organisation/ip-ranges.ts'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal, reply } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import { wcag } from '../../../testing/wcag.ts'
import WaitingPage from './WaitingPage.tsx'

const session = danasSession(['manage_web_sites'])
const range: AskedIpRange = {
  id: 7,
  ip1: '203.0.112.0',
  ip2: '203.0.113.255',
  login_type: 13,
  mail_send: 1,
  addresses: 512,
  state: 'waiting',
  user_id: 6,
  user_name: 'Rosa Delgado',
  user_access_id: 6,
  asked_at: '2026-11-22T09:00:00.000Z',
  decided_at: null,
  reason: '',
  web_site_id: 31,
  site_name: 'Northgate Motors',
  business_name: 'Cedar Street Auto',
  asked_by: 'Elena Voss',
  decided_by: null,
  shared_with: ['Harbour Garage'],
}

async function open() {
  let rows = [range]
  const api = fakeApi({
    sites: { getAllWebsites: () => [{ web_site_id: 31, name: 'Northgate Motors' }] },
    organisation: {
      getAskedIpRanges: () => reply(rows, { total: rows.length }),
      decideIpRange: ({ body }) => {
        if (!body.approve && body.reason === 'late') return refusal('ip_range_changed')
        rows = []
        const message = body.approve ? 'ip_range_approved' : 'ip_range_refused'
        return reply({ state: body.approve ? 'active' : 'refused' }, { message } as never)
      },
    },
  })
  await render(<WaitingPage />, { session, path: '/operator/waiting' })
  return api
}
const decided = (api: Awaited<ReturnType<typeof open>>) => api.calls('decideIpRange').at(-1)?.body

test('a range is shown with its number of addresses, and approved once by two clicks', async () => {
  const api = await open()
  await expect.element(page.getByText('203.0.112.0 – 203.0.113.255')).toBeVisible()
  await expect.element(page.getByText('512')).toBeVisible()
  await expect.element(page.getByText('Shares addresses with Harbour Garage')).toBeVisible()
  expect((await axe.run(document.body, wcag)).violations).toEqual([])
  await page.getByRole('button', { name: /^Approve/ }).dblClick()
  await expect.element(page.getByText('Nothing is waiting for you')).toBeVisible()
  // What the operator saw is sent, so that a range that changed meanwhile is not approved unseen.
  expect(decided(api)).toMatchObject({ id: 7, from_ip: '203.0.112.0', to_ip: '203.0.113.255', approve: true })
  expect(api.calls('decideIpRange')).toHaveLength(1)
})

test('a refusal needs a reason, and stays open when the range has changed', async () => {
  const api = await open()
  await page.getByRole('button', { name: /^Refuse/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect.element(dialog.getByText('Fill in this field.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('late')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect.element(page.getByText(/changed or decided this range/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Name your own network.')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect.element(page.getByText('Nothing is waiting for you')).toBeVisible()
  expect(decided(api)).toMatchObject({ approve: false, reason: 'Name your own network.' })
})
