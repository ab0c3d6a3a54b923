import type { NoticeKind } from '@cutaway/contract/rooms/sharing/decisions.ts'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Reach } from '../../../core/scope.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { AnsweredRow, Finding, Summary } from './decisions.rules.ts'

/** Queries of decisions: what was found, the answers to rows, what the shop did with them, who has read them. */

export const findFindings = (db: Db, site: Site, linkId: number): Promise<Finding[]> =>
  db
    .selectFrom('link_films')
    .select(['part_id', 'finding', 'measured', 'rating', 'price', 'note'])
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
    .orderBy('position')
    .execute()

/** An answer of a customer, with the answers to all rows as they were then. */
export type StoredAnswer = NonNullable<Awaited<ReturnType<typeof findStandingAnswer>>>

/** Returns the latest answer to a link, without presses of the shop's own button. */
export async function findStandingAnswer(db: Db, site: Site, linkId: number) {
  const answer = await db
    .selectFrom('link_answers')
    .select(['answer_id', 'answer', 'at', 'wants_call', 'has_question', 'contact', 'handled_at'])
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
    .where('answer', '<>', 'action')
    .orderBy('answer_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!answer) return undefined
  const rows: AnsweredRow[] = await db
    .selectFrom('link_answer_rows')
    .select(['part_id', 'finding', 'price', 'answer', 'question', 'reply_by'])
    .where('web_site_id', '=', site.web_site_id)
    .where('answer_id', '=', answer.answer_id)
    .execute()
  return { ...answer, rows }
}

/** Serialises the answers to a link. Returns when the shop started the work. */
export async function lockDecision(db: Db, site: Site, linkId: number): Promise<Date | null> {
  const link = await db
    .selectFrom('links')
    .select('taken_up_at')
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return link.taken_up_at
}

export interface NewAnswer extends Summary {
  link_id: number
  request_key: string
  contact: string
  at: Date
  remote_address: string
}

/** Stores an answer with the rows. Returns whether it is new: a repeated request has the same key. */
export async function insertAnswer(
  db: Db,
  site: Site,
  answer: NewAnswer,
  rows: readonly AnsweredRow[],
): Promise<boolean> {
  const { web_site_id } = site
  const stored = await db
    .insertInto('link_answers')
    .values({ web_site_id, ...answer })
    .onConflict((c) => c.columns(['web_site_id', 'link_id', 'request_key']).doNothing())
    .returning('answer_id')
    .executeTakeFirst()
  if (!stored) return false
  if (rows.length > 0)
    await db
      .insertInto('link_answer_rows')
      .values(rows.map((row) => ({ web_site_id, answer_id: stored.answer_id, ...row })))
      .execute()
  return true
}

/** Records the time of the customer's latest answer or question. */
export async function noteCustomer(db: Db, site: Site, linkId: number, at: Date): Promise<void> {
  await db
    .updateTable('links')
    .set({ customer_at: at })
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
    .execute()
}

export async function setTakenUp(
  db: Db,
  site: Site,
  linkId: number,
  taken: { taken_up_at: Date | null; taken_up_by: number | null },
): Promise<void> {
  await db
    .updateTable('links')
    .set(taken)
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
    .execute()
}

export async function setHandled(
  db: Db,
  site: Site,
  answerId: number,
  handled: { handled_at: Date | null; handled_by: number | null },
): Promise<void> {
  await db
    .updateTable('link_answers')
    .set(handled)
    .where('web_site_id', '=', site.web_site_id)
    .where('answer_id', '=', answerId)
    .execute()
}

export async function setRead(db: Db, site: Site, userId: number, linkId: number, readAt: Date): Promise<void> {
  await db
    .insertInto('link_reads')
    .values({ web_site_id: site.web_site_id, user_id: userId, link_id: linkId, read_at: readAt })
    .onConflict((c) => c.columns(['web_site_id', 'user_id', 'link_id']).doUpdateSet({ read_at: readAt }))
    .execute()
}

/** Counts the sends within reach with answers or questions since a time that a user has not read. */
export async function countUnread(db: Db, site: Site, reader: { userId: number; reach: Reach; since: Date }) {
  const { n } = await db
    .selectFrom('links as l')
    .innerJoin('send_recipients as r', (j) =>
      j.onRef('r.web_site_id', '=', 'l.web_site_id').onRef('r.link_id', '=', 'l.link_id'),
    )
    .leftJoin('link_reads as k', (j) =>
      j
        .onRef('k.web_site_id', '=', 'l.web_site_id')
        .onRef('k.link_id', '=', 'l.link_id')
        .on('k.user_id', '=', reader.userId),
    )
    .select(sql<number>`count(*)::int`.as('n'))
    .where('l.web_site_id', '=', site.web_site_id)
    .where('l.customer_at', '>', reader.since)
    .where(reader.reach.users('l.user_id'))
    .where((eb) => eb.or([eb('k.read_at', 'is', null), eb('k.read_at', '<', eb.ref('l.customer_at'))]))
    .executeTakeFirstOrThrow()
  return n
}

export const findMuted = (db: Db, site: Site, userId: number) =>
  db
    .selectFrom('muted_notices')
    .select('kind')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .execute()

export async function setMuted(db: Db, site: Site, userId: number, kind: NoticeKind, isMuted: boolean): Promise<void> {
  const key = { web_site_id: site.web_site_id, user_id: userId, kind }
  if (isMuted)
    await db
      .insertInto('muted_notices')
      .values(key)
      .onConflict((c) => c.columns(['web_site_id', 'user_id', 'kind']).doNothing())
      .execute()
  else
    await db
      .deleteFrom('muted_notices')
      .where('web_site_id', '=', key.web_site_id)
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .execute()
}
