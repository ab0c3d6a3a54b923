import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../testing/fake-api.ts'
import { render } from '../../../testing/render.tsx'
import ActivatePage from './ActivatePage.tsx'

/** Edith opens the link of the account of her school. */

const path = '/educationAccountActivate/7/Active'
const open = () =>
  render(null, {
    path,
    routes: [{ path: '/educationAccountActivate/:businessentity_id/:status', element: <ActivatePage /> }],
  })

test('opening the page activates nothing; two presses activate once, and a reload says so', async () => {
  let status: 'Pending' | 'Active' = 'Pending'
  const account = () => ({ business_name: 'Hillside College', accountActiveStatus: status })
  const api = fakeApi({
    signup: {
      checkEducationAccount: account,
      updateEducationAccount: () => {
        status = 'Active'
        return { ...account(), username: 'edith@hillside.example' }
      },
    },
  })
  const first = await open()
  const activate = page.getByRole('button', { name: 'Activate' })
  await expect.element(activate).toBeVisible()
  expect(api.calls('updateEducationAccount')).toEqual([])
  await activate.dblClick()
  await expect.element(page.getByRole('heading', { name: 'The account of Hillside College is active' })).toBeVisible()
  first.leave()
  await open()
  await expect.element(page.getByRole('heading', { name: 'The account of Hillside College is active' })).toBeVisible()
  expect(api.calls('updateEducationAccount')).toHaveLength(1)
})
