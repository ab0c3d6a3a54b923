import type { LtiPlatform } from '@cutaway/contract/rooms/integrations/lti.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, refusal } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import LtiPage from './LtiPage.tsx'

const platform = (more: Partial<LtiPlatform> = {}): LtiPlatform => ({
  id: 1,
  name: 'City College',
  issuer: 'https://lms.example.com',
  client_id: 'tool-77',
  auth_url: 'https://lms.example.com/auth',
  jwks_url: 'https://lms.example.com/jwks',
  token_url: 'https://lms.example.com/token',
  deployment_ids: ['1'],
  maps_people: false,
  active: 1,
  tool: {
    login_url: 'https://portal.example/lti/abc/login',
    launch_url: 'https://portal.example/lti/abc/launch',
    jwks_url: 'https://portal.example/lti/abc/jwks',
  },
  people: 0,
  created_at: '2026-11-01T09:00:00.000Z',
  last_launch_at: null,
  last_problem: null,
  last_problem_at: null,
  ...more,
})
const session = danasSession(['manage_api_keys'])

test('a platform is added, and its administrator gets the three addresses', async () => {
  const platforms: LtiPlatform[] = []
  const api = fakeApi({
    integrations: {
      getLtiPlatforms: () => platforms,
      makeLtiPlatform: ({ body }) => {
        if (body.jwks_url.startsWith('http:')) return refusal('lti_url_not_secure')
        platforms.push(platform(body))
        return platforms[0]!
      },
    },
  })
  await render(<LtiPage />, { session })
  await page.getByRole('button', { name: 'Add platform' }).first().click()
  const dialog = page.getByRole('dialog')
  const type = (name: string, text: string) => dialog.getByRole('textbox', { name, exact: true }).fill(text)
  await dialog.getByRole('button', { name: 'Add platform' }).click()
  await expect.element(dialog.getByText(/^Enter a whole address/).first()).toBeVisible()
  await type('Name', 'City College')
  await type('Issuer (platform ID)', 'https://lms.example.com')
  await type('Client ID', 'tool-77')
  await type('Authentication request URL', 'https://lms.example.com/auth')
  await type('Public keyset URL', 'http://lms.example.com/jwks')
  await type('Access token URL', 'https://lms.example.com/token')
  await type('Deployment IDs', '1\n\n 2 ')
  await dialog.getByRole('button', { name: 'Add platform' }).click()
  await expect.element(dialog.getByText('The address must begin with https://')).toBeVisible()
  await type('Public keyset URL', 'https://lms.example.com/jwks')
  await dialog.getByRole('radio', { name: /Are logged in/ }).click()
  await dialog.getByRole('button', { name: 'Add platform' }).click()
  await expect.element(page.getByText('https://portal.example/lti/abc/launch')).toBeVisible()
  expect(api.calls('makeLtiPlatform').at(-1)?.body).toMatchObject({ deployment_ids: ['1', '2'], maps_people: true })
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(page.getByRole('rowheader', { name: /City College/ })).toBeVisible()
})

test('a refused launch says why, people are unlinked, and the platform is switched off', async () => {
  let one = platform({
    maps_people: true,
    people: 2,
    last_problem: 'deployment',
    last_problem_at: '2026-11-24T09:00:00Z',
  })
  fakeApi({
    integrations: {
      getLtiPlatforms: () => [one],
      unlinkLtiPeople: () => {
        one = { ...one, people: 0 }
        return { unlinked: 2 }
      },
      updateLtiPlatform: ({ body }) => (one = { ...one, active: body.active ?? 1 }),
    },
  })
  await render(<LtiPage />, { session })
  await expect.element(page.getByText('Refused: the deployment ID is not in the list')).toBeVisible()
  const more = page.getByRole('button', { name: 'More actions for City College' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Unlink people' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink people' }).click()
  await expect.element(page.getByText('0 people linked')).toBeVisible()
  await more.click()
  await page.getByRole('menuitem', { name: 'Switch off' }).click()
  await expect.element(page.getByText('Off', { exact: true })).toBeVisible()
})
