import { sql } from 'kysely'
import type { LinkAnswer } from '@cutaway/contract/rooms/sharing/landing.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { HitKind } from './rules.ts'

/** Queries of the landing page: visits, watched ranges, answers and questions. */

export interface Hit {
  link_id: number
  at: Date
  kind: HitKind
  user_agent: string
  remote_address: string
}

export async function insertHit(db: Db, site: Site, hit: Hit): Promise<void> {
  await db
    .insertInto('link_hits')
    .values({ web_site_id: site.web_site_id, ...hit })
    .execute()
}

export interface ViewKey {
  link_id: number
  view_key: string
  part_id: string
}

/** Returns the stored view of a film in a visit, and locks it until the transaction ends. */
export function findView(db: Db, site: Site, key: ViewKey) {
  return db
    .selectFrom('link_views')
    .select(['stretches', 'first_frame_at', 'watched_percent'])
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', key.link_id)
    .where('view_key', '=', key.view_key)
    .where('part_id', '=', key.part_id)
    .forUpdate()
    .executeTakeFirst()
}

/** Counts the visits of a link up to `most`; a visit may have several films. */
export async function countVisits(db: Db, site: Site, linkId: number, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select 1 from link_views where web_site_id = ${site.web_site_id} and link_id = ${linkId}
      group by view_key limit ${most}) as v`.execute(db)
  return rows[0]!.n
}

/** Begins the view of a film in a visit. Does nothing if it has begun. */
export async function beginView(
  db: Db,
  site: Site,
  view: ViewKey & { language_id: number; opened_at: Date; user_agent: string; remote_address: string },
): Promise<void> {
  await db
    .insertInto('link_views')
    .values({ web_site_id: site.web_site_id, ...view, first_frame_at: null, last_at: view.opened_at })
    .onConflict((c) => c.columns(['web_site_id', 'link_id', 'view_key', 'part_id']).doNothing())
    .execute()
}

export async function updateView(
  db: Db,
  site: Site,
  key: ViewKey,
  change: {
    last_at: Date
    first_frame_at: Date | null
    language_id: number
    stretches: number[]
    watched_percent: number
  },
): Promise<void> {
  await db
    .updateTable('link_views')
    .set(change)
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', key.link_id)
    .where('view_key', '=', key.view_key)
    .where('part_id', '=', key.part_id)
    .execute()
}

export interface NewAnswer {
  link_id: number
  request_key: string
  answer: LinkAnswer
  at: Date
  remote_address: string
}

/** Stores an answer. Returns whether it is new: a repeated request has the same key. */
export async function insertAnswer(db: Db, site: Site, answer: NewAnswer): Promise<boolean> {
  const row = await db
    .insertInto('link_answers')
    .values({ web_site_id: site.web_site_id, ...answer })
    .onConflict((c) => c.columns(['web_site_id', 'link_id', 'request_key']).doNothing())
    .returning('answer_id')
    .executeTakeFirst()
  return row !== undefined
}

export const lastAnswer = (db: Db, site: Site, linkId: number) =>
  db
    .selectFrom('link_answers')
    .select(['answer', 'at'])
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
    .orderBy('answer_id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Counts the answers to a link up to `most`. */
export async function countAnswers(db: Db, site: Site, linkId: number, most: number): Promise<number> {
  const rows = await db
    .selectFrom('link_answers')
    .select('answer_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
    .limit(most)
    .execute()
  return rows.length
}

/** Counts the questions about a link since a time, up to `most`. */
export async function countQuestions(db: Db, site: Site, linkId: number, since: Date, most: number): Promise<number> {
  const rows = await db
    .selectFrom('link_questions')
    .select('question_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
    .where('at', '>', since)
    .limit(most)
    .execute()
  return rows.length
}

export async function insertQuestion(
  db: Db,
  site: Site,
  question: { link_id: number; contact: string; message: string; at: Date; remote_address: string },
): Promise<void> {
  await db
    .insertInto('link_questions')
    .values({ web_site_id: site.web_site_id, ...question })
    .execute()
}

/** Returns the mail address and the language of a link's sender. */
export const senderOfLink = (db: Db, site: Site, userId: number) =>
  db
    .selectFrom('users')
    .select(['email', 'language_id', 'first_name'])
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
