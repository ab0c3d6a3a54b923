import type { OpeningHours } from '@cutaway/contract/rooms/sharing/opening-hours.ts'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'

/** Queries of automatic answers, by location. */

const places = (db: Db, site: Site) =>
  db
    .selectFrom('locations as l')
    .innerJoin('business_entities as b', (j) =>
      j.onRef('b.web_site_id', '=', 'l.web_site_id').onRef('b.businessentity_id', '=', 'l.businessentity_id'),
    )
    .leftJoin('automatic_answers as a', (j) =>
      j.onRef('a.web_site_id', '=', 'l.web_site_id').onRef('a.location_id', '=', 'l.location_id'),
    )
    .select(['l.location_id', 'l.businessentity_location_name', 'l.phone', 'l.businessentity_id'])
    .select(['b.business_name', 'b.is_show_business_name', 'a.is_on', 'a.after_minutes', 'a.hours'])
    .where('l.web_site_id', '=', site.web_site_id)
    .where('l.deleted_at', 'is', null)

/** Returns a location with its settings; null in them if they were never saved. */
export const findPlace = (db: Db, site: Site, locationId: number) =>
  places(db, site).where('l.location_id', '=', locationId).executeTakeFirst()

/** Returns the locations of a business, or only one of them. */
export const findPlaces = (db: Db, site: Site, businessentityId: number, only: number | null) =>
  places(db, site)
    .where('l.businessentity_id', '=', businessentityId)
    .$if(only !== null, (query) => query.where('l.location_id', '=', only!))
    .orderBy('l.businessentity_location_name')
    .orderBy('l.location_id')
    .execute()

export async function writeSettings(
  db: Db,
  site: Site,
  locationId: number,
  settings: { is_on: boolean; after_minutes: number; hours: OpeningHours },
): Promise<void> {
  const columns = { ...settings, hours: JSON.stringify(settings.hours) }
  await db
    .insertInto('automatic_answers')
    .values({ web_site_id: site.web_site_id, location_id: locationId, ...columns })
    .onConflict((c) => c.columns(['web_site_id', 'location_id']).doUpdateSet(columns))
    .execute()
}
