import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi, refusal } from '../../testing/fake-api.ts'
import { danasSession } from '../../testing/people.ts'
import { render } from '../../testing/render.tsx'
import ManageUsersPage from './ManageUsersPage.tsx'
import { button, dataOf, dialog, field, noor, open, people, row, said } from './testing.tsx'

/** The page of users and its dialogs, in the states that the server can return. What all lists share is tested there. */

test('shows each user with role, place and state; those of equal roles cannot be changed or chosen', async () => {
  await open()
  await expect.element(page.getByText('5 people in 2 locations')).toBeVisible()
  await expect.element(row('Ines').getByText('Invited')).toBeVisible()
  await expect.element(row('Lars').getByText('Locked')).toBeVisible()
  await expect.element(row('Karl').getByText('Deleted')).toBeVisible()
  await expect.poll(() => row('Elena').getByRole('button').elements()).toHaveLength(0)
  await expect.element(page.getByRole('checkbox', { name: /Elena/ })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click()
  await expect.element(page.getByText('4 selected')).toBeVisible()
})

test('filters are in the request and in the URL', async () => {
  const api = await open(people, {}, '/manage_user')
  await button('Location: All').click()
  await page.getByRole('menuitemradio', { name: 'Mill Lane' }).click()
  await button('Role: All').click()
  await userEvent.keyboard('{Escape}')
  await expect
    .poll(() => api.calls('getUserlistAndUserRegionAndUserLocationAndAccessType').at(-1)?.body)
    .toMatchObject({ businessentity_location_id: 12, viewDelete: 'Off' })
})

test('adds a user by invitation, with the keyboard alone', async () => {
  const api = await open(people, { addUser: () => ({ id: 9, is_invited: 1 }) })
  const add = button('Add user')
  await expect.element(add).toBeEnabled()
  ;(add.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).toBeVisible()
  await expect.element(field('First name')).toHaveFocus()
  await userEvent.keyboard('Mei{Tab}Tanaka{Tab}mei@northgate.example{Tab}mei.tanaka')
  await userEvent.keyboard('{Tab}{Tab}M')
  await expect.element(dialog().getByRole('combobox', { name: 'Location' })).toHaveValue('12')
  await userEvent.keyboard('{Tab}{Tab}{Tab}{Enter}')
  await expect.element(page.getByText('Invitation sent')).toBeVisible()
  expect(api.calls('addUser')).toHaveLength(1)
  expect(api.calls('addUser')[0]!.body).toMatchObject({
    first_name: 'Mei',
    username: 'mei.tanaka',
    user_access_id: 6,
    businessentity_location_id: 12,
    password: '',
  })
})

test('sets a generated password that can be read and copied', async () => {
  const api = await open(people, { addUser: () => ({ id: 9, is_invited: 0 }) })
  await button('Add user').click()
  await field('User name').fill('mei')
  await dialog().getByRole('radio', { name: 'Set a password' }).click()
  const shown = () => (field('Password').element() as HTMLInputElement).value
  const first = shown()
  expect(first).toMatch(/^[a-z0-9]{12}$/)
  await dialog().getByRole('button', { name: 'Generate a new password' }).click()
  await expect.poll(shown).not.toBe(first)
  await expect.element(dialog().getByRole('button', { name: 'Copy the password' })).toBeVisible()
  await dialog().getByRole('button', { name: 'Add user' }).click()
  await expect.element(page.getByText('User added')).toBeVisible()
  expect(api.calls('addUser')[0]!.body).toMatchObject({
    password: expect.stringMatching(/^[a-z0-9]{12}$/),
    required_password_change: 1,
  })
})

test('a taken user name is said while typing, switches saving off, and offers a free one', async () => {
  await open()
  await button('Add user').click()
  await field('User name').fill('dana')
  await expect.element(dialog().getByText(/This user name is already taken/)).toBeVisible()
  await expect.element(button('Add and invite')).toBeDisabled()
  await dialog()
    .getByRole('button', { name: /Use .*noor.haddad/ })
    .click()
  await expect.element(field('User name')).toHaveValue('noor.haddad')
  await expect.element(button('Add and invite')).toBeEnabled()
})

test('the role decides about places: regions for a regional manager; refusals are at their fields', async () => {
  await open(people, { addUser: () => refusal('user_region_required') })
  await button('Add user').click()
  await field('User name').fill('rosa')
  const role = dialog().getByRole('combobox', { name: 'Role' })
  expect(role.element().textContent).not.toContain('Super user')
  await role.selectOptions('4')
  await expect.element(dialog().getByRole('checkbox', { name: 'North' })).toBeVisible()
  await expect.poll(() => dialog().getByRole('combobox', { name: 'Location' }).elements()).toHaveLength(0)
  await button('Add and invite').click()
  await expect.element(dialog().getByText('Choose at least one region.')).toBeVisible()
})

async function conflict() {
  let saved = dataOf(noor, { version: 'one' })
  const api = await open(people, {
    getUserData: () => saved,
    updateUser: ({ body }) => {
      if (body.version === 'one') {
        saved = dataOf(noor, { version: 'two', first_name: 'Nora', businessentity_location_id: 12 })
        return refusal('user_changed_meanwhile')
      }
      return said(saved, 'ok')
    },
  })
  await button(/^Noor Haddad/).click()
  await field('First name').fill('Nour')
  await field('Last name').fill('Hale')
  await button('Save changes').click()
  await expect.element(dialog().getByText(/Someone else changed this user/)).toBeVisible()
  return api
}

test('what someone else changed meanwhile is shown beside what was typed, and mine can be kept', async () => {
  const api = await conflict()
  await expect.element(dialog().getByRole('row', { name: 'First name Nour Nora' })).toBeVisible()
  await expect.element(dialog().getByRole('row', { name: 'Location not changed Mill Lane' })).toBeVisible()
  await dialog().getByRole('button', { name: 'Keep mine' }).click()
  await expect.element(field('First name')).toHaveValue('Nour')
  await expect.element(dialog().getByRole('combobox', { name: 'Location' })).toHaveValue('12')
  await expect.poll(() => dialog().getByRole('row').elements()).toHaveLength(0)
  await button('Save changes').click()
  await expect.element(page.getByText('User saved')).toBeVisible()
  expect(api.calls('updateUser').at(-1)?.body).toMatchObject({
    version: 'two',
    first_name: 'Nour',
    last_name: 'Hale',
    businessentity_location_id: 12,
  })
})

test('or theirs is shown, and nothing is left to save', async () => {
  await conflict()
  await dialog().getByRole('button', { name: 'Show theirs' }).click()
  await expect.element(field('First name')).toHaveValue('Nora')
  await expect.element(field('Last name')).toHaveValue('Haddad')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => dialog().elements()).toHaveLength(0)
})

test('deletes at once with Undo, and restores a deleted user', async () => {
  const api = await open(people, {
    deleteManageUser: () => said({ deleted: 1 }, 'user_deleted'),
    restoreUsers: () => said({ restored: 1 }, 'user_restored'),
  })
  await button(/More actions for .*Noor/).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.element(page.getByText('User deleted')).toBeVisible()
  await button('Undo').click()
  await expect.element(page.getByText('User restored')).toBeVisible()
  await button(/Restore .*Karl/).click()
  await expect.poll(() => api.calls('restoreUsers').map(({ body }) => body)).toEqual([{ id: [1] }, { id: [5] }])
})

test('without a user, and when the list does not load, says so', async () => {
  await open([], {}, '/manage_user')
  await expect.element(page.getByText('No users yet')).toBeVisible()
})

test('a failed list can be loaded again', async () => {
  fakeApi({ users: { getUserlistAndUserRegionAndUserLocationAndAccessType: () => refusal('permission_denied', 403) } })
  await render(<ManageUsersPage />, { session: danasSession(['manage_users']) })
  await expect.element(page.getByText('Couldn’t load users')).toBeVisible()
})
