import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { HitKind } from '../../player/visitors.ts'

/** Queries of the landing page: visits, watched ranges, answers and questions. */

export interface Hit {
  link_id: number
  at: Date
  kind: HitKind | 'shop'
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
    .select(['stretches', 'first_frame_at', 'decoded_at', 'watched_percent'])
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
    .values({ web_site_id: site.web_site_id, ...view, first_frame_at: null, decoded_at: null, last_at: view.opened_at })
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

/** Records that a frame of the film was decoded in a visit. */
export async function noteDecoded(db: Db, site: Site, key: ViewKey, at: Date): Promise<void> {
  await db
    .updateTable('link_views')
    .set({ decoded_at: at })
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', key.link_id)
    .where('view_key', '=', key.view_key)
    .where('part_id', '=', key.part_id)
    .execute()
}

/** Returns whether a frame of a film was decoded or shown in a visit. */
export async function hasDecoded(db: Db, site: Site, linkId: number, viewKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('link_views')
    .select('view_key')
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
    .where('view_key', '=', viewKey)
    .where((eb) => eb.or([eb('decoded_at', 'is not', null), eb('first_frame_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether an answer with this key is stored. */
export async function hasAnswer(db: Db, site: Site, linkId: number, requestKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('link_answers')
    .select('answer_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
  return row !== undefined
}

interface PdfView {
  link_id: number
  part_id: string
  language_id: number
  at: Date
  user_agent: string
  remote_address: string
}

/** Stores the reading of a PDF, unless the same visitor has read it since a time. */
export async function insertPdfView(db: Db, site: Site, view: PdfView, since: Date): Promise<void> {
  const known = await db
    .selectFrom('link_pdf_views')
    .select('pdf_view_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', view.link_id)
    .where('part_id', '=', view.part_id)
    .where('remote_address', '=', view.remote_address)
    .where('user_agent', '=', view.user_agent)
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst()
  if (known) return
  await db
    .insertInto('link_pdf_views')
    .values({ web_site_id: site.web_site_id, ...view })
    .execute()
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

/** Returns the recipient to whom a link was sent, with the sealed vehicle; undefined if it was handed on. */
export const recipientOfLink = (db: Db, site: Site, linkId: number) =>
  db
    .selectFrom('send_recipients as r')
    .innerJoin('sends as s', (j) => j.onRef('s.web_site_id', '=', 'r.web_site_id').onRef('s.send_id', '=', 'r.send_id'))
    .leftJoin('customers as c', (j) =>
      j.onRef('c.web_site_id', '=', 'r.web_site_id').onRef('c.customer_id', '=', 'r.customer_id'),
    )
    .select(['r.address', 's.channel', 'c.vehicle_sealed', 'c.businessentity_id', 'c.user_id'])
    .where('r.web_site_id', '=', site.web_site_id)
    .where('r.link_id', '=', linkId)
    .executeTakeFirst()
