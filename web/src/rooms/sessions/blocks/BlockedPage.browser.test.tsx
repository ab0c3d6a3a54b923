import type { Block } from '@cutaway/contract/rooms/sessions/blocks.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import BlockedPage from './BlockedPage.tsx'

const until = '2026-11-22T10:00:00.000Z'
const address: Block = {
  kind: 'address',
  subject: '198.51.100.7',
  web_site_id: null,
  site_name: null,
  until,
  attempts: 20,
}
const name: Block = { kind: 'user', subject: 'rosa', web_site_id: 44, site_name: 'Canyon Riders', until, attempts: 5 }

test('a block is found by kind and lifted on its web site', async () => {
  let blocks = [address, name]
  const api = fakeApi({
    sessions: {
      getIpAddressForUnblocking: () => blocks,
      updateUnblockIpAddress: () => {
        blocks = [address]
        return { lifted: 1 }
      },
    },
  })
  const at = await render(<BlockedPage />, {
    session: danasSession(['manage_web_sites']),
    path: '/operator/blocked_addresses',
  })
  await expect.element(page.getByText('198.51.100.7')).toBeVisible()
  await expect.element(page.getByText('All web sites')).toBeVisible()
  await page.getByRole('button', { name: /^Kind/ }).click()
  await page.getByRole('menuitemradio', { name: 'Usernames', exact: true }).click()
  await expect.element(page.getByText('198.51.100.7')).not.toBeInTheDocument()
  expect(at.path()).toContain('kind=user')
  await page.getByRole('button', { name: /^Unblock/ }).click()
  await expect
    .poll(() => api.calls('updateUnblockIpAddress').at(-1)?.body)
    .toEqual({ kind: 'user', subject: 'rosa', web_site_id: 44 })
  await expect.element(page.getByText('rosa')).not.toBeInTheDocument()
})
