import { sql } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'

/** What locations and regions share: names that are unique within a business, and who deleted them. */

const kinds = {
  location: { table: 'locations', id: 'location_id', name: 'businessentity_location_name' },
  region: { table: 'location_classes', id: 'class_id', name: 'class_name' },
} as const

/** Returns whether a record of the business, not deleted, has one of the names, regardless of case. */
export async function isNameTaken(
  db: Db,
  site: Site,
  kind: keyof typeof kinds,
  of: { businessId: number; names: readonly string[]; except: readonly number[] },
): Promise<boolean> {
  const { table, id, name } = kinds[kind]
  const { rows } = await sql`select from ${sql.table(table)}
    where web_site_id = ${site.web_site_id} and businessentity_id = ${of.businessId} and deleted_at is null
      and lower(${sql.ref(name)}) in (select lower(wanted) from unnest(${[...of.names]}::text[]) as wanted)
      and not ${sql.ref(id)} = any(${[...of.except]}::int[])
    limit 1`.execute(db)
  return rows.length > 0
}

/** Returns the name of the user who deleted a record; empty if it is not deleted. */
export async function findDeleter(db: Db, site: Site, kind: keyof typeof kinds, id: number): Promise<string> {
  const { table, id: column } = kinds[kind]
  const { rows } = await sql<{ name: string }>`select
      coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.username) as name
    from ${sql.table(table)} d join users u on u.web_site_id = d.web_site_id and u.user_id = d.deleted_by
    where d.web_site_id = ${site.web_site_id} and d.${sql.ref(column)} = ${id} and d.deleted_at is not null`.execute(db)
  return rows[0]?.name ?? ''
}
