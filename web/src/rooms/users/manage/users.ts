import {
  getUserlistAndUserRegionAndUserLocationAndAccessType as getUserList,
  type UserRow,
} from '@cutaway/contract/rooms/users/users.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import type { ListDefaults } from '../../../ui/table/list-state.ts'
import type { List } from '../../../ui/table/useListState.ts'

/** The list of users, and the regions, locations and roles that belong to it. */

/** The first part of the keys of all queries about users: changes load them again. */
export const usersKey = 'users'

export const userFilters = { role: '', location: '', region: '', business: '', status: '', deleted: 'Off' }
export type UserFilters = typeof userFilters
export const listDefaults: ListDefaults<UserFilters> = {
  sort: { by: 'name', descending: false },
  sorts: ['name', 'role', 'location', 'last_seen', 'status'],
  filters: userFilters,
}

const statuses = ['active', 'invited', 'locked', 'deleted'] as const
type Sorting = 'name' | 'role' | 'location' | 'last_seen' | 'status'
const idOf = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)

/** Returns the body of the list call for a list's state. */
export function askedOf({ search, sort, filters }: List<UserFilters>) {
  const given = {
    user_access_id: idOf(filters.role),
    businessentity_location_id: idOf(filters.location),
    class_id: idOf(filters.region),
    businessentity_id: idOf(filters.business),
    status: statuses.find((status) => status === filters.status),
  }
  return {
    search,
    sort: sort.by as Sorting,
    descending: sort.descending,
    viewDelete: filters.deleted === 'On' ? ('On' as const) : ('Off' as const),
    with_lists: false,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  }
}

/** Returns the page of users that the URL asks for. */
export const useUsers = (list: List<UserFilters>) =>
  useQuery({
    queryKey: [usersKey, list.asked, list.filters],
    queryFn: async ({ signal }) => {
      const body = { ...askedOf(list), page: list.page, size: list.size }
      const { users, total } = await call(getUserList, { body, signal })
      return { rows: users, total }
    },
    placeholderData: keepPreviousData,
  })

/** Loads all users that match, for the export. */
export const loadUsers = async (list: List<UserFilters>): Promise<readonly UserRow[]> =>
  (await call(getUserList, { body: askedOf(list) })).users

/** Returns the places and roles to which the caller may assign users, and the businesses in reach. */
export const useUserLists = () =>
  useQuery({
    queryKey: [usersKey, 'lists'],
    queryFn: async ({ signal }) => {
      const { regions, locations, access_types, businesses, total } = await call(getUserList, {
        body: { page: 1, size: 1 },
        signal,
      })
      return { regions, locations, roles: access_types, businesses, total }
    },
  })
export type UserLists = NonNullable<ReturnType<typeof useUserLists>['data']>

/** Returns the name of a user; the user name if there is no other. */
export const nameOf = ({ first_name, last_name, username }: Pick<UserRow, 'first_name' | 'last_name' | 'username'>) =>
  `${first_name} ${last_name}`.trim() || username
