import { sql } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'

export type PlaceOfWall = NonNullable<Awaited<ReturnType<typeof findPlaceOf>>>

/** Returns the user of a wall with the business, the place (the given location, or the user's), and the marks. */
export const findPlaceOf = (db: Db, site: Site, userId: number, locationId: number | null) =>
  db
    .selectFrom('users as u')
    .leftJoin('business_entities as b', (j) =>
      j.onRef('b.web_site_id', '=', 'u.web_site_id').onRef('b.businessentity_id', '=', 'u.businessentity_id'),
    )
    .leftJoin('locations as l', (j) =>
      j
        .onRef('l.web_site_id', '=', 'u.web_site_id')
        .on('l.location_id', '=', sql<number>`coalesce(${locationId}::int, u.location_id)`)
        .on('l.deleted_at', 'is', null),
    )
    .leftJoin('automatic_answers as a', (j) =>
      j.onRef('a.web_site_id', '=', 'l.web_site_id').onRef('a.location_id', '=', 'l.location_id'),
    )
    .select(['u.user_id', 'u.user_access_id', 'u.businessentity_id', 'u.language_id', 'b.business_name'])
    .select(['l.location_id', 'l.businessentity_location_name', 'l.street1', 'l.city', 'l.state', 'l.zip', 'l.phone'])
    .select(['a.hours', marksOfLoops, marksOfVideos, logos])
    .where('u.web_site_id', '=', site.web_site_id)
    .where('u.user_id', '=', userId)
    .executeTakeFirst()

/*
 * Marks: text that differs once a row differs that the plan is made of. The version of a row is its xmin, the transaction that
 * wrote it, so that no change can be forgotten, and every node of the portal reads the same.
 */

/** Loops among which that of the wall is chosen: those of the user, and those of the business for a touch screen. */
const candidates = sql`from loops o
  join users m on m.web_site_id = o.web_site_id and m.user_id = o.user_id
  where o.web_site_id = u.web_site_id and (o.location_id is null or o.location_id = l.location_id)
    and (o.user_id = u.user_id
      or (u.user_access_id = 7 and m.businessentity_id = u.businessentity_id and m.deleted_at is null))`

const marksOfLoops = sql<string | null>`(
  select string_agg(concat_ws(' ', o.loop_id, o.xmin, m.user_access_id, (
    select string_agg(concat_ws('.', i.item_id, i.xmin), ',' order by i.item_id)
    from loop_items i where i.web_site_id = o.web_site_id and i.loop_id = o.loop_id)), '; ' order by o.loop_id)
  ${candidates})`.as('loops')

/** The videos of the business in them. */
const marksOfVideos = sql<string | null>`(
  select string_agg(concat_ws(' ', v.part_id, v.xmin,
    (select string_agg(concat_ws('.', t.language_id, t.xmin), ',' order by t.language_id) from custom_video_texts t
      where t.web_site_id = v.web_site_id and t.custom_video_id = v.custom_video_id),
    (select string_agg(concat_ws('.', c.language_id, c.xmin), ',' order by c.language_id) from custom_video_captions c
      where c.web_site_id = v.web_site_id and c.custom_video_id = v.custom_video_id)), '; ' order by v.part_id)
  from custom_videos v
  where v.web_site_id = u.web_site_id and v.part_id in (
    select i.part_id from loop_items i where i.web_site_id = u.web_site_id and i.kind = 'film'
      and i.loop_id in (select o.loop_id ${candidates})))`.as('videos')

/** The logo of the user's mail, and that of the business. */
const logos = sql<string | null>`(
  select string_agg(concat_ws(' ', c.user_id, c.logo), '; ' order by c.user_id)
  from email_contents c
  where c.web_site_id = u.web_site_id and c.logo is not null and (c.user_id = u.user_id or c.user_id = (
    select d.user_id from entity_brand_defaults d
    where d.web_site_id = u.web_site_id and d.businessentity_id = u.businessentity_id)))`.as('logos')
