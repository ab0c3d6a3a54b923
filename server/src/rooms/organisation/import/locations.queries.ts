import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Reach } from '../../../core/scope.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of imports of locations: many rows in each statement. */

/** The values of a location that an import writes. The name identifies it and never changes. */
export interface LocationValues {
  businessentity_location_name: string
  location_type: string
  country_code: string
  street1: string
  city: string
  state: string
  zip: string
  phone: string
  store_number: string
  business_unit: string
  account_number: string
  /** The regions in the caller's reach. */
  class_ids: number[]
}

export interface FoundLocation extends LocationValues {
  location_id: number
  regions: string[]
  in_reach: boolean
  deleted: boolean
}

const regionIds = (reach: Reach, what: 'm.class_id' | 'c.class_name') => sql`array(
  select ${sql.ref(what)} from location_class_locations m
  join location_classes c on c.web_site_id = m.web_site_id and c.class_id = m.class_id and c.deleted_at is null
  where m.web_site_id = l.web_site_id and m.location_id = l.location_id and ${reach.regions('c')} order by m.class_id)`

const locations = (db: Db, site: Site, reach: Reach) =>
  db
    .selectFrom('locations as l')
    .select(['l.location_id', 'l.businessentity_location_name', 'l.location_type', 'l.country_code', 'l.street1'])
    .select(['l.city', 'l.state', 'l.zip', 'l.phone', 'l.business_unit', 'l.account_number'])
    .select(sql<string>`coalesce(l.store_number, '')`.as('store_number'))
    .select(sql<boolean>`l.deleted_at is not null`.as('deleted'))
    .select([
      sql<number[]>`${regionIds(reach, 'm.class_id')}`.as('class_ids'),
      sql<string[]>`${regionIds(reach, 'c.class_name')}`.as('regions'),
      sql<boolean>`${reach.locations('l')}`.as('in_reach'),
    ])
    .where('l.web_site_id', '=', site.web_site_id)

/** Returns the locations of a business that have one of the names, in lower case, and are not deleted. */
export const findByNames = (
  db: Db,
  site: Site,
  reach: Reach,
  businessId: number,
  names: readonly string[],
): Promise<FoundLocation[]> =>
  locations(db, site, reach)
    .where('l.businessentity_id', '=', businessId)
    .where('l.deleted_at', 'is', null)
    .where(sql<boolean>`lower(l.businessentity_location_name) = any(${[...names]}::text[])`)
    .execute()

/** Returns locations by id, also deleted ones. */
export const findByIds = (db: Db, site: Site, reach: Reach, ids: readonly number[]): Promise<FoundLocation[]> =>
  locations(db, site, reach)
    .where(sql<boolean>`l.location_id = any(${[...ids]}::int[])`)
    .execute()

/** Returns the locations of a business in reach that are not deleted, by name. */
export const findAll = (db: Db, site: Site, reach: Reach, businessId: number): Promise<FoundLocation[]> =>
  locations(db, site, reach)
    .where('l.businessentity_id', '=', businessId)
    .where('l.deleted_at', 'is', null)
    .where(reach.locations('l'))
    .orderBy(sql`lower(l.businessentity_location_name)`)
    .orderBy('l.location_id')
    .execute()

type Written = LocationValues & { row: number }

const columns = sql`businessentity_location_name text, location_type text, country_code text, street1 text, city text, state text,
  zip text, phone text, store_number text, business_unit text, account_number text`

/** Adds locations. Returns their ids by name. */
export async function insertLocations(
  db: Db,
  site: Site,
  businessId: number,
  values: readonly Written[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ location_id: number; name: string }>`insert into locations
      (web_site_id, businessentity_id, businessentity_location_name, location_type, country_code, street1, city, state, zip,
        phone, store_number, business_unit, account_number)
    select ${site.web_site_id}::int, ${businessId}::int, x.* from json_to_recordset(${JSON.stringify(values)}::json) as x(${columns})
    returning location_id, businessentity_location_name as name`.execute(db)
  return new Map(rows.map(({ name, location_id }) => [name, location_id]))
}

export async function updateLocations(
  db: Db,
  site: Site,
  values: readonly (LocationValues & { location_id: number })[],
): Promise<void> {
  await sql`update locations l set location_type = x.location_type, country_code = x.country_code, street1 = x.street1,
      city = x.city, state = x.state, zip = x.zip, phone = x.phone, store_number = x.store_number,
      business_unit = x.business_unit, account_number = x.account_number
    from json_to_recordset(${JSON.stringify(values)}::json) as x(location_id int, ${columns})
    where l.web_site_id = ${site.web_site_id} and l.location_id = x.location_id`.execute(db)
}

export async function deleteLocations(
  db: Db,
  site: Site,
  ids: readonly number[],
  deleted: { at: Date; by: number },
): Promise<void> {
  await sql`update locations set deleted_at = ${deleted.at}, deleted_by = ${deleted.by}
    where web_site_id = ${site.web_site_id} and location_id = any(${[...ids]}::int[]) and deleted_at is null`.execute(
    db,
  )
}
