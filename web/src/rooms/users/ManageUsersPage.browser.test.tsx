import type { PermissionName } from '@cutaway/contract/permissions.ts'
import { roles } from '@cutaway/contract/roles.ts'
import type { AccessType, UserData, UserRow } from '@cutaway/contract/rooms/users/users.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal, reply } from '../../testing/fake-api.ts'
import { danasSession } from '../../testing/people.ts'
import { render } from '../../testing/render.tsx'
import ManageUsersPage from './ManageUsersPage.tsx'

/** The page of users and its dialogs, in the states that the server can return. What all lists share is tested there. */

const user = (id: number, first_name: string, more: Partial<UserRow> = {}): UserRow => ({
  id,
  first_name,
  last_name: 'Haddad',
  username: first_name.toLowerCase(),
  email: `${first_name.toLowerCase()}@northgate.example`,
  user_access_id: 6,
  is_employee: 0,
  businessentity_id: 1,
  business_name: 'Northgate Motors',
  businessentity_location_id: 11,
  businessentity_location_name: 'Harbour Road',
  is_location_deleted: 0,
  location_class: [{ id: 21, label: 'North' }],
  status: 'active',
  blocked_until: null,
  last_seen_at: null,
  required_password_change: 0,
  may_edit: 1,
  ...more,
})

/** Returns data with the message of a change. */
const said = <D,>(data: D, message: string) => reply<D, Record<string, never>>(data, { message } as never)

const dataOf = (row: UserRow, more: Partial<UserData> = {}): UserData => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  username: row.username,
  businessentity_location_id: row.businessentity_location_id,
  user_access_id: row.user_access_id,
  is_verified: 1,
  location_class_ids: [],
  send_login_detail_to_user: 0,
  required_password_change: 0,
  is_employee: 0,
  active: 1,
  business_name: row.business_name,
  businessentity_id: 1,
  web_site_id: 31,
  default_video_type: null,
  store_number: null,
  version: 'one',
  ...more,
})

const everyRole = Object.entries(roles).map(([id, { name }]): AccessType => ({
  user_access_id: Number(id),
  name,
  selectable: Number(id) > 3 && Number(id) !== 8 ? 1 : 0,
}))

const noor = user(1, 'Noor')
const people = [
  noor,
  user(2, 'Elena', { may_edit: 0, user_access_id: 3 }),
  user(3, 'Ines', { status: 'invited' }),
  user(4, 'Lars', { status: 'locked', blocked_until: '2026-11-22T12:00:00.000Z' }),
  user(5, 'Karl', { status: 'deleted' }),
]

async function open(rows: UserRow[] = people, more: FakeHandlers['users'] = {}, path = '/manage_user?deleted=On') {
  const api = fakeApi({
    users: {
      getUserlistAndUserRegionAndUserLocationAndAccessType: ({ body }) => ({
        users: rows.filter((row) => body.viewDelete === 'On' || row.status !== 'deleted'),
        total: rows.length,
        regions: [{ id: 21, class_name: 'North', businessentity_id: 1 }],
        locations: [
          { id: 11, businessentity_location_name: 'Harbour Road', businessentity_id: 1, location_class_ids: [21] },
          { id: 12, businessentity_location_name: 'Mill Lane', businessentity_id: 1, location_class_ids: [21] },
        ],
        access_types: everyRole,
        businesses: [{ id: 1, business_name: 'Northgate Motors' }],
      }),
      getUserData: ({ params }) => dataOf(rows.find(({ id }) => id === Number(params.id))!),
      checkUsernameAlreadyExists: ({ body }) =>
        body.username === 'dana'
          ? said({ suggestion: 'noor.haddad' }, 'user_name_already_exists')
          : refusal('user_name_available'),
      ...more,
    },
  })
  await render(<ManageUsersPage />, { session: danasSession(['manage_users', 'manage_permissions']), path })
  await expect.element(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  return api
}

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')
const field = (name: string) => dialog().getByRole('textbox', { name, exact: true })

test('shows each user with role, place and state; those of equal roles cannot be changed or chosen', async () => {
  await open()
  await expect.element(page.getByText('5 people in 2 locations')).toBeVisible()
  await expect.element(row('Ines').getByText('Invited')).toBeVisible()
  await expect.element(row('Lars').getByText('Locked')).toBeVisible()
  await expect.element(row('Karl').getByText('Deleted')).toBeVisible()
  expect(row('Elena').getByRole('button').elements()).toHaveLength(0)
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
  expect(dialog().getByRole('combobox', { name: 'Location' }).elements()).toHaveLength(0)
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

test('what somebody else changed meanwhile is shown beside what was typed, and mine can be kept', async () => {
  const api = await conflict()
  await expect.element(dialog().getByRole('row', { name: 'First name Nour Nora' })).toBeVisible()
  await expect.element(dialog().getByRole('row', { name: 'Location not changed Mill Lane' })).toBeVisible()
  await dialog().getByRole('button', { name: 'Keep mine' }).click()
  await expect.element(field('First name')).toHaveValue('Nour')
  await expect.element(dialog().getByRole('combobox', { name: 'Location' })).toHaveValue('12')
  expect(dialog().getByRole('row').elements()).toHaveLength(0)
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

const choose = (name: string) => page.getByRole('checkbox', { name: new RegExp(name) }).click()

test('moves people at locations and a regional manager together; what is not chosen stays, and Undo goes back', async () => {
  const rosa = user(6, 'Rosa', { user_access_id: 4, businessentity_location_id: null })
  const lars = user(7, 'Lars', { businessentity_location_id: 13, is_location_deleted: 1 })
  const api = await open([noor, rosa, lars], {
    setUserPlaces: ({ body }) => said({ changed: body.places.length }, 'user_moved'),
  })
  await choose('Noor')
  await choose('Lars')
  await button('Move').click()
  await expect.element(page.getByRole('dialog', { name: 'Move 2 users' })).toBeVisible()
  await expect.element(dialog().getByRole('combobox', { name: 'Location' })).toHaveFocus()
  expect(dialog().getByRole('checkbox').elements()).toHaveLength(0)
  await dialog().getByRole('button', { name: 'Cancel' }).click()

  await choose('Rosa')
  await button('Move').click()
  await expect.element(dialog().getByRole('button', { name: 'Move' })).toBeDisabled()
  await dialog().getByRole('combobox', { name: 'Location' }).selectOptions('Mill Lane')
  await dialog().getByRole('button', { name: 'Move' }).click()
  await expect.element(page.getByText('Moved')).toBeVisible()
  await button('Undo').click()
  const at = (id: number, businessentity_location_id: number) => ({
    id,
    businessentity_location_id,
    location_class_ids: [],
  })
  // The location that Lars came from is deleted: he cannot go back there.
  await expect
    .poll(() => api.calls('setUserPlaces').map(({ body }) => body))
    .toEqual([{ places: [at(1, 12), at(7, 12)] }, { places: [at(1, 11)] }])
  await expect.poll(() => page.getByText('3 selected').elements()).toHaveLength(0)
})

test('several users: deleted ones are restored, the others signed out or locked; a refused move keeps the dialog', async () => {
  const api = await open(people, {
    restoreUsers: () => said({ restored: 1 }, 'user_restored'),
    endUserSessions: () => said({ ended: 2 }, 'user_signed_out'),
    lockUsers: () => said({ changed: 1 }, 'user_locked'),
    setUserPlaces: () => refusal('user_place_not_available'),
  })
  await choose('Noor')
  await choose('Lars')
  await choose('Karl')
  await button('More actions for the selected users').click()
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
  await button('More actions for the selected users').click()
  await page.getByRole('menuitem', { name: 'Lock account', exact: true }).click()
  await button('Move').click()
  await dialog().getByRole('combobox', { name: 'Location' }).selectOptions('Mill Lane')
  await dialog().getByRole('button', { name: 'Move' }).click()
  await expect.element(page.getByText(/not available any more/)).toBeVisible()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect.element(page.getByText('User restored')).toBeVisible()
  expect(api.calls('endUserSessions')[0]!.body).toEqual({ id: [1, 4] })
  expect(api.calls('lockUsers')[0]!.body).toEqual({ id: [1] })
  expect(api.calls('restoreUsers')[0]!.body).toEqual({ id: [5] })
})

test('asks before users are signed out for a new password, and says why a name cannot be restored', async () => {
  const api = await open(people, {
    requiredPasswordChange: () => said({ changed: 1 }, 'user_password_change_required'),
    restoreUsers: () => refusal('user_name_already_exists'),
  })
  await button(/More actions for .*Noor/).click()
  await page.getByRole('menuitem', { name: 'Require a new password' }).click()
  expect(api.calls('requiredPasswordChange')).toHaveLength(0)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Require a new password' }).click()
  await expect.poll(() => api.calls('requiredPasswordChange')).toHaveLength(1)
  await button(/Restore .*Karl/).click()
  await expect.element(page.getByText('This user name is already taken.')).toBeVisible()
})

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
  expect(dialog().getByRole('checkbox').elements()).toHaveLength(0)
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

test('without a user, and when the list does not load, says so', async () => {
  await open([], {}, '/manage_user')
  await expect.element(page.getByText('No users yet')).toBeVisible()
})

test('a failed list can be loaded again', async () => {
  fakeApi({ users: { getUserlistAndUserRegionAndUserLocationAndAccessType: () => refusal('permission_denied', 403) } })
  await render(<ManageUsersPage />, { session: danasSession(['manage_users']) })
  await expect.element(page.getByText('Couldn’t load users')).toBeVisible()
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
