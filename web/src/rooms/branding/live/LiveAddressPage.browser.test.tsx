import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import LiveAddressPage from './LiveAddressPage.tsx'

const suggested_url = 'http://site31.localhost/bhome'
const open = async (saved: string, permissions: Parameters<typeof danasSession>[0] = ['manage_users']) => {
  let vle_address_url = saved
  const api = fakeApi({
    branding: {
      getVLEAddress: () => ({ vle_address_url, businessentity_id: 1 }),
      getWebSiteDetailsForliveUrl: () => ({
        web_site_id: 31,
        name: 'Northgate Motors',
        hosts: ['site31.localhost'],
        suggested_url,
      }),
      updateVLEAddress: ({ body }) => {
        if (body.vle_address_url.includes('example')) return refusal('live_address_elsewhere')
        vle_address_url = body.vle_address_url
        return { vle_address_url, businessentity_id: 1 }
      },
    },
  })
  await render(<LiveAddressPage />, { session: danasSession(permissions) })
  return api
}

test('before an address is saved there is nothing to copy; the query is removed on saving', async () => {
  const api = await open('')
  const field = page.getByRole('textbox', { name: 'Live address' })
  await expect.element(field).toHaveValue(suggested_url)
  await expect.element(page.getByRole('button', { name: 'Copy' })).not.toBeInTheDocument()
  await field.fill('http://site31.localhost/home?utm_source=x')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('button', { name: 'Copy' })).toBeVisible()
  expect(api.calls('updateVLEAddress')[0]?.body).toMatchObject({ vle_address_url: 'http://site31.localhost/home' })
})

test('an address of another web site is refused at its field', async () => {
  await open('')
  await page.getByRole('textbox', { name: 'Live address' }).fill('https://example.com/')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText(/This address is on another website/)).toBeVisible()
})

test('a user who may not save it sees who may', async () => {
  await open('', [])
  await expect.element(page.getByText('A manager of your business can save it here.')).toBeVisible()
})
