import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Reach } from '../../../core/scope.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of regions for the imports of locations and of users. */

/** Returns the regions of a business in reach, also deleted ones. */
export const findRegions = (db: Db, site: Site, reach: Reach, businessId: number) =>
  db
    .selectFrom('location_classes as c')
    .select(['c.class_id as id', 'c.class_name as name', 'c.deleted_at'])
    .where('c.web_site_id', '=', site.web_site_id)
    .where('c.businessentity_id', '=', businessId)
    .where(reach.regions('c'))
    .orderBy('c.class_id')
    .execute()

/** Locks regions against deletion until the transaction ends. */
export async function holdRegions(db: Db, site: Site, ids: readonly number[]): Promise<void> {
  await sql`select class_id from location_classes
    where web_site_id = ${site.web_site_id} and class_id = any(${[...ids]}::int[]) order by class_id for share`.execute(
    db,
  )
}
