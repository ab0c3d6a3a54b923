import { sql } from 'kysely'
import type { Caller } from '../../core/auth/caller.ts'
import type { Db } from '../../core/db/database.ts'
import { reachOf } from '../../core/scope.ts'
import type { Site } from '../../core/tenancy.ts'
import { isSignedUp } from '../../core/db/signed-up.ts'

/** The businesses, regions and locations to which a caller may assign users. */

/** Returns the locations in reach by name, of one business or of all. */
export const findLocations = (db: Db, site: Site, caller: Caller, businessId?: number) =>
  db
    .selectFrom('locations as l')
    .select(['l.location_id', 'l.businessentity_location_name', 'l.businessentity_id'])
    .select(
      sql<number[]>`array(select x.class_id from location_class_locations x
        where x.web_site_id = l.web_site_id and x.location_id = l.location_id order by 1)`.as('class_ids'),
    )
    .where('l.web_site_id', '=', site.web_site_id)
    .where('l.deleted_at', 'is', null)
    .where(reachOf(caller, site).locations('l'))
    .$if(businessId !== undefined, (q) => q.where('l.businessentity_id', '=', businessId!))
    .orderBy(sql`lower(l.businessentity_location_name)`)
    .orderBy('l.location_id')
    .execute()

/** Returns the regions in reach by name, of one business or of all. */
export const findRegions = (db: Db, site: Site, caller: Caller, businessId?: number) =>
  db
    .selectFrom('location_classes as c')
    .select(['c.class_id', 'c.class_name', 'c.businessentity_id'])
    .where('c.web_site_id', '=', site.web_site_id)
    .where('c.deleted_at', 'is', null)
    .where(reachOf(caller, site).regions('c'))
    .$if(businessId !== undefined, (q) => q.where('c.businessentity_id', '=', businessId!))
    .orderBy(sql`lower(c.class_name)`)
    .orderBy('c.class_id')
    .execute()

/** Returns the businesses in reach by name. */
export const findBusinesses = (db: Db, site: Site, caller: Caller) =>
  db
    .selectFrom('business_entities as b')
    .select(['b.businessentity_id', 'b.business_name'])
    .where('b.web_site_id', '=', site.web_site_id)
    .where(isSignedUp('b'))
    .where(reachOf(caller, site).businesses('b.businessentity_id'))
    .orderBy(sql`lower(b.business_name)`)
    .orderBy('b.businessentity_id')
    .execute()

/** Returns whether a business is in reach. */
export async function isBusinessInReach(db: Db, site: Site, caller: Caller, businessId: number): Promise<boolean> {
  const row = await db
    .selectFrom('business_entities as b')
    .select('b.businessentity_id')
    .where('b.web_site_id', '=', site.web_site_id)
    .where('b.businessentity_id', '=', businessId)
    .where(reachOf(caller, site).businesses('b.businessentity_id'))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns the location of a business by id or, without an id, by store number, and locks it against deletion until the
 * transaction ends. Returns undefined if it is deleted or out of reach.
 */
export async function holdLocation(
  db: Db,
  site: Site,
  caller: Caller,
  of: { businessId: number; locationId?: number | undefined; storeNumber?: string | undefined },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('locations as l')
    .select('l.location_id')
    .where('l.web_site_id', '=', site.web_site_id)
    .where('l.businessentity_id', '=', of.businessId)
    .where('l.deleted_at', 'is', null)
    .where(reachOf(caller, site).locations('l'))
    .$if(of.locationId !== undefined, (q) => q.where('l.location_id', '=', of.locationId!))
    .$if(of.locationId === undefined, (q) => q.where('l.store_number', '=', of.storeNumber ?? ''))
    .orderBy('l.location_id')
    .forShare()
    .executeTakeFirst()
  return row?.location_id
}

/**
 * Returns the business of each region, without those that are deleted or out of reach. Locks them against deletion until
 * the transaction ends.
 */
export async function holdRegions(
  db: Db,
  site: Site,
  caller: Caller,
  classIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('location_classes as c')
    .select(['c.class_id', 'c.businessentity_id'])
    .where('c.web_site_id', '=', site.web_site_id)
    .where(sql<boolean>`c.class_id = any(${[...classIds]}::int[])`)
    .where('c.deleted_at', 'is', null)
    .where(reachOf(caller, site).regions('c'))
    .orderBy('c.class_id')
    .forShare()
    .execute()
  return new Map(rows.map((row) => [row.class_id, row.businessentity_id]))
}

/** Returns the same of locations. */
export async function holdLocations(
  db: Db,
  site: Site,
  caller: Caller,
  locationIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('locations as l')
    .select(['l.location_id', 'l.businessentity_id'])
    .where('l.web_site_id', '=', site.web_site_id)
    .where(sql<boolean>`l.location_id = any(${[...locationIds]}::int[])`)
    .where('l.deleted_at', 'is', null)
    .where(reachOf(caller, site).locations('l'))
    .orderBy('l.location_id')
    .forShare()
    .execute()
  return new Map(rows.map((row) => [row.location_id, row.businessentity_id]))
}
