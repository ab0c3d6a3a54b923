import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import DevelopersPage from './DevelopersPage.tsx'

const session = danasSession(['manage_api_keys'])
const part = (name: string) => page.getByRole('region', { name, exact: true })

test('an example that reads runs with the reader’s key, and its response is shown', async () => {
  const api = fakeApi({ integrations: { getParts: () => ({ rows: [], total: 0, page: 1, pages: 1 }) as never } })
  await render(<DevelopersPage />, { session })
  const parts = part('List and search films')
  const run = parts.getByRole('button', { name: /^Run/ })
  await expect.element(run).toBeDisabled()
  await expect.element(parts.getByRole('link', { name: 'Create an API key' })).toBeVisible()
  // Until then it is the response that the tests recorded.
  const response = parts.getByRole('region', { name: 'Response' })
  await expect.element(response.getByText(/"part_id": "BRKPAD"/)).toBeVisible()
  await parts.getByLabelText(/^API key/).fill('cutaway_0123456789abcdefghjkmnpqrstvwxyz')
  await run.click()
  await expect.element(response.getByText(/"rows": \[\]/)).toBeVisible()
  expect(api.calls('getParts')).toHaveLength(1)
})

test('an example that writes is confirmed first', async () => {
  const api = fakeApi({
    integrations: { makeOrderLink: () => ({ link_id: 77, tiny_url: 'https://x.example/l/a' }) as never },
  })
  await render(<DevelopersPage />, { session })
  const orders = part('Make a link for a repair order')
  await orders.getByLabelText(/^API key/).fill('cutaway_0123456789abcdefghjkmnpqrstvwxyz')
  await orders.getByRole('button', { name: /^Run/ }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(api.calls('makeOrderLink')).toEqual([])
  await orders.getByRole('button', { name: /^Run/ }).click()
  await dialog.getByRole('button', { name: 'Run' }).click()
  await expect.element(orders.getByRole('region', { name: 'Response' }).getByText(/"link_id": 77/)).toBeVisible()
  // The link is then the one that the next example reads.
  await expect.element(part('Read a link').getByLabelText('Number of the link')).toHaveValue('77')
})

test('says how to try the calls without sending anything', async () => {
  await render(<DevelopersPage />, { session })
  const section = part('Try it safely')
  await expect.element(section.getByText(/no call here sends a message to a customer/)).toBeVisible()
  await expect.element(section.getByText(/webhook\.test/)).toBeVisible()
})
