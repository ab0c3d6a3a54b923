import type { ApiKey } from '@cutaway/contract/rooms/users/api-keys.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi, refusal } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import ApiKeysPage from './ApiKeysPage.tsx'

const key = (more: Partial<ApiKey> = {}): ApiKey => ({
  id: 1,
  api_key: 'cutaway_••••••••x4q2',
  description: 'Web shop',
  scopes: ['films'],
  created_on: '2026-11-01T09:00:00.000Z',
  expires_on: null,
  last_used_on: null,
  state: 'active',
  ...more,
})
const session = danasSession(['manage_api_keys'])

test('a new key needs a description and a scope, and is shown once', async () => {
  const keys: ApiKey[] = []
  const api = fakeApi({
    users: {
      getApiDetailsList: () => keys,
      makeApiKey: ({ body }) => {
        keys.push(key({ description: body.description, scopes: body.scopes }))
        return { ...keys[0]!, whole_key: 'cutaway_0123456789abcdefghjkmnpqrstvx4q2' }
      },
    },
  })
  await render(<ApiKeysPage />, { session })
  await page.getByRole('button', { name: 'Make API key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Read films' }).click()
  await dialog.getByRole('button', { name: 'Make API key' }).click()
  await expect.element(dialog.getByText('Choose what the key may do').first()).toBeVisible()
  expect(api.calls('makeApiKey')).toEqual([])
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Web shop')
  await dialog.getByRole('checkbox', { name: 'Reports' }).click()
  await dialog.getByRole('button', { name: 'Make API key' }).click()
  await expect.element(page.getByText('cutaway_0123456789abcdefghjkmnpqrstvx4q2')).toBeVisible()
  expect(api.calls('makeApiKey')[0]?.body).toMatchObject({ description: 'Web shop', scopes: ['reports'], days: 90 })
  // Escape does not lose the only view of the key.
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('cutaway_0123456789abcdefghjkmnpqrstvx4q2')).toBeVisible()
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await expect.element(page.getByRole('rowheader', { name: /Web shop/ })).toBeVisible()
  await expect.element(page.getByText('cutaway_0123456789abcdefghjkmnpqrstvx4q2')).not.toBeInTheDocument()
})

test('revoking asks by name, and the key stays in the list as revoked', async () => {
  let one = key()
  const api = fakeApi({
    users: { getApiDetailsList: () => [one], deleteApiKey: () => (one = key({ state: 'revoked' })) },
  })
  await render(<ApiKeysPage />, { session })
  await page.getByRole('button', { name: /Revoke.*Web shop/ }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'Revoke “Web shop”?' })).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect.element(page.getByText('Revoked')).toBeVisible()
  expect(api.calls('deleteApiKey')).toHaveLength(1)
})

test('says when the list does not load, and loads it again', async () => {
  let works = false
  fakeApi({ users: { getApiDetailsList: () => (works ? [] : refusal('server_error', 400)) } })
  await render(<ApiKeysPage />, { session })
  await expect.element(page.getByText('Couldn’t load API keys')).toBeVisible()
  works = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('No API keys yet')).toBeVisible()
})
