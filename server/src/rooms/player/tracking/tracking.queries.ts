import { sql, type Selectable } from 'kysely'
import { createHash } from 'node:crypto'
import type { Db } from '../../../core/db/database.ts'
import type { Tables } from '../../../core/db/tables.ts'

/** Queries of view tracking. Every write takes a batch, which may hold rows of many users. */

/** A row to insert: times as text, without the columns that the database fills. */
type Row<Table extends keyof Tables, Times extends string, Added extends string = never> = Omit<
  Selectable<Tables[Table]>,
  'web_site_id' | Times | Added
>

export type View = Row<'views', 'viewed_at', 'view_id' | 'day' | 'half_minute' | 'screen_id'> & {
  viewed_at: string
  /** 0, the page of a person, if it is left out. */
  screen_id?: number
}

/**
 * Returns the number, below 0, that a page in a frame has in the place of a screen. Its viewers have no accounts, so the
 * views of all have the same user, and those of different pages in the same half minute would count as one.
 */
export const frameNumber = (key: string): number =>
  -1 - (createHash('sha256').update(key).digest().readUInt32BE() >>> 1)

/** Adds views to the log and to the daily sums. A repetition within half a minute on the same screen is left out. */
export async function addViews(db: Db, webSiteId: number, timeZone: string, views: View[]): Promise<void> {
  await sql`
    with given as (
      select distinct on (user_id, part_id, what, tracktype, half_minute, screen) *
      from (
        select g.*, coalesce(g.screen_id, 0) as screen, floor(extract(epoch from viewed_at) / 30)::bigint as half_minute
        from jsonb_to_recordset(${JSON.stringify(views)}::jsonb) as g(viewed_at timestamptz, user_id int,
          businessentity_id int, location_id int, what text, tracktype text, part_id text, video_type text,
          brand_id int, language_id int, remote_address text, screen_id int)
      ) as timed
      order by user_id, part_id, what, tracktype, half_minute, screen, viewed_at
    ), added as (
      insert into views (web_site_id, viewed_at, user_id, businessentity_id, location_id, what, tracktype, part_id,
        video_type, brand_id, language_id, remote_address, day, screen_id)
      select ${webSiteId}, viewed_at, user_id, businessentity_id, location_id, what, tracktype, part_id, video_type,
        brand_id, language_id, remote_address, (viewed_at at time zone ${timeZone})::date, screen
      from given g
      where not exists (
        select from views v
        where v.web_site_id = ${webSiteId} and v.user_id = g.user_id and v.part_id = g.part_id and v.what = g.what
          and v.tracktype = g.tracktype and v.screen_id = g.screen and v.half_minute between g.half_minute - 1 and g.half_minute + 1
          and abs(extract(epoch from v.viewed_at - g.viewed_at)) < 30)
      on conflict do nothing
      returning *
    )
    insert into daily_views as d (web_site_id, day, businessentity_id, part_id, what, tracktype, brand_id, language_id, views)
    select web_site_id, day, coalesce(businessentity_id, 0), part_id, what,
      tracktype, brand_id, language_id, count(*)
    from added group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (web_site_id, day, businessentity_id, part_id, what, tracktype, brand_id, language_id)
      do update set views = d.views + excluded.views`.execute(db)
}

export type Seen = Row<'user_history', 'viewed_at' | 'pdf_viewed_at'> & {
  viewed_at: string | null
  pdf_viewed_at: string | null
}

/** Moves films to the top of their users' histories. */
export async function addToHistory(db: Db, webSiteId: number, seen: Seen[]): Promise<void> {
  await sql`
    insert into user_history as h (web_site_id, user_id, brand_id, part_id, viewed_at, pdf_viewed_at)
    select ${webSiteId}, user_id, brand_id, part_id, max(viewed_at), max(pdf_viewed_at)
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as g(user_id int, brand_id int, part_id text,
      viewed_at timestamptz, pdf_viewed_at timestamptz)
    group by user_id, brand_id, part_id order by user_id, brand_id, part_id
    on conflict (web_site_id, user_id, brand_id, part_id) do update set
      viewed_at = greatest(h.viewed_at, excluded.viewed_at),
      pdf_viewed_at = greatest(h.pdf_viewed_at, excluded.pdf_viewed_at)`.execute(db)
}

export type WatchedReport = Row<'watched', 'at'> & { at: string }

/** Stores reports of watched seconds. A report that is already stored stays unchanged. */
export async function addWatched(db: Db, webSiteId: number, reports: WatchedReport[]): Promise<void> {
  await sql`
    insert into watched (web_site_id, view_key, report, user_id, part_id, brand_id, language_id, at, stretches)
    select ${webSiteId}, view_key, report, user_id, part_id, brand_id, language_id, at,
      array(select jsonb_array_elements_text(stretches)::real)
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as g(view_key uuid, report int, user_id int, part_id text,
      brand_id int, language_id int, at timestamptz, stretches jsonb)
    on conflict do nothing`.execute(db)
}

/** Returns the films of a brand that a user has seen, latest first. */
export function historyOf(db: Db, webSiteId: number, userId: number, brandId: number, most: number) {
  return db
    .selectFrom('user_history')
    .select(['part_id', 'viewed_at'])
    .where('web_site_id', '=', webSiteId)
    .where('user_id', '=', userId)
    .where('brand_id', '=', brandId)
    .where('viewed_at', 'is not', null)
    .orderBy('viewed_at', 'desc')
    .orderBy('part_id')
    .limit(most)
    .execute()
}

/** Returns whether a page in a frame counted its view of a film in the hour before `now`. */
export async function hasCounted(
  db: Db,
  webSiteId: number,
  view: Pick<View, 'user_id' | 'part_id' | 'what' | 'tracktype'> & { screen_id: number },
  now: Date,
): Promise<boolean> {
  const halfMinute = Math.floor(now.getTime() / 30_000)
  const found = await db
    .selectFrom('views')
    .select('view_id')
    .where('web_site_id', '=', webSiteId)
    .where('user_id', '=', view.user_id)
    .where('part_id', '=', view.part_id)
    .where('what', '=', view.what)
    .where('tracktype', '=', view.tracktype)
    .where('half_minute', '>=', halfMinute - 120)
    .where('screen_id', '=', view.screen_id)
    .executeTakeFirst()
  return found !== undefined
}
