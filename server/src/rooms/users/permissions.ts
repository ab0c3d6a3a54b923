import type * as contract from '@cutaway/contract/rooms/users/permissions.ts'
import type { PermissionItem } from '@cutaway/contract/rooms/users/permissions.ts'
import type { PermissionName } from '@cutaway/contract/permissions.ts'
import { roleIds, touchScreenRole, type RoleId } from '@cutaway/contract/roles.ts'
import { effectivePermissions, type Caller } from '../../core/auth/caller.ts'
import { answer, type Handlers } from '../../core/http/endpoints.ts'
import { badRequest, denied, fail, notFound } from '../../core/http/errors.ts'
import type { Site } from '../../core/tenancy.ts'
import * as queries from './permissions.queries.ts'
import { isBusinessInReach } from './places.queries.ts'
import { defaultsOf, grantedRights, isSame, ownRights, rightsOf, withoutFixed } from './rights.ts'
import { mayManage } from './rules.ts'

/** Rights of users, and the default rights of roles in a business. Every request reads them from the database. */

const flag = (yes: boolean): 0 | 1 => (yes ? 1 : 0)

const itemsOf = (site: Site, caller: Caller, ofRole: readonly PermissionName[]): PermissionItem[] =>
  rightsOf(site).map(({ name, room }) => ({
    name,
    group: room,
    of_role: flag(ofRole.includes(name)),
    may_grant: flag(caller.may(name)),
  }))

const isRole = (role: number): role is RoleId => (roleIds as readonly number[]).includes(role)

export const permissions: Handlers<typeof contract> = {
  getUserPermissions: async ({ owner, caller, site, db }) => {
    if (owner.user_id === caller.user.user_id) return caller.session.permissions
    return (await queries.findPermissions(db, site, owner.user_id)) ?? notFound()
  },

  getPermissionList: async ({ params, owner, caller, site, db }) => {
    if (!isRole(params.access)) notFound()
    return itemsOf(site, caller, await defaultsOf(db, site, owner.businessentity_id, params.access))
  },

  setPermissionList: async ({ owner, site, db }) =>
    (await queries.findPermissions(db, site, owner.user_id)) ?? notFound(),

  getAllPermissionsUserRoles: async ({ owner, site, db }) => {
    const set = await queries.findRoleDefaults(db, site, owner.businessentity_id)
    return roleIds.map((role) => ({
      user_access_id: role,
      permissions: effectivePermissions(site, role, null, set.get(role) ?? null),
    }))
  },

  getPermissionssBusinessetityByAccessIdByBusinessentityId: async ({ params, caller, site, db }) => {
    if (!(await isBusinessInReach(db, site, caller, params.entity)) || !isRole(params.access)) notFound()
    const selected = await defaultsOf(db, site, params.entity, params.access)
    const ofPortal = effectivePermissions(site, params.access, null, null)
    return itemsOf(site, caller, ofPortal).map((item) => ({ ...item, selected: flag(selected.includes(item.name)) }))
  },

  permissionAccess: async ({ body, owner, caller, site, db, audit }) => {
    const user = (await queries.holdUserWithRights(db, site, owner.user_id)) ?? notFound()
    if (!mayManage(caller.user, user)) denied()
    if (user.user_access_id === touchScreenRole) fail('touch_screen_no_permissions')
    const defaults = await defaultsOf(db, site, user.businessentity_id, user.user_access_id)
    const before = user.permissions === null ? defaults : effectivePermissions(site, 0, user.permissions, null)
    const after = grantedRights(caller, site, body.permission, before)
    const own = ownRights(after, defaults)
    await queries.setOwnPermissions(db, site, user.user_id, own)
    audit({
      target: { kind: 'user', id: user.user_id },
      before: { permissions: before },
      after: { permissions: after },
    })
    return answer({ permissions: after, uses_role_defaults: flag(own === null) }, { message: 'permissions_saved' })
  },

  defaultPermissionsAccess: async ({ body, caller, site, db, audit }) => {
    const [role, chosen] = Array.isArray(body.permission)
      ? [body.access_id ?? badRequest(), body.permission]
      : [body.permission.access_id, body.permission.permissions]
    const businessId =
      body.businessentityId ?? (site === caller.site ? caller.user.businessentity_id : null) ?? badRequest()
    if (!isRole(role) || role <= caller.level) denied()
    if (!(await isBusinessInReach(db, site, caller, businessId))) denied()
    await queries.holdDefaults(db, site, businessId)
    const before = await defaultsOf(db, site, businessId, role)
    const after = grantedRights(caller, site, chosen, before)
    const isPortals = isSame(after, withoutFixed(effectivePermissions(site, role, null, null)))
    const of = { businessentity_id: businessId, user_access_id: role }
    await queries.setRoleDefaults(db, site, of, isPortals ? null : after)
    audit({
      target: { kind: 'role', id: `${businessId}/${role}` },
      before: { permissions: before },
      after: { permissions: after },
    })
    return answer({ user_access_id: role, permissions: after }, { message: 'permissions_saved' })
  },
}
