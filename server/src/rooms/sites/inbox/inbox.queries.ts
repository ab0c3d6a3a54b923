import type { ListQuery } from '@cutaway/contract/administration/list.ts'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import { contains, readPage } from '../../../core/db/list.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of feedback and of browsers' errors, of several web sites at once. */

export interface Of {
  webSiteIds: readonly number[]
  state: 'open' | 'done'
}

const ofSites = (column: string, { webSiteIds }: Of) =>
  sql<boolean>`${sql.ref(column)} = any(${[...webSiteIds]}::int[])`

const nameOf = (table: string) =>
  sql<string>`coalesce(nullif(trim(concat_ws(' ', ${sql.ref(`${table}.first_name`)}, ${sql.ref(`${table}.last_name`)})), ''),
    ${sql.ref(`${table}.username`)})`

export const findFeedback = (system: Db, of: Of, list: ListQuery<'created' | 'rating'>) =>
  readPage(
    system
      .selectFrom('feedback as f')
      .innerJoin('users as u', (j) =>
        j.onRef('u.web_site_id', '=', 'f.web_site_id').onRef('u.user_id', '=', 'f.user_id'),
      )
      .select([
        'f.web_site_id',
        'f.user_id',
        'u.username',
        'f.rating',
        'f.feedback',
        'f.page_url',
        'f.language_id',
        'f.created_at',
        'f.done_at',
      ])
      .select(nameOf('u').as('name'))
      // An operator of another web site has no row there.
      .select(
        sql<string | null>`(select ${nameOf('d')} from users d
          where d.user_id = f.done_by order by d.web_site_id = f.web_site_id desc limit 1)`.as('done_by'),
      )
      .where(ofSites('f.web_site_id', of))
      .where('f.done_at', of.state === 'open' ? 'is' : 'is not', null)
      .where(contains(['f.feedback', 'f.page_url', 'u.first_name', 'u.last_name', 'u.username'], list.search)),
    list,
    {
      by: { created: sql.ref('f.created_at'), rating: sql.ref('f.rating') },
      // A user's id is unique within a web site, and each user has one.
      unique: 'f.user_id',
    },
  )

/** Marks feedback. Returns whether there is any of this user. */
export async function markFeedback(db: Db, site: Site, userId: number, done: { at: Date; by: number } | null) {
  const { numUpdatedRows } = await db
    .updateTable('feedback')
    .set({ done_at: done?.at ?? null, done_by: done?.by ?? null })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const findErrors = (system: Db, of: Of, list: ListQuery<'last' | 'times'>) =>
  readPage(
    system
      .selectFrom('browser_errors as e')
      .select(['e.web_site_id', 'e.fingerprint', 'e.message', 'e.page', 'e.caller_line', 'e.cause', 'e.browser_name'])
      .select(['e.platform', 'e.user_agent', 'e.times', 'e.first_at', 'e.last_at', 'e.done_at'])
      .where(ofSites('e.web_site_id', of))
      .where('e.done_at', of.state === 'open' ? 'is' : 'is not', null)
      .where(contains(['e.message', 'e.page', 'e.browser_name', 'e.platform', 'e.cause'], list.search)),
    list,
    { by: { last: sql.ref('e.last_at'), times: sql.ref('e.times') }, unique: 'e.fingerprint' },
  )

export async function markError(
  db: Db,
  site: Site,
  fingerprint: string,
  done: { at: Date; by: number } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('browser_errors')
    .set({ done_at: done?.at ?? null, done_by: done?.by ?? null })
    .where('web_site_id', '=', site.web_site_id)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface ErrorReport {
  fingerprint: string
  message: string
  page: string
  caller_line: string
  cause: string
  browser_name: string
  platform: string
  user_agent: string
}

/** The most different errors that one web site keeps: reports come from anybody. */
export const mostErrors = 1000

/** Counts a report. An error that was marked as done is open again. Beyond `mostErrors`, unknown errors are dropped. */
export async function recordError(db: Db, site: Site, report: ErrorReport, at: Date): Promise<void> {
  const { page, browser_name, platform, user_agent } = report
  const known = await db
    .updateTable('browser_errors')
    .set({ page, browser_name, platform, user_agent, last_at: at, done_at: null, done_by: null })
    .set({ times: sql`least(times + 1, 2000000000)` })
    .where('web_site_id', '=', site.web_site_id)
    .where('fingerprint', '=', report.fingerprint)
    .executeTakeFirst()
  if (known.numUpdatedRows > 0n) return
  const { count } = await db
    .selectFrom('browser_errors')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('web_site_id', '=', site.web_site_id)
    .executeTakeFirstOrThrow()
  if (count >= mostErrors) return
  await db
    .insertInto('browser_errors')
    .values({ web_site_id: site.web_site_id, ...report, first_at: at, last_at: at, done_at: null, done_by: null })
    .onConflict((conflict) =>
      conflict
        .columns(['web_site_id', 'fingerprint'])
        .doUpdateSet({ times: sql`browser_errors.times + 1`, last_at: at }),
    )
    .execute()
}

/** Deletes errors that no browser has reported since a time. */
export const deleteOldErrors = (system: Db, since: Date) =>
  system.deleteFrom('browser_errors').where('last_at', '<', since).execute()

/** Returns how much waits for a decision or is open. */
export async function countOpen(system: Db, webSiteIds: readonly number[]) {
  const count = (table: 'feedback' | 'browser_errors') =>
    sql<number>`(select count(*)::int from ${sql.table(table)}
      where web_site_id = any(${[...webSiteIds]}::int[]) and done_at is null)`
  type Counted = 'ip_ranges' | 'applications' | 'registrations' | 'feedback' | 'browser_errors' | 'payments'
  const { rows } = await sql<Record<Counted, number>>`
    select (select count(*)::int from ip_ranges
        where web_site_id = any(${[...webSiteIds]}::int[]) and state = 'waiting') as ip_ranges,
      (select count(*)::int from registrations
        where web_site_id = any(${[...webSiteIds]}::int[]) and state = 'awaiting_approval') as applications,
      (select count(*)::int from text_registrations
        where web_site_id = any(${[...webSiteIds]}::int[]) and state = 'waiting') as registrations,
      (select count(*)::int from payment_differences
        where web_site_id = any(${[...webSiteIds]}::int[]) and resolved_at is null) as payments,
      ${count('feedback')} as feedback, ${count('browser_errors')} as browser_errors`.execute(system)
  return rows[0]!
}
