import type { PermissionName } from '@cutaway/contract/permissions.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { danasSession } from '../../testing/people.ts'
import { render } from '../../testing/render.tsx'
import { billingNav, currentAt, mainNav, sideNav } from './nav.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { UserMenu } from './UserMenu.tsx'
import { useNav } from './useNav.ts'

/** Who finds the pages of the subscription in the sidebar and in the footer. */

function Shown() {
  const allowed = useNav()
  const side = sideNav.flatMap(({ entries }) => allowed(entries)).map(({ path }) => path)
  const foot = allowed(billingNav).map(({ path }) => path)
  const ofMoney = side.filter((path) => /billing|subscription/.test(path))
  return (
    <>
      <p data-testid="side">{ofMoney.join(' ')}</p>
      <p data-testid="foot">{foot[0] ?? ''}</p>
    </>
  )
}
const all = '/update_billing_details /switch_billing_plan /cancel_subscription'
const both: PermissionName[] = ['manage_billing', 'show_manage_billing_plan']

test.each<[string, PermissionName[], string[], number, 0 | 1, string, string]>([
  ['the administrator of a business', both, ['billing_details'], 3, 0, all, '/update_billing_details'],
  [
    'an administrator on a web site that hides the plan page',
    ['manage_billing'],
    ['billing_details'],
    3,
    0,
    '/update_billing_details /cancel_subscription',
    '/update_billing_details',
  ],
  ['an administrator on a web site without billing pages', both, [], 3, 0, '', ''],
  ['an employee', both, ['billing_details'], 3, 1, '', ''],
  ['a regional manager who was given the right', both, ['billing_details'], 4, 0, '', ''],
])('%s', async (_, permissions, features, user_access_id, is_employee, side, foot) => {
  const dana = danasSession(permissions)
  const session = {
    ...dana,
    user: { ...dana.user, user_access_id, is_employee },
    web_site: { ...dana.web_site, features },
  }
  await render(<Shown />, { session })
  await expect.element(page.getByTestId('side')).toHaveTextContent(side)
  await expect.element(page.getByTestId('foot')).toHaveTextContent(foot)
  if (side === '') await expect.poll(() => page.getByTestId('side').element().textContent).toBe('')
})

test('Sent is the current entry on both of its pages: conversations and all sends', () => {
  const sent = mainNav.find(({ path }) => path === '/conversations')!
  expect(currentAt(sent, '/conversations')).toBe('page')
  expect(currentAt(sent, '/shared')).toBe('true')
  expect(currentAt(sent, '/shared_videos')).toBeUndefined()
})

test.each<[string, PermissionName[], number]>([
  ['a user who makes videos finds them in the menu of the user', ['manage_custom_videos'], 1],
  ['a user who does not make videos finds none there', [], 0],
])('%s', async (_, permissions, count) => {
  fakeApi({})
  await render(<UserMenu />, { session: danasSession(permissions) })
  await page.getByRole('button', { name: /Dana/ }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await expect.poll(() => page.getByRole('menuitem', { name: 'My videos' }).elements().length).toBe(count)
})
