import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'

/** Queries for the names of rows. */

export const findRegions = (db: Db, site: Site, businessId: number) =>
  db
    .selectFrom('report_regions')
    .select(['class_id', 'class_name', 'is_deleted'])
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .execute()

export const findLocations = (db: Db, site: Site, businessId: number) =>
  db
    .selectFrom('report_locations')
    .select(['location_id', 'name', 'is_deleted'])
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .execute()

export async function findUsers(db: Db, site: Site, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('report_users')
    .select(['user_id', 'name', 'is_deleted'])
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', 'in', [...ids])
    .execute()
}

export const findVideos = (db: Db, site: Site) =>
  db
    .selectFrom('report_videos')
    .select(['part_id', 'video_name', 'is_deleted'])
    .where('web_site_id', '=', site.web_site_id)
    .execute()

/** Returns the embeds of a business, with those that were deleted. */
export const findEmbeds = (db: Db, site: Site, businessId: number) =>
  db
    .selectFrom('report_embeds')
    .select(['embed_id', 'embed_type', 'animation_name', 'part_id', 'domain_name', 'is_deleted'])
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .execute()

/** Returns the regional managers of a business with their regions. */
export const findManagers = (db: Db, site: Site, businessId: number) =>
  db
    .selectFrom('report_managers')
    .select(['user_id', 'class_id'])
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .execute()
