import type { PermissionName } from '@cutaway/contract/permissions.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type FakeHandlers, refusal } from '../../testing/fake-api.ts'
import { button, dataOf, dialog, field, noor, open, people, said, user } from './testing.tsx'

/** Rights of a user and defaults of a role. */

const right = (name: PermissionName, group: string, of_role: 0 | 1, may_grant: 0 | 1 = 1) => ({
  name,
  group,
  of_role,
  may_grant,
})
const rights = [
  right('allow_view_animations', 'player', 1),
  right('allow_pdf', 'player', 1),
  right('allow_share_email', 'sharing', 1),
  right('manage_users', 'users', 0),
  right('translate_texts', 'sites', 0, 0),
]
const withRights = (more: FakeHandlers['users'] = {}): FakeHandlers['users'] => ({
  getPermissionList: () => rights,
  setPermissionList: () => ['allow_view_animations', 'allow_share_email', 'manage_users'],
  permissionAccess: ({ body }) => said({ permissions: body.permission, uses_role_defaults: 0 }, 'permissions_saved'),
  ...more,
})
const box = (name: string) => dialog().getByRole('checkbox', { name, exact: true })

test('shows what the role gives and what differs, finds, and goes back to the defaults of the role', async () => {
  const api = await open(people, withRights())
  await button(/Permissions of .*Noor/).click()
  await expect.element(dialog().getByText('2 permissions differ from the default of this role')).toBeVisible()
  await expect.element(dialog().getByText(/Removed for .*Noor/)).toBeVisible()
  await expect.element(dialog().getByText(/Added for .*Noor/)).toBeVisible()
  await expect.element(box('Translate texts')).toBeDisabled()
  await dialog().getByRole('searchbox', { name: 'Find a permission' }).fill('pdf')
  await expect.poll(() => dialog().getByRole('checkbox').elements().length).toBe(2)
  await dialog().getByRole('searchbox', { name: 'Find a permission' }).fill('')
  await dialog().getByRole('button', { name: 'Use role defaults' }).click()
  await expect.element(dialog().getByText('Same as the default of this role')).toBeVisible()
  await dialog().getByRole('button', { name: 'Select all' }).click()
  await expect.element(box('Manage users')).toBeChecked()
  await expect.element(box('Translate texts')).not.toBeChecked()
  await button('Save permissions').click()
  await expect.element(page.getByText('Permissions saved')).toBeVisible()
  expect(api.calls('permissionAccess')[0]!.body).toMatchObject({
    id: 1,
    permission: expect.arrayContaining(['allow_pdf', 'manage_users']) as string[],
  })
})

test('at least one right is chosen; closing with changes asks', async () => {
  const api = await open(people, withRights())
  await button(/Permissions of .*Noor/).click()
  for (const name of ['Watch films', 'Share by email', 'Manage users']) await box(name).click()
  await expect.element(dialog().getByText('Choose at least one permission')).toBeVisible()
  await button('Save permissions').click()
  await expect.element(page.getByText('Please choose an option')).toBeVisible()
  expect(api.calls('permissionAccess')).toHaveLength(0)
  await userEvent.keyboard('{Escape}')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => dialog().elements()).toHaveLength(0)
})

const tab = (name: RegExp) => dialog().getByRole('tab', { name })

test('details and permissions are tabs of one dialog, and are saved together', async () => {
  const api = await open(people, withRights({ updateUser: () => said(dataOf(noor), 'ok') }))
  await button(/^Noor Haddad/).click()
  await field('Last name').fill('Hale')
  ;(tab(/Details/).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab(/Permissions 3 of 5/)).toHaveAttribute('aria-selected', 'true')
  await expect.element(tab(/Details.*not saved yet/)).toBeVisible()
  await box('Read and print PDFs').click()
  await button('Save changes').click()
  await expect.element(page.getByText('User saved')).toBeVisible()
  expect(api.calls('updateUser')[0]!.body).toMatchObject({
    last_name: 'Hale',
    permission: expect.arrayContaining(['allow_pdf', 'manage_users']) as string[],
  })
  expect(api.calls('permissionAccess')).toHaveLength(0)
})

test('a new user gets the permissions that were ticked; a missing field opens its tab', async () => {
  const api = await open(people, {
    getPermissionssBusinessetityByAccessIdByBusinessentityId: () =>
      rights.map((item) => ({ ...item, selected: item.of_role })),
    addUser: () => ({ id: 9, is_invited: 1 }),
  })
  await button('Add user').click()
  await tab(/Permissions/).click()
  await box('Share by email').click()
  await expect.element(dialog().getByText('1 permission differs from the default of this role')).toBeVisible()
  await button('Add and invite').click()
  await expect.element(tab(/Details/)).toHaveAttribute('aria-selected', 'true')
  await expect.element(dialog().getByText('Enter a user name.')).toBeVisible()
  await expect.element(field('User name')).toHaveFocus()
  await field('User name').fill('mei')
  await button('Add and invite').click()
  await expect.element(page.getByText('Invitation sent')).toBeVisible()
  expect(api.calls('addUser')[0]!.body).toMatchObject({ permission: ['allow_view_animations', 'allow_pdf'] })
})

test('a location that was deleted while the form was open is refused at its field, and is no choice any more', async () => {
  let isGone = false
  const api = await open(people, {
    updateUser: () => {
      isGone = true
      return refusal('user_place_not_available')
    },
  })
  const lists = api.calls('getUserlistAndUserRegionAndUserLocationAndAccessType').length
  await button(/^Noor Haddad/).click()
  await dialog().getByRole('combobox', { name: 'Location' }).selectOptions('12')
  await button('Save changes').click()
  await expect.element(dialog().getByText(/is not available any more/)).toBeVisible()
  await expect.element(dialog().getByRole('combobox', { name: 'Location' })).toHaveFocus()
  expect(isGone).toBe(true)
  await expect
    .poll(() => api.calls('getUserlistAndUserRegionAndUserLocationAndAccessType').length)
    .toBeGreaterThan(lists)
})

test('a touch screen has a message instead of rights', async () => {
  await open([user(7, 'Waiting', { user_access_id: 7 })])
  await button(/Permissions of .*Waiting/).click()
  await expect.element(dialog().getByText('Permissions cannot be set for a touch screen user.')).toBeVisible()
  await expect.poll(() => dialog().getByRole('checkbox').elements()).toHaveLength(0)
})

test('sets the defaults of a role', async () => {
  const api = await open(people, {
    getPermissionssBusinessetityByAccessIdByBusinessentityId: () =>
      rights.map((item) => ({ ...item, selected: item.of_role })),
    defaultPermissionsAccess: () =>
      said({ user_access_id: 13, permissions: ['allow_pdf' as const] }, 'permissions_saved'),
  })
  await button('Default permissions').click()
  await dialog().getByRole('combobox', { name: 'Role' }).selectOptions('13')
  await box('Watch films').click()
  await button('Save permissions').click()
  await expect
    .poll(() => api.calls('defaultPermissionsAccess')[0]?.body)
    .toMatchObject({
      permission: { access_id: 13, permissions: ['allow_pdf', 'allow_share_email'] },
      businessentityId: 1,
    })
})

test.each([
  [1440, 900],
  [390, 844],
])('names of 200 signs, and names from right to left, stay within the list and the dialog (%s px)', async (...size) => {
  await page.viewport(...size)
  const long = user(1, 'Maximilian-Alexander'.repeat(10), { last_name: 'Ó'.repeat(200), username: 'm'.repeat(100) })
  const hebrew = user(2, 'נועה', { last_name: 'כהן', businessentity_location_name: 'כביש הנמל '.repeat(20) })
  await open([long, hebrew], withRights())
  const fits = (element: Element) => element.scrollWidth <= element.clientWidth
  await expect.element(button(/^נועה כהן/)).toBeVisible()
  expect(fits(document.documentElement)).toBe(true)
  await button(/^Maximilian/).click()
  await expect.element(field('First name')).toHaveValue(long.first_name)
  await tab(/Permissions/).click()
  await expect.element(dialog().getByText('2 permissions differ from the default of this role')).toBeVisible()
  const whole = dialog().element()
  expect(fits(whole)).toBe(true)
  for (const part of whole.querySelectorAll('h2, [role=tabpanel] fieldset')) expect(fits(part)).toBe(true)
})
