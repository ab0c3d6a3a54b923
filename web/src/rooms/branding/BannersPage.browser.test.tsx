import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal } from '../../testing/fake-api.ts'
import { danasSession } from '../../testing/people.ts'
import { render } from '../../testing/render.tsx'
import BannersPage from './BannersPage.tsx'

/** Covers a list of banners that does not load. */

test('shows an error when the banners do not load, and retries', async () => {
  let broken = true
  fakeApi({ branding: { getEmailbanner: () => (broken ? refusal('server_error', 429) : []) } })
  await render(<BannersPage />, { path: '/email_banner_settings', session: danasSession() })
  await expect.element(page.getByText('Couldn’t load banners')).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: 'No banners yet' })).toBeVisible()
  await expect.poll(() => page.getByText('Couldn’t load banners').elements()).toEqual([])
})
