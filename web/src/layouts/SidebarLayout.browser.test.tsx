import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../testing/fake-api.ts'
import { danasSession } from '../testing/people.ts'
import { render } from '../testing/render.tsx'
import SidebarLayout from './SidebarLayout.tsx'

/** Pages of settings for users who lack their right. */

const refusal = () => page.getByRole('heading', { name: 'You don’t have permission to do this.' })

test.each(['/manage_location', '/manage_location/import', '/audit_log', '/usage_report'])(
  'a user without the right is told so instead of seeing %s with its actions',
  async (path) => {
    fakeApi({ sites: { getSiteBrands: () => [] } })
    await render(<SidebarLayout />, { session: danasSession(['allow_view_animations']), path })
    await expect.element(refusal()).toBeVisible()
    await expect.element(page.getByText(/An administrator of your business can give it to you/)).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Go to home' })).toHaveAttribute('href', '/home')
  },
)

test.each(['/manage_location', '/manage_location/import'])('a user with the right sees %s', async (path) => {
  fakeApi({ sites: { getSiteBrands: () => [] } })
  await render(<SidebarLayout />, { session: danasSession(['manage_locations']), path })
  await expect.element(page.getByRole('link', { name: 'Locations' })).toHaveAttribute('aria-current', 'page')
  await expect.poll(() => refusal().elements()).toEqual([])
})

test.each(['/personal_settings', '/invoices', '/notification_settings'])(
  '%s needs no right, or says itself what it needs',
  async (path) => {
    fakeApi({ sites: { getSiteBrands: () => [] } })
    await render(<SidebarLayout />, { session: danasSession(['allow_view_animations']), path })
    await expect.element(page.getByRole('link', { name: 'Personal settings' })).toBeVisible()
    await expect.poll(() => refusal().elements()).toEqual([])
  },
)
