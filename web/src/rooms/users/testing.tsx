import { roles } from '@cutaway/contract/roles.ts'
import type { AccessType, UserData, UserRow } from '@cutaway/contract/rooms/users/users.ts'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal, reply } from '../../testing/fake-api.ts'
import { danasSession } from '../../testing/people.ts'
import { render } from '../../testing/render.tsx'
import ManageUsersPage from './ManageUsersPage.tsx'

/** The page of users with people of a shop, for its tests. */

export const user = (id: number, first_name: string, more: Partial<UserRow> = {}): UserRow => ({
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
export const said = <D,>(data: D, message: string) => reply<D, Record<string, never>>(data, { message } as never)

export const dataOf = (row: UserRow, more: Partial<UserData> = {}): UserData => ({
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

export const everyRole = Object.entries(roles).map(([id, { name }]): AccessType => ({
  user_access_id: Number(id),
  name,
  selectable: Number(id) > 3 && Number(id) !== 8 ? 1 : 0,
}))

export const noor = user(1, 'Noor')
export const people = [
  noor,
  user(2, 'Elena', { may_edit: 0, user_access_id: 3 }),
  user(3, 'Ines', { status: 'invited' }),
  user(4, 'Lars', { status: 'locked', blocked_until: '2026-11-22T12:00:00.000Z' }),
  user(5, 'Karl', { status: 'deleted' }),
]

/** Opens the page. `more` are handlers of further calls. */
export async function open(
  rows: UserRow[] = people,
  more: FakeHandlers['users'] = {},
  path = '/manage_user?deleted=On',
) {
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

export const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
export const button = (name: string | RegExp) => page.getByRole('button', { name })
export const dialog = () => page.getByRole('dialog')
export const field = (name: string) => dialog().getByRole('textbox', { name, exact: true })
