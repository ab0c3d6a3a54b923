import { sql } from 'kysely'
import { effectivePermissions } from '../../core/auth/caller.ts'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'

/** Queries of rights: those of a user, and the defaults of the roles in a business. */

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

/** A user whose rights change, locked until the transaction ends. */
export const holdUserWithRights = (db: Db, site: Site, id: number) =>
  db
    .selectFrom('users')
    .select(['user_id', 'user_access_id', 'businessentity_id', 'permissions'])
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Sets a user's own rights; null: those of the role. */
export async function setOwnPermissions(db: Db, site: Site, id: number, permissions: string[] | null): Promise<void> {
  await db
    .updateTable('users')
    .set({ permissions })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', id)
    .execute()
}

/** Returns the defaults that a business has set, by role. */
export async function findRoleDefaults(db: Db, site: Site, businessId: number | null): Promise<Map<number, string[]>> {
  if (businessId === null) return new Map()
  const rows = await db
    .selectFrom('entity_role_permissions')
    .select(['user_access_id', 'permissions'])
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .execute()
  return new Map(rows.map((row) => [row.user_access_id, row.permissions]))
}

/** Serialises changes of a business's defaults until the transaction ends. */
export async function holdDefaults(db: Db, site: Site, businessId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`permissions ${site.web_site_id} ${businessId}`}, 0))`.execute(
    db,
  )
}

/** Sets the defaults of a role in a business; null: those of the portal. */
export async function setRoleDefaults(
  db: Db,
  site: Site,
  of: { businessentity_id: number; user_access_id: number },
  permissions: string[] | null,
): Promise<void> {
  if (permissions === null) {
    await db
      .deleteFrom('entity_role_permissions')
      .where('web_site_id', '=', site.web_site_id)
      .where('businessentity_id', '=', of.businessentity_id)
      .where('user_access_id', '=', of.user_access_id)
      .execute()
    return
  }
  await db
    .insertInto('entity_role_permissions')
    .values({ web_site_id: site.web_site_id, ...of, permissions })
    .onConflict((c) => c.columns(['web_site_id', 'businessentity_id', 'user_access_id']).doUpdateSet({ permissions }))
    .execute()
}
