import { z } from 'zod'
import { endpoint, may, signedIn, unscoped } from '../../endpoint.ts'
import { Flag, Id, PathId } from '../../fields.ts'
import { permissionNames } from '../../permissions.ts'

/** Rights of users, and the default rights of a role in a business. */

const PermissionName = z.enum(permissionNames)
/** The rights that are chosen for a user or a role. */
export const ChosenPermissions = z.array(PermissionName).max(permissionNames.length)

const role = unscoped('the number of a role')
const business = unscoped('the handler accepts only a business in reach')

/** Refusals of changed rights. The last one names a right that the caller does not hold. */
export const permissionRefusals = [
  'Please choose an option',
  'touch_screen_no_permissions',
  'permission_not_held',
] as const

export const getUserPermissions = endpoint({
  method: 'GET',
  path: '/getUserPermissions/:user_id',
  who: signedIn,
  actsFor: 'user_id',
  summary: 'Returns the effective rights of the caller, or of a user in the caller’s scope.',
  params: z.object({ user_id: PathId }),
  reply: z.array(PermissionName),
})

/** One right in the list of the dialog. */
export const PermissionItem = z.object({
  name: PermissionName,
  /** The part of the product that the right belongs to; the dialog groups by it. */
  group: z.string(),
  /** 1 if the role has the right by default in this business. */
  of_role: Flag,
  /** 1 if the caller holds the right, and so may grant it. */
  may_grant: Flag,
})
export type PermissionItem = z.infer<typeof PermissionItem>

export const getPermissionList = endpoint({
  method: 'GET',
  path: '/getPermissionList/:user/:site/:access',
  who: may('manage_permissions'),
  actsFor: 'user',
  site: 'site',
  owns: { access: role },
  summary: 'Returns every right of the web site, and whether a role has it by default in the business of a user.',
  params: z.object({ user: PathId, site: PathId, access: PathId }),
  reply: z.array(PermissionItem),
})

export const setPermissionList = endpoint({
  method: 'GET',
  path: '/setPermissionList/:user/:site',
  who: may('manage_permissions'),
  actsFor: 'user',
  site: 'site',
  summary: 'Returns the names of the rights that are chosen for a user. Reads only, despite the name on the wire.',
  params: z.object({ user: PathId, site: PathId }),
  reply: z.array(PermissionName),
})

export const getAllPermissionsUserRoles = endpoint({
  method: 'GET',
  path: '/getAllPermissionsUserRoles/:user/:site',
  who: may('manage_permissions'),
  actsFor: 'user',
  site: 'site',
  summary: 'Returns the default rights of every role in the business of a user.',
  params: z.object({ user: PathId, site: PathId }),
  reply: z.array(z.object({ user_access_id: Id, permissions: z.array(PermissionName) })),
})

export const getPermissionssBusinessetityByAccessIdByBusinessentityId = endpoint({
  method: 'GET',
  path: '/getPermissionssBusinessetityByAccessIdByBusinessentityId/:access/:entity/:site',
  who: may('manage_permissions'),
  site: 'site',
  owns: { access: role, entity: business },
  summary: 'Returns the default rights of a role in a business.',
  params: z.object({ access: PathId, entity: PathId, site: PathId }),
  reply: z.array(PermissionItem.extend({ selected: Flag })),
})

export const permissionAccess = endpoint({
  method: 'POST',
  path: '/permissionAccess',
  who: may('manage_permissions'),
  actsFor: 'id',
  site: 'web_site_id',
  audit: { action: 'user.set_permissions' },
  notWhileActing: true,
  summary:
    'Sets the rights of a user of a lower role, at once also in open sessions. Those of the role’s defaults follow later changes of the defaults.',
  body: z.object({ permission: ChosenPermissions, id: Id, web_site_id: Id.optional() }),
  fails: permissionRefusals,
  reply: z.object({ permissions: z.array(PermissionName), uses_role_defaults: Flag }),
})

export const defaultPermissionsAccess = endpoint({
  method: 'POST',
  path: '/defaultPermissionsAccess',
  who: may('manage_permissions'),
  site: 'web_site_id',
  owns: { 'permission.access_id': role, access_id: role, businessentityId: business },
  audit: { action: 'role.set_permissions' },
  notWhileActing: true,
  summary:
    'Sets the default rights of a lower role in a business, at once also in open sessions of users without rights of their own.',
  body: z
    .object({
      permission: z.union([z.object({ access_id: Id, permissions: ChosenPermissions }), ChosenPermissions]),
      /** The role, if `permission` is a list. */
      access_id: Id.optional(),
      businessentityId: Id.optional(),
      web_site_id: Id.optional(),
    })
    .meta({ example: { permission: { access_id: 6, permissions: ['allow_view_animations'] } } }),
  fails: permissionRefusals,
  reply: z.object({ user_access_id: Id, permissions: z.array(PermissionName) }),
})
