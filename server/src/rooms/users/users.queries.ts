import { effectivePermissions } from '../../core/auth/caller.ts'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'

/**
 * Returns the effective rights of a user who is not deleted: the user's own, else the entity's for the role, else the
 * role's.
 */
export async function findPermissions(db: Db, site: Site, userId: number) {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('entity_role_permissions as e', (j) =>
      j
        .onRef('e.web_site_id', '=', 'u.web_site_id')
        .onRef('e.businessentity_id', '=', 'u.businessentity_id')
        .onRef('e.user_access_id', '=', 'u.user_access_id'),
    )
    .select(['u.user_access_id', 'u.permissions as own', 'e.permissions as of_entity'])
    .where('u.web_site_id', '=', site.web_site_id)
    .where('u.user_id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && effectivePermissions(site, row.user_access_id, row.own, row.of_entity)
}
