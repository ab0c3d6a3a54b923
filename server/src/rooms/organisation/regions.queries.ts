import type { ListQuery } from '@cutaway/contract/administration/list.ts'
import { sql } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import { contains, readPage } from '../../core/db/list.ts'
import type { Reach } from '../../core/scope.ts'
import type { Site } from '../../core/tenancy.ts'

/** Queries of regions (location classes). */

export interface RegionRow {
  class_id: number
  businessentity_id: number
  class_name: string
  deleted_at: Date | null
}
export interface ListedRegion extends RegionRow {
  location_count: number
  user_count: number
  manager_count: number
}

const columns = ['c.class_id', 'c.businessentity_id', 'c.class_name', 'c.deleted_at'] as const

const regions = (db: Db, site: Site) =>
  db.selectFrom('location_classes as c').where('c.web_site_id', '=', site.web_site_id)

/** Returns regions within reach, deleted ones included. */
export const findRegionsById = (db: Db, site: Site, ids: readonly number[], reach: Reach): Promise<RegionRow[]> =>
  regions(db, site).select(columns).where('c.class_id', 'in', ids).where(reach.regions('c')).execute()

/** Returns a region as it is after the business was locked. */
export const findRegion = (db: Db, site: Site, id: number): Promise<RegionRow> =>
  regions(db, site).select(columns).where('c.class_id', '=', id).executeTakeFirstOrThrow()

const locationCount = sql<number>`(select count(*)::int from location_class_locations m
  join locations l on l.web_site_id = m.web_site_id and l.location_id = m.location_id and l.deleted_at is null
  where m.web_site_id = c.web_site_id and m.class_id = c.class_id)`
const userCount = sql<number>`(select count(*)::int from location_class_locations m
  join users u on u.web_site_id = m.web_site_id and u.location_id = m.location_id and u.deleted_at is null
  where m.web_site_id = c.web_site_id and m.class_id = c.class_id)`
const managerCount = sql<number>`(select count(*)::int from user_location_classes m
  join users u on u.web_site_id = m.web_site_id and u.user_id = m.user_id and u.deleted_at is null
  where m.web_site_id = c.web_site_id and m.class_id = c.class_id)`

const sorts = {
  name: sql`lower(c.class_name)`,
  locations: locationCount,
  people: userCount,
  state: sql`c.deleted_at`,
}

export interface RegionFilter {
  businessId: number | undefined
  view: 'On' | 'Off' | 'All'
}

function filtered(db: Db, site: Site, reach: Reach, { businessId, view }: RegionFilter) {
  let query = regions(db, site).where(reach.regions('c'))
  if (businessId !== undefined) query = query.where('c.businessentity_id', '=', businessId)
  if (view !== 'All') query = query.where('c.deleted_at', view === 'On' ? 'is not' : 'is', null)
  return query
}

const counted = (query: ReturnType<typeof filtered>) =>
  query
    .select(columns)
    .select([locationCount.as('location_count'), userCount.as('user_count'), managerCount.as('manager_count')])

/** Returns a region within reach, also a deleted one. */
export const findListedRegion = (db: Db, site: Site, id: number, reach: Reach): Promise<ListedRegion> =>
  counted(
    filtered(db, site, reach, { businessId: undefined, view: 'All' }).where('c.class_id', '=', id),
  ).executeTakeFirstOrThrow()

export const listRegions = (
  db: Db,
  site: Site,
  reach: Reach,
  filter: RegionFilter,
  asked: ListQuery<keyof typeof sorts>,
): Promise<{ rows: ListedRegion[]; total: number }> =>
  readPage(counted(filtered(db, site, reach, filter).where(contains(['c.class_name'], asked.search))), asked, {
    by: sorts,
    unique: 'c.class_id',
  })

/** Returns the regions within reach that are not deleted, by name. */
export const findRegionNames = (db: Db, site: Site, reach: Reach, businessId: number | undefined) =>
  filtered(db, site, reach, { businessId, view: 'Off' })
    .select(['c.class_id', 'c.businessentity_id', 'c.class_name'])
    .orderBy(sql`lower(c.class_name)`)
    .orderBy('c.class_id')
    .execute()

/** Returns the regions of a user: those that a regional manager looks after, else those of the location. */
export const findRegionsOfUser = (db: Db, site: Site, userId: number) =>
  regions(db, site)
    .select(['c.class_id', 'c.class_name'])
    .where('c.deleted_at', 'is', null)
    .where(
      sql<boolean>`(exists (select from user_location_classes m
          where m.web_site_id = c.web_site_id and m.class_id = c.class_id and m.user_id = ${userId})
        or not exists (select from user_location_classes m
          where m.web_site_id = ${site.web_site_id} and m.user_id = ${userId})
        and exists (select from location_class_locations m
          join users u on u.web_site_id = m.web_site_id and u.location_id = m.location_id
          where m.web_site_id = c.web_site_id and m.class_id = c.class_id and u.user_id = ${userId}))`,
    )
    .orderBy(sql`lower(c.class_name)`)
    .orderBy('c.class_id')
    .execute()

export async function insertRegion(db: Db, site: Site, businessId: number, class_name: string): Promise<number> {
  const { class_id } = await db
    .insertInto('location_classes')
    .values({ web_site_id: site.web_site_id, businessentity_id: businessId, class_name })
    .returning('class_id')
    .executeTakeFirstOrThrow()
  return class_id
}

export async function updateRegion(
  db: Db,
  site: Site,
  id: number,
  change: { class_name: string } | { deleted_at: Date | null; deleted_by: number | null },
): Promise<void> {
  await db
    .updateTable('location_classes')
    .set(change)
    .where('web_site_id', '=', site.web_site_id)
    .where('class_id', '=', id)
    .execute()
}

/** Returns every location of a business that is not deleted, and whether it belongs to the region. */
export const findLocationsForRegion = (db: Db, site: Site, region: RegionRow) =>
  db
    .selectFrom('locations as l')
    .select(['l.location_id', 'l.businessentity_location_name', 'l.store_number', 'l.city'])
    .select(
      sql<boolean>`exists (select from location_class_locations m where m.web_site_id = l.web_site_id
        and m.location_id = l.location_id and m.class_id = ${region.class_id})`.as('selected'),
    )
    .where('l.web_site_id', '=', site.web_site_id)
    .where('l.businessentity_id', '=', region.businessentity_id)
    .where('l.deleted_at', 'is', null)
    .orderBy(sql`lower(l.businessentity_location_name)`)
    .orderBy('l.location_id')
    .execute()

export async function findLocationIds(db: Db, site: Site, regionId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('location_class_locations as m')
    .innerJoin('locations as l', (j) =>
      j.onRef('l.web_site_id', '=', 'm.web_site_id').onRef('l.location_id', '=', 'm.location_id'),
    )
    .select('m.location_id')
    .where('m.web_site_id', '=', site.web_site_id)
    .where('m.class_id', '=', regionId)
    .where('l.deleted_at', 'is', null)
    .orderBy('m.location_id')
    .execute()
  return rows.map(({ location_id }) => location_id)
}

/** Replaces the locations of a region. Deleted locations keep it, for their restoration. */
export async function replaceLocations(db: Db, site: Site, id: number, locationIds: readonly number[]): Promise<void> {
  const ids = [...new Set(locationIds)]
  await sql`delete from location_class_locations m using locations l
    where m.web_site_id = ${site.web_site_id} and m.class_id = ${id}
      and l.web_site_id = m.web_site_id and l.location_id = m.location_id and l.deleted_at is null
      and not m.location_id = any(${ids}::int[])`.execute(db)
  await sql`insert into location_class_locations (web_site_id, location_id, class_id)
    select ${site.web_site_id}::int, location_id, ${id}::int from unnest(${ids}::int[]) as added(location_id)
    on conflict do nothing`.execute(db)
}
