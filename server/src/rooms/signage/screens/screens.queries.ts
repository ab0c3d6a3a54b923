import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Reach } from '../../../core/scope.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { AskedFilm } from './tables.ts'

/** Queries of screens and of the codes that pair them. */

const screens = (db: Db, site: Site) =>
  db
    .selectFrom('screens as s')
    .leftJoin('locations as l', (j) =>
      j
        .onRef('l.web_site_id', '=', 's.web_site_id')
        .onRef('l.location_id', '=', 's.location_id')
        .on('l.deleted_at', 'is', null),
    )
    .leftJoin('automatic_answers as a', (j) =>
      j.onRef('a.web_site_id', '=', 's.web_site_id').onRef('a.location_id', '=', 's.location_id'),
    )
    .leftJoin('users as u', (j) =>
      j.onRef('u.web_site_id', '=', 's.web_site_id').onRef('u.user_id', '=', 's.paired_by'),
    )
    .selectAll('s')
    .select(['l.businessentity_location_name as location_name', 'a.hours', 'u.first_name', 'u.last_name'])
    .where('s.web_site_id', '=', site.web_site_id)
    .where('s.revoked_at', 'is', null)

export type ScreenRow = NonNullable<Awaited<ReturnType<typeof findScreen>>>

export const findScreen = (db: Db, site: Site, id: number) =>
  screens(db, site).where('s.screen_id', '=', id).executeTakeFirst()

/** A screen without a location belongs to those who reach the business, any other to those who reach its location. */
const within = (reach: Reach) =>
  sql<boolean>`(case when s.location_id is null then ${reach.businesses('s.businessentity_id')}
    else ${reach.locations('s')} end)`

export const findScreensById = (db: Db, site: Site, ids: readonly number[], reach: Reach) =>
  screens(db, site)
    .where('s.screen_id', 'in', [...ids])
    .where(within(reach))
    .execute()

export const listScreens = (db: Db, site: Site, reach: Reach, most: number) =>
  screens(db, site)
    .where(within(reach))
    .orderBy(sql`lower(s.name)`)
    .orderBy('s.screen_id')
    .limit(most)
    .execute()

/** The most locations that a person chooses from. */
const mostPlaces = 1000

export const listPlaces = (db: Db, site: Site, reach: Reach): Promise<{ location_id: number; name: string }[]> =>
  db
    .selectFrom('locations as l')
    .select(['l.location_id', 'l.businessentity_location_name as name'])
    .where('l.web_site_id', '=', site.web_site_id)
    .where('l.deleted_at', 'is', null)
    .where(reach.locations('l'))
    .orderBy(sql`lower(l.businessentity_location_name)`)
    .orderBy('l.location_id')
    .limit(mostPlaces)
    .execute()

/** Serialises the pairings of a business, and returns how many screens it has. */
export async function lockedCount(db: Db, site: Site, businessId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`screens ${site.web_site_id} ${businessId}`}, 0))`.execute(
    db,
  )
  const { count } = await db
    .selectFrom('screens')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export interface NewScreen {
  businessentity_id: number
  location_id: number | null
  name: string
  paired_by: number
  paired_at: Date
  is_watched: boolean
  width: number
  height: number
}

export const insertScreen = (db: Db, site: Site, screen: NewScreen) =>
  db
    .insertInto('screens')
    .values({ web_site_id: site.web_site_id, ...screen })
    .returning('screen_id')
    .executeTakeFirstOrThrow()

export interface ScreenChange {
  name?: string
  location_id?: number | null
  is_muted?: boolean
  is_watched?: boolean
  revoked_at?: Date
  identify_until?: Date
  /** Null ends it. */
  play?: AskedFilm | null
}

export async function changeScreen(db: Db, site: Site, id: number, { play, ...change }: ScreenChange): Promise<void> {
  await db
    .updateTable('screens')
    .set({ ...change, ...(play === undefined ? {} : { play: play && JSON.stringify(play) }) })
    .where('web_site_id', '=', site.web_site_id)
    .where('screen_id', '=', id)
    .execute()
}

export async function askReload(db: Db, site: Site, id: number): Promise<void> {
  await db
    .updateTable('screens')
    .set((e) => ({ reloads: e('reloads', '+', 1) }))
    .where('web_site_id', '=', site.web_site_id)
    .where('screen_id', '=', id)
    .execute()
}

/** What a screen reports. */
export interface Report {
  now: Date
  app_version: string
  width: number
  height: number
  hidden: boolean
  playing: object | null
  kept: object | null
  clock_offset_ms: number
  /** The film for a customer that has ended. */
  played: string | null
}

/** Stores what a screen reports and returns its orders. A hidden page is not seen by anyone, so it is not heard of. */
export async function noteReport(db: Db, site: Site, id: number, report: Report) {
  const { played, hidden, now, playing, kept, ...columns } = report
  return await db
    .updateTable('screens')
    .set({
      ...columns,
      playing: playing === null ? null : JSON.stringify(playing),
      kept: kept === null ? null : JSON.stringify(kept),
      ...(hidden ? {} : { last_seen_at: now, dark_since: null }),
      ...(played === null
        ? {}
        : { play: sql<string | null>`case when play->>'id' = ${played} then null else play end` }),
    })
    .where('web_site_id', '=', site.web_site_id)
    .where('screen_id', '=', id)
    .returning(['name', 'reloads', 'identify_until', 'is_muted', 'play'])
    .executeTakeFirstOrThrow()
}

// ── codes ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface NewCode {
  code: string
  secret_hash: string
  created_at: Date
  expires_at: Date
  width: number
  height: number
}

/** Stores a code and removes what has ended. Returns false if another screen shows the same. */
export async function insertCode(db: Db, site: Site, code: NewCode): Promise<boolean> {
  await db
    .deleteFrom('screen_codes')
    .where('web_site_id', '=', site.web_site_id)
    .where('expires_at', '<', code.created_at)
    .execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('screen_codes')
    .values({ web_site_id: site.web_site_id, ...code })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns the screen that shows a code and waits; the row is locked until the end of the transaction. */
export const findCode = (db: Db, site: Site, code: string, now: Date) =>
  db
    .selectFrom('screen_codes')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('code', '=', code)
    .where('expires_at', '>', now)
    .where('screen_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export async function useCode(db: Db, site: Site, code: string, screenId: number): Promise<void> {
  await db
    .updateTable('screen_codes')
    .set({ screen_id: screenId })
    .where('web_site_id', '=', site.web_site_id)
    .where('code', '=', code)
    .execute()
}

export const findClaim = (db: Db, site: Site, secretHash: string) =>
  db
    .selectFrom('screen_codes')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()

/**
 * Gives a screen its credential. Returns false if the screen was revoked. A reply that was lost is asked for again, and
 * then replaces the credential that never arrived.
 */
export async function giveToken(db: Db, site: Site, screenId: number, tokenHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('screens')
    .set({ token_hash: tokenHash })
    .where('web_site_id', '=', site.web_site_id)
    .where('screen_id', '=', screenId)
    .where('revoked_at', 'is', null)
    .where('last_seen_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Counts a wrong code of a person. */
export async function noteWrongCode(db: Db, site: Site, userId: number, now: Date): Promise<void> {
  await sql`insert into screen_code_tries as t (web_site_id, user_id, since, wrong)
    values (${site.web_site_id}, ${userId}, ${now}, 1)
    on conflict (web_site_id, user_id) do update set
      since = case when t.since < ${now}::timestamptz - interval '1 minute' then excluded.since else t.since end,
      wrong = case when t.since < ${now}::timestamptz - interval '1 minute' then 1 else t.wrong + 1 end`.execute(db)
}

/** Returns how many wrong codes a person typed in the last minute. */
export async function wrongCodes(db: Db, site: Site, userId: number, now: Date): Promise<number> {
  const row = await db
    .selectFrom('screen_code_tries')
    .select('wrong')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('since', '>', new Date(now.getTime() - 60_000))
    .executeTakeFirst()
  return row?.wrong ?? 0
}
