import {
  fixedPermissions,
  hiddenByFeature,
  permissions as catalogue,
  type PermissionName,
} from '@cutaway/contract/permissions.ts'
import { effectivePermissions, type Caller } from '../../core/auth/caller.ts'
import type { Db } from '../../core/db/database.ts'
import { fail } from '../../core/http/errors.ts'
import type { Site } from '../../core/tenancy.ts'
import { findRoleDefaults } from './permissions.queries.ts'

/** Choosing the rights of a user or a role. */

/** Returns every right of a web site that can be given and taken away, with its group. */
export const rightsOf = (site: Site) => {
  const hidden = new Set(site.features.map((feature) => hiddenByFeature[feature]))
  return catalogue.filter(({ name }) => !hidden.has(name) && !fixedPermissions.has(name))
}

export const withoutFixed = (names: PermissionName[]): PermissionName[] =>
  names.filter((name) => !fixedPermissions.has(name))

/** Returns the chosen rights in the order of the catalogue. Refuses none, and rights that the caller lacks and adds. */
export function grantedRights(
  caller: Caller,
  site: Site,
  chosen: readonly PermissionName[],
  current: readonly PermissionName[],
): PermissionName[] {
  const wanted = rightsOf(site).flatMap(({ name }) => (chosen.includes(name) ? [name] : []))
  if (wanted.length === 0) fail('Please choose an option')
  if (wanted.some((name) => !current.includes(name) && !caller.may(name))) fail('permission_not_held')
  return wanted
}

export const isSame = (a: readonly string[], b: readonly string[]) => a.join() === b.join()

/** Returns what is stored for a user: null for the rights of the role, which then follow later changes of the role's. */
export const ownRights = (chosen: PermissionName[], defaults: readonly PermissionName[]): PermissionName[] | null =>
  isSame(chosen, defaults) ? null : chosen

/** Returns the effective defaults of a role in a business. */
export async function defaultsOf(
  db: Db,
  site: Site,
  businessId: number | null,
  role: number,
): Promise<PermissionName[]> {
  const set = await findRoleDefaults(db, site, businessId)
  return withoutFixed(effectivePermissions(site, role, null, set.get(role) ?? null))
}
