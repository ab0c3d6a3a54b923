import type { contract } from '@cutaway/contract'
import { roleIds, roleOf } from '@cutaway/contract/roles.ts'
import type { AccessType, UserRow } from '@cutaway/contract/rooms/users/users.ts'
import type { Caller } from '../../core/auth/caller.ts'
import type { Handlers } from '../../core/http/endpoints.ts'
import { reachOf } from '../../core/scope.ts'
import type { Site } from '../../core/tenancy.ts'
import * as queries from './list.queries.ts'
import { findBusinesses, findLocations, findRegions } from './places.queries.ts'
import { mayGiveRole, mayManage } from './rules.ts'

/** The list of users, and the lists from which users are chosen. */

type Calls = Pick<
  typeof contract.users,
  | 'getUserlistAndUserRegionAndUserLocationAndAccessType'
  | 'getAllUserAccessType'
  | 'getUsersByBusinessentityId'
  | 'fetchUsersDetails'
>

const flag = (yes: boolean): 0 | 1 => (yes ? 1 : 0)

const accessTypes = (caller: Caller): AccessType[] =>
  roleIds.map((role) => ({
    user_access_id: role,
    name: roleOf(role).name,
    selectable: flag(mayGiveRole(caller.level, role)),
  }))

/** Every user in the reach of a role below the web sites belongs to the caller's business, which an index finds. */
const businessOf = (caller: Caller, site: Site, asked?: number): number | undefined =>
  asked ?? (caller.reachesWholeSite(site) ? undefined : (caller.user.businessentity_id ?? -1))

const shown = (row: queries.UserFacts, caller: Caller): UserRow => ({
  id: row.user_id,
  first_name: row.first_name,
  last_name: row.last_name,
  username: row.username,
  email: row.email,
  user_access_id: row.user_access_id,
  is_employee: flag(row.is_employee === 1),
  businessentity_id: row.businessentity_id,
  business_name: row.business_name ?? '',
  businessentity_location_id: row.location_id,
  businessentity_location_name: row.businessentity_location_name ?? '',
  is_location_deleted: flag(row.location_deleted_at !== null),
  location_class: row.regions,
  status: row.status,
  blocked_until: row.blocked_until?.toISOString() ?? null,
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
  required_password_change: flag(row.required_password_change),
  may_edit: flag(mayManage(caller.user, row)),
})

const choice = (row: Awaited<ReturnType<typeof queries.findChoices>>[number]) => ({
  id: row.user_id,
  first_name: row.first_name,
  last_name: row.last_name,
  username: row.username,
  user_access_id: row.user_access_id,
  businessentity_location_id: row.location_id,
})

export const list: Handlers<Calls> = {
  getUserlistAndUserRegionAndUserLocationAndAccessType: async ({ body, caller, site, db, services }) => {
    const asked: queries.Asked = {
      reach: reachOf(caller, site),
      businessId: businessOf(caller, site, body.businessentity_id),
      page: body.page,
      size: body.size,
      sort: body.sort,
      descending: body.descending,
      search: body.search,
      role: body.user_access_id,
      locationId: body.businessentity_location_id,
      classId: body.class_id,
      status: body.status,
      withDeleted: body.viewDelete === 'On',
      now: services.clock.now(),
    }
    const { rows, total } = await queries.findUsersOfPage(db, site, asked)
    const withLists = body.with_lists
    const locations = withLists ? await findLocations(db, site, caller, body.businessentity_id) : []
    const regions = withLists ? await findRegions(db, site, caller, body.businessentity_id) : []
    const businesses = withLists ? await findBusinesses(db, site, caller) : []
    return {
      users: rows.map((row) => shown(row, caller)),
      total,
      regions: regions.map(({ class_id, class_name, businessentity_id }) => ({
        id: class_id,
        class_name,
        businessentity_id,
      })),
      locations: locations.map((l) => ({
        id: l.location_id,
        businessentity_location_name: l.businessentity_location_name,
        businessentity_id: l.businessentity_id,
        location_class_ids: l.class_ids,
      })),
      access_types: withLists ? accessTypes(caller) : [],
      businesses: businesses.map((b) => ({ id: b.businessentity_id, business_name: b.business_name })),
    }
  },

  getAllUserAccessType: ({ caller }) => accessTypes(caller),

  getUsersByBusinessentityId: async ({ params, caller, site, db, services }) => {
    const businessId = businessOf(caller, site, params.businessentity_id)
    const rows = await queries.findChoices(db, site, {
      reach: reachOf(caller, site),
      businessId,
      now: services.clock.now(),
    })
    return rows.map(choice)
  },

  fetchUsersDetails: async ({ params: { json }, caller, site, db, services }) => {
    const rows = await queries.findChoices(db, site, {
      reach: reachOf(caller, site),
      businessId: businessOf(caller, site, json.businessentity_id),
      locationId: json.businessentity_location_id,
      classId: json.class_id,
      now: services.clock.now(),
    })
    return rows.map(choice)
  },
}
