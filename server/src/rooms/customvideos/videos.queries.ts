import { sql, type RawBuilder, type SqlBool, type UpdateObject } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import type { Tables } from '../../core/db/tables.ts'
import type { Site } from '../../core/tenancy.ts'

/** Queries of the videos of businesses, with their texts and captions. */

const columns = [
  'v.custom_video_id',
  'v.part_id',
  'v.user_id',
  'v.businessentity_id',
  'v.video_name',
  'v.description',
  'v.video_url',
  'v.poster_url',
  'v.posters',
  'v.duration',
  'v.width',
  'v.height',
  'v.on_home',
  'v.state',
  'v.problem',
  'v.progress',
  'v.folder',
  'v.files',
  'v.file_name',
  'v.bytes',
  'v.received',
  'v.created_at',
  'v.deleted_at',
  'v.purged_at',
] as const

const videos = (db: Db, site: Site) =>
  db.selectFrom('custom_videos as v').select(columns).where('v.web_site_id', '=', site.web_site_id)
export type VideoRow = Awaited<ReturnType<ReturnType<typeof videos>['execute']>>[number]

export interface VideoText {
  language_id: number
  video_name: string
  description: string
}

export interface ListedVideo extends VideoRow {
  texts: VideoText[]
  /** The languages of captions. */
  captions: number[]
  added_by: string
  sends: number
  loops: number
  embeds: number
  can_change: boolean
}

const listed = (db: Db, site: Site, mayChange: RawBuilder<SqlBool>) =>
  videos(db, site).select([
    sql<
      VideoText[]
    >`coalesce((select jsonb_agg(jsonb_build_object('language_id', t.language_id, 'video_name', t.video_name,
        'description', t.description) order by t.language_id) from custom_video_texts t
      where t.web_site_id = v.web_site_id and t.custom_video_id = v.custom_video_id), '[]')`.as('texts'),
    sql<number[]>`array(select c.language_id from custom_video_captions c
      where c.web_site_id = v.web_site_id and c.custom_video_id = v.custom_video_id order by c.language_id)`.as(
      'captions',
    ),
    sql<string>`coalesce((select trim(u.first_name || ' ' || u.last_name) from users u
      where u.web_site_id = v.web_site_id and u.user_id = v.user_id), '')`.as('added_by'),
    sql<number>`(select count(*)::int from sends s
      where s.web_site_id = v.web_site_id and s.businessentity_id = v.businessentity_id and v.part_id = any(s.part_ids))`.as(
      'sends',
    ),
    sql<number>`(select count(distinct i.loop_id)::int from loop_items i
      where i.web_site_id = v.web_site_id and i.part_id = v.part_id)`.as('loops'),
    sql<number>`(select count(*)::int from embeds e
      where e.web_site_id = v.web_site_id and e.part_id = v.part_id and e.deleted_at is null)`.as('embeds'),
    sql<boolean>`coalesce(${mayChange}, false)`.as('can_change'),
  ])

/** Returns the videos of a business, the newest first. */
export const findVideos = (db: Db, site: Site, businessId: number, mayChange: RawBuilder<SqlBool>) =>
  listed(db, site, mayChange)
    .where('v.businessentity_id', '=', businessId)
    .where('v.deleted_at', 'is', null)
    .orderBy('v.created_at', 'desc')
    .orderBy('v.custom_video_id', 'desc')
    .execute()

/** Returns the videos that people of a business can watch, in the order of the home page. */
export const findWatchable = (db: Db, site: Site, businessId: number | null, mayChange: RawBuilder<SqlBool>) =>
  listed(db, site, mayChange)
    .where('v.deleted_at', 'is', null)
    .where('v.state', '=', 'ready')
    .where((where) =>
      where.or([where('v.businessentity_id', 'is', null), where('v.businessentity_id', '=', businessId)]),
    )
    .orderBy('v.sequence_no')
    .orderBy('v.created_at', 'desc')
    .orderBy('v.custom_video_id', 'desc')
    .execute()

export const findListed = (db: Db, site: Site, id: number, mayChange: RawBuilder<SqlBool>): Promise<ListedVideo> =>
  listed(db, site, mayChange).where('v.custom_video_id', '=', id).executeTakeFirstOrThrow()

/** Returns a video of a user, also a deleted one, locked until the end of the transaction. */
export const holdVideo = (
  db: Db,
  site: Site,
  of: { part_id: string; user_id: number },
): Promise<VideoRow | undefined> =>
  videos(db, site)
    .where('v.part_id', '=', of.part_id)
    .where('v.user_id', '=', of.user_id)
    // A video that an operator gives to everybody is not the operator's own.
    .where('v.businessentity_id', 'is not', null)
    .forUpdate()
    .executeTakeFirst()

export const findById = (db: Db, site: Site, id: number): Promise<VideoRow | undefined> =>
  videos(db, site).where('v.custom_video_id', '=', id).executeTakeFirst()

export const findByFolder = (db: Db, site: Site, folder: string): Promise<VideoRow | undefined> =>
  videos(db, site).where('v.folder', '=', folder).executeTakeFirst()

/** Lets one change of the videos of a business follow another. */
export const lockBusiness = (db: Db, site: Site, businessId: number) =>
  sql`select pg_advisory_xact_lock(${site.web_site_id}, hashtext(${`custom videos ${businessId}`}))`.execute(db)

/** Returns the bytes and the number of the videos of a business. Deleted ones count until their files have gone. */
export const useOf = (db: Db, site: Site, businessId: number): Promise<{ bytes: number; videos: number }> =>
  db
    .selectFrom('custom_videos')
    .select([
      sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes'),
      sql<number>`(count(*) filter (where deleted_at is null))::int`.as('videos'),
    ])
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where('purged_at', 'is', null)
    .executeTakeFirstOrThrow()

export interface NewVideo {
  part_id: string
  user_id: number
  businessentity_id: number
  video_name: string
  video_url: string
  description?: string
  duration?: number | null
  width?: number | null
  height?: number | null
  on_home: boolean
  state: VideoRow['state']
  folder?: string
  file_name?: string
  bytes?: number
  created_at: Date
}

export async function insertVideo(db: Db, site: Site, video: NewVideo): Promise<number> {
  const { custom_video_id } = await db
    .insertInto('custom_videos')
    .values({
      web_site_id: site.web_site_id,
      poster_url: null,
      duration: null,
      touched_at: video.created_at,
      ...video,
    })
    .returning('custom_video_id')
    .executeTakeFirstOrThrow()
  return custom_video_id
}

export const setVideo = (db: Db, site: Site, id: number, to: UpdateObject<Tables, 'custom_videos'>) =>
  db
    .updateTable('custom_videos')
    .set(to)
    .where('web_site_id', '=', site.web_site_id)
    .where('custom_video_id', '=', id)
    .execute()

/** Deletes a video that never was one: an upload that was cancelled. */
export const removeVideo = (db: Db, site: Site, id: number) =>
  db
    .deleteFrom('custom_videos')
    .where('web_site_id', '=', site.web_site_id)
    .where('custom_video_id', '=', id)
    .where('state', '=', 'uploading')
    .execute()

/** Replaces the texts of a video in other languages. */
export async function replaceTexts(db: Db, site: Site, id: number, texts: readonly VideoText[]): Promise<void> {
  const { web_site_id } = site
  await db
    .deleteFrom('custom_video_texts')
    .where('web_site_id', '=', web_site_id)
    .where('custom_video_id', '=', id)
    .execute()
  if (texts.length > 0)
    await db
      .insertInto('custom_video_texts')
      .values(texts.map((text) => ({ web_site_id, custom_video_id: id, ...text })))
      .execute()
}

export const putCaptions = (db: Db, site: Site, id: number, language_id: number, content: string) =>
  db
    .insertInto('custom_video_captions')
    .values({ web_site_id: site.web_site_id, custom_video_id: id, language_id, content })
    .onConflict((c) => c.columns(['web_site_id', 'custom_video_id', 'language_id']).doUpdateSet({ content }))
    .execute()

export const removeCaptions = (db: Db, site: Site, id: number, languageId: number) =>
  db
    .deleteFrom('custom_video_captions')
    .where('web_site_id', '=', site.web_site_id)
    .where('custom_video_id', '=', id)
    .where('language_id', '=', languageId)
    .execute()

export const findCaptions = (db: Db, site: Site, id: number, languageId: number) =>
  db
    .selectFrom('custom_video_captions')
    .select('content')
    .where('web_site_id', '=', site.web_site_id)
    .where('custom_video_id', '=', id)
    .where('language_id', '=', languageId)
    .executeTakeFirst()

/** Returns videos by their ids, with texts and captions, also deleted ones. */
export const findByPartIds = (db: Db, site: Site, partIds: readonly string[]) =>
  listed(db, site, sql<SqlBool>`false`)
    .where('v.part_id', 'in', partIds)
    .execute()
