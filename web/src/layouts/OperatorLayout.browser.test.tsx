import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../testing/fake-api.ts'
import { danasSession } from '../testing/people.ts'
import { render } from '../testing/render.tsx'
import OperatorLayout from './OperatorLayout.tsx'

const sections = () => page.getByRole('navigation', { name: 'Sections of the console' })

test('an operator sees the sections at the side', async () => {
  await page.viewport(1440, 900)
  await render(<OperatorLayout />, { session: danasSession(['manage_web_sites']), path: '/operator/web_sites' })
  await expect.element(sections().getByRole('link', { name: 'Web sites' })).toHaveAttribute('aria-current', 'page')
  await expect.element(page.getByRole('link', { name: 'Go to the portal' })).toHaveAttribute('href', '/home')
})

test('on a phone a button opens the sections', async () => {
  await page.viewport(390, 844)
  await render(<OperatorLayout />, { session: danasSession(['manage_web_sites']), path: '/operator/web_sites' })
  await page.getByRole('button', { name: 'Sections of the console' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Web sites' }).click()
  await expect.poll(() => page.getByRole('dialog').elements()).toEqual([])
})

test('an advisor is refused, inside the frame of the portal', async () => {
  fakeApi({})
  await page.viewport(1440, 900)
  await render(<OperatorLayout />, { session: danasSession(['allow_view_animations']), path: '/operator/web_sites' })
  await expect.element(page.getByRole('heading', { name: 'You don’t have permission to do this.' })).toBeVisible()
  expect(sections().elements()).toEqual([])
})
