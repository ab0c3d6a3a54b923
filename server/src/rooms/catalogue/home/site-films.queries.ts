import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of the films that a web site shows to all its businesses. */

const filmsOf = (db: Db, site: Site) =>
  db
    .selectFrom('custom_videos')
    .select(['custom_video_id', 'part_id', 'video_name', 'video_url', 'poster_url', 'on_home', 'revision'])
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', 'is', null)
export type SiteFilmRow = Awaited<ReturnType<ReturnType<typeof filmsOf>['execute']>>[number]

export const findSiteFilms = (db: Db, site: Site): Promise<SiteFilmRow[]> =>
  filmsOf(db, site).where('deleted_at', 'is', null).orderBy('sequence_no').orderBy('custom_video_id').execute()

/** Lets one change of a web site's films follow another. */
export const lockSiteFilms = (db: Db, site: Site) =>
  sql`select pg_advisory_xact_lock(${site.web_site_id}, hashtext('site films'))`.execute(db)

/** Returns one film, also a deleted one. */
export const findSiteFilm = (db: Db, site: Site, id: number): Promise<SiteFilmRow | undefined> =>
  filmsOf(db, site).where('custom_video_id', '=', id).executeTakeFirst()

interface Written {
  video_name: string
  video_url: string
  on_home: boolean
}

/** Adds a film as the last one. Returns its id. */
export async function insertSiteFilm(db: Db, site: Site, film: Written & { part_id: string }): Promise<number> {
  const { custom_video_id } = await db
    .insertInto('custom_videos')
    .values((eb) => ({
      web_site_id: site.web_site_id,
      user_id: null,
      businessentity_id: null,
      poster_url: null,
      duration: null,
      ...film,
      sequence_no: eb
        .selectFrom('custom_videos')
        .select(sql<number>`coalesce(max(sequence_no), 0) + 1`.as('next'))
        .where('web_site_id', '=', site.web_site_id)
        .where('businessentity_id', 'is', null),
    }))
    .returning('custom_video_id')
    .executeTakeFirstOrThrow()
  return custom_video_id
}

const oneFilm = (db: Db, site: Site, id: number) =>
  db.updateTable('custom_videos').where('web_site_id', '=', site.web_site_id).where('custom_video_id', '=', id)

/** Changes a film. The picture and the length of another video are unknown. */
export const updateSiteFilm = (db: Db, site: Site, id: number, film: Written, isOther: boolean) =>
  oneFilm(db, site, id)
    .set({ ...film, ...(isOther ? { poster_url: null, duration: null } : {}), revision: sql<number>`revision + 1` })
    .execute()

export const setSiteFilmDeleted = (db: Db, site: Site, id: number, at: Date | null) =>
  oneFilm(db, site, id).set({ deleted_at: at }).execute()

/** Numbers the films in this order. */
export async function orderSiteFilms(db: Db, site: Site, ids: readonly number[]): Promise<void> {
  await sql`update custom_videos v set sequence_no = o.place
    from unnest(${[...ids]}::int[]) with ordinality as o(id, place)
    where v.web_site_id = ${site.web_site_id} and v.custom_video_id = o.id and v.sequence_no <> o.place`.execute(db)
}
