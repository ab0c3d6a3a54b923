import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import type { Scope } from './scope.ts'

/** Queries about what a caller reaches. */

const inLocations = (column: string, { locationIds }: Scope): RawBuilder<SqlBool> =>
  locationIds === null ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = any(${[...locationIds]}::int[])`

export async function hasBusiness(db: Db, site: Site, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('report_businesses')
    .select('businessentity_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

export const findBusinesses = (db: Db, site: Site, only: number | null) =>
  db
    .selectFrom('report_businesses')
    .select(['businessentity_id as id', 'business_name'])
    .where('web_site_id', '=', site.web_site_id)
    .$if(only !== null, (q) => q.where('businessentity_id', '=', only!))
    .orderBy(sql`lower(business_name)`)
    .orderBy('businessentity_id')
    .execute()

/** Returns the locations of the regions of a regional manager. */
export async function findLocationsOfManager(db: Db, site: Site, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('report_managers as m')
    .innerJoin('report_location_regions as l', (j) =>
      j.onRef('l.web_site_id', '=', 'm.web_site_id').onRef('l.class_id', '=', 'm.class_id'),
    )
    .select('l.location_id')
    .distinct()
    .where('m.web_site_id', '=', site.web_site_id)
    .where('m.user_id', '=', userId)
    .execute()
  return rows.map(({ location_id }) => location_id)
}

export const findLocations = (db: Db, site: Site, scope: Scope, classId: number | null = null) =>
  db
    .selectFrom('report_locations as l')
    .select(['l.location_id', 'l.name', 'l.class_id', 'l.is_deleted'])
    .where('l.web_site_id', '=', site.web_site_id)
    .where('l.businessentity_id', '=', scope.businessId)
    .where(inLocations('l.location_id', scope))
    .$if(classId !== null, (q) =>
      q.where(
        sql<SqlBool>`exists (select from report_location_regions r where r.web_site_id = l.web_site_id
          and r.location_id = l.location_id and r.class_id = ${classId})`,
      ),
    )
    .orderBy(sql`lower(l.name)`)
    .orderBy('l.location_id')
    .execute()

export const findRegions = (db: Db, site: Site, scope: Scope) =>
  db
    .selectFrom('report_regions as r')
    .select(['r.class_id', 'r.class_name', 'r.is_deleted'])
    .where('r.web_site_id', '=', site.web_site_id)
    .where('r.businessentity_id', '=', scope.businessId)
    .$if(scope.locationIds !== null, (q) =>
      q.where(
        sql<SqlBool>`exists (select from report_location_regions l where l.web_site_id = r.web_site_id
          and l.class_id = r.class_id and ${inLocations('l.location_id', scope)})`,
      ),
    )
    .orderBy(sql`lower(r.class_name)`)
    .orderBy('r.class_id')
    .execute()

const users = (db: Db, site: Site, scope: Scope) =>
  db
    .selectFrom('report_users as u')
    .where('u.web_site_id', '=', site.web_site_id)
    .where('u.businessentity_id', '=', scope.businessId)
    .where(inLocations('u.location_id', scope))
    .$if(scope.onlyName !== null, (q) => q.where('u.user_id', '=', scope.onlyName!))

export const findUsers = (db: Db, site: Site, scope: Scope) =>
  users(db, site, scope)
    .select(['u.user_id', 'u.name', 'u.location_id', 'u.is_deleted'])
    .orderBy(sql`lower(u.name)`)
    .orderBy('u.user_id')
    .execute()

export const hasLocation = async (db: Db, site: Site, scope: Scope, id: number): Promise<boolean> =>
  (await findLocations(db, site, scope)).some(({ location_id }) => location_id === id)

export const hasRegion = async (db: Db, site: Site, scope: Scope, id: number): Promise<boolean> =>
  (await findRegions(db, site, scope)).some(({ class_id }) => class_id === id)

export async function hasUsers(db: Db, site: Site, scope: Scope, ids: readonly number[]): Promise<boolean> {
  const found = await users(db, site, scope)
    .select('u.user_id')
    .where('u.user_id', 'in', [...ids])
    .execute()
  return found.length === ids.length
}
