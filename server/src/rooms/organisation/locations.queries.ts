import type { ListQuery } from '@cutaway/contract/administration/list.ts'
import { sql } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import { contains, readPage } from '../../core/db/list.ts'
import type { Reach } from '../../core/scope.ts'
import type { Site } from '../../core/tenancy.ts'

/** Queries of locations. Those of lists count the people and name the regions of the rows shown. */

export interface LocationRow {
  location_id: number
  businessentity_id: number
  businessentity_location_name: string
  location_type: string
  country_code: string
  street1: string
  city: string
  state: string
  zip: string
  phone: string
  store_number: string | null
  business_unit: string
  account_number: string
  deleted_at: Date | null
}
export interface ListedLocation extends LocationRow {
  regions: { id: number; label: string }[]
  user_count: number
}
/** The values of a location that can be written. */
export type LocationValues = Omit<LocationRow, 'location_id' | 'businessentity_id' | 'deleted_at'>

const columns = [
  'l.location_id',
  'l.businessentity_id',
  'l.businessentity_location_name',
  'l.location_type',
  'l.country_code',
  'l.street1',
  'l.city',
  'l.state',
  'l.zip',
  'l.phone',
  'l.store_number',
  'l.business_unit',
  'l.account_number',
  'l.deleted_at',
] as const

const userCount = sql<number>`(select count(*)::int from users u
  where u.web_site_id = l.web_site_id and u.location_id = l.location_id and u.deleted_at is null)`

const regionsWithin = (reach: Reach) => sql<ListedLocation['regions']>`coalesce((
  select json_agg(json_build_object('id', c.class_id, 'label', c.class_name) order by lower(c.class_name), c.class_id)
  from location_class_locations m
  join location_classes c on c.web_site_id = m.web_site_id and c.class_id = m.class_id and c.deleted_at is null
  where m.web_site_id = l.web_site_id and m.location_id = l.location_id and ${reach.regions('c')}), '[]')`

const locations = (db: Db, site: Site) => db.selectFrom('locations as l').where('l.web_site_id', '=', site.web_site_id)

/** Returns locations within reach, deleted ones included. */
export const findLocationsById = (db: Db, site: Site, ids: readonly number[], reach: Reach): Promise<LocationRow[]> =>
  locations(db, site).select(columns).where('l.location_id', 'in', ids).where(reach.locations('l')).execute()

export const findListedLocation = (db: Db, site: Site, id: number, reach: Reach): Promise<ListedLocation> =>
  locations(db, site)
    .select(columns)
    .select([regionsWithin(reach).as('regions'), userCount.as('user_count')])
    .where('l.location_id', '=', id)
    .executeTakeFirstOrThrow()

export interface LocationFilter {
  businessId: number | undefined
  regionId: number | undefined
  name: string
  view: 'On' | 'Off' | 'All'
}

const sorts = {
  name: sql`lower(l.businessentity_location_name)`,
  store: sql`lower(coalesce(l.store_number, ''))`,
  city: sql`lower(l.city)`,
  phone: sql`l.phone`,
  state: sql`l.deleted_at`,
  people: userCount,
}

function filtered(db: Db, site: Site, reach: Reach, { businessId, regionId, name, view }: LocationFilter) {
  let query = locations(db, site)
    .where(reach.locations('l'))
    .where(contains(['l.businessentity_location_name'], name))
  if (businessId !== undefined) query = query.where('l.businessentity_id', '=', businessId)
  if (view !== 'All') query = query.where('l.deleted_at', view === 'On' ? 'is not' : 'is', null)
  if (regionId !== undefined)
    query = query.where(
      sql<boolean>`exists (select from location_class_locations m
        where m.web_site_id = l.web_site_id and m.location_id = l.location_id and m.class_id = ${regionId})`,
    )
  return query
}

export const listLocations = (
  db: Db,
  site: Site,
  reach: Reach,
  filter: LocationFilter,
  asked: ListQuery<keyof typeof sorts>,
): Promise<{ rows: ListedLocation[]; total: number }> =>
  readPage(
    filtered(db, site, reach, filter)
      .where(
        contains(
          ['l.businessentity_location_name', 'l.city', 'l.store_number', 'l.street1', 'l.zip', 'l.account_number'],
          asked.search,
        ),
      )
      .select(columns)
      .select([regionsWithin(reach).as('regions'), userCount.as('user_count')]),
    asked,
    { by: sorts, unique: 'l.location_id' },
  )

/** Returns the names of locations within reach that are not deleted. */
export const findLocationNames = (db: Db, site: Site, reach: Reach, businessId: number | undefined) =>
  filtered(db, site, reach, { businessId, regionId: undefined, name: '', view: 'Off' })
    .select(['l.location_id', 'l.businessentity_id', 'l.businessentity_location_name'])
    .orderBy(sql`lower(l.businessentity_location_name)`)
    .orderBy('l.location_id')
    .execute()

/** Counts locations that are not deleted, and their people, within reach. */
export const countPlaces = (db: Db, site: Site, reach: Reach, businessId: number | undefined) =>
  filtered(db, site, reach, { businessId, regionId: undefined, name: '', view: 'Off' })
    .select(sql<number>`count(*)::int`.as('locations'))
    .select(sql<number>`coalesce(sum(${userCount}), 0)::int`.as('users'))
    .executeTakeFirstOrThrow()

/** Counts the locations of a business that are not deleted. */
export async function countLocations(db: Db, site: Site, businessId: number): Promise<number> {
  const { count } = await locations(db, site)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('l.businessentity_id', '=', businessId)
    .where('l.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function countUsersOfBusiness(db: Db, site: Site, businessId: number): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the people of locations. */
export async function countUsersOfLocations(db: Db, site: Site, ids: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('web_site_id', '=', site.web_site_id)
    .where(sql<boolean>`location_id = any(${[...ids]}::int[])`)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertLocation(db: Db, site: Site, businessId: number, values: LocationValues): Promise<number> {
  const { location_id } = await db
    .insertInto('locations')
    .values({ web_site_id: site.web_site_id, businessentity_id: businessId, ...values })
    .returning('location_id')
    .executeTakeFirstOrThrow()
  return location_id
}

/** Changes a location that is not deleted. Returns whether there was one. */
export async function updateLocation(
  db: Db,
  site: Site,
  id: number,
  values: Partial<LocationValues>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('locations')
    .set(values)
    .where('web_site_id', '=', site.web_site_id)
    .where('location_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Returns the sends of locations in the present month of the web site, as the sent report counts them: one for each
 * recipient, without suppressed and failed ones. Locations without sends are left out.
 */
export async function countSendsOfMonth(
  db: Db,
  site: Site,
  ids: readonly number[],
  now: Date,
): Promise<{ location_id: number; sends: number }[]> {
  if (ids.length === 0) return []
  const zone = site.time_zone
  const { rows } = await sql<{ location_id: number; sends: number }>`
    select location_id, count(*)::int as sends from report_sends
    where web_site_id = ${site.web_site_id} and location_id = any(${[...ids]}::int[]) and state = 'counted'
      and kind in ('email', 'sms', 'mms') and at <= ${now}::timestamptz
      and at >= date_trunc('month', ${now}::timestamptz at time zone ${zone}) at time zone ${zone}
    group by location_id`.execute(db)
  return rows
}

/** Marks locations as deleted by a user, or as restored. Returns the ids of those that were not so already. */
export async function markDeleted(
  db: Db,
  site: Site,
  ids: readonly number[],
  deleted: { at: Date; by: number } | null,
): Promise<number[]> {
  const rows = await db
    .updateTable('locations')
    .set({ deleted_at: deleted?.at ?? null, deleted_by: deleted?.by ?? null })
    .where('web_site_id', '=', site.web_site_id)
    .where(sql<boolean>`location_id = any(${[...ids]}::int[])`)
    .where('deleted_at', deleted ? 'is' : 'is not', null)
    .returning('location_id')
    .execute()
  return rows.map(({ location_id }) => location_id)
}

export interface RegionsOfLocation {
  location_id: number
  class_ids: readonly number[]
}

/** Returns the regions of locations within reach, without deleted ones. */
export async function findRegionsOf(
  db: Db,
  site: Site,
  ids: readonly number[],
  reach: Reach,
): Promise<RegionsOfLocation[]> {
  const rows = await locations(db, site)
    .select(['l.location_id', regionsWithin(reach).as('regions')])
    .where(sql<boolean>`l.location_id = any(${[...ids]}::int[])`)
    .orderBy('l.location_id')
    .execute()
  return rows.map(({ location_id, regions }) => ({ location_id, class_ids: regions.map(({ id }) => id) }))
}

/** Replaces the regions of locations, as far as the caller reaches them. Deleted regions keep their locations. */
export async function replaceRegions(
  db: Db,
  site: Site,
  sets: readonly RegionsOfLocation[],
  reach: Reach,
): Promise<void> {
  const pairs = sets.flatMap(({ location_id, class_ids }) => class_ids.map((class_id) => ({ location_id, class_id })))
  const wanted = sql`unnest(${pairs.map((p) => p.location_id)}::int[], ${pairs.map((p) => p.class_id)}::int[])
    as wanted(location_id, class_id)`
  await sql`delete from location_class_locations m using location_classes c
    where m.web_site_id = ${site.web_site_id} and m.location_id = any(${sets.map((s) => s.location_id)}::int[])
      and c.web_site_id = m.web_site_id and c.class_id = m.class_id and c.deleted_at is null
      and ${reach.regions('c')}
      and not exists (select from ${wanted} where wanted.location_id = m.location_id and wanted.class_id = m.class_id)
  `.execute(db)
  await sql`insert into location_class_locations (web_site_id, location_id, class_id)
    select distinct ${site.web_site_id}::int, wanted.location_id, wanted.class_id from ${wanted}
    on conflict do nothing`.execute(db)
}
