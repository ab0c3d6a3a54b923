import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of notifications: what the sender of a link asked for and what was sent. */

export const findWish = (db: Db, site: Site, linkId: number) =>
  db
    .selectFrom('links')
    .select(['notify', 'watched_mail_id', 'told_answer_id'])
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
    .executeTakeFirst()

/**
 * Returns a link with its sender and its recipient, locked until the end of the transaction; undefined if the sender
 * has left.
 */
export const lockLinkToTell = (db: Db, site: Site, linkId: number) =>
  db
    .selectFrom('links as l')
    .innerJoin('users as u', (j) =>
      j
        .onRef('u.web_site_id', '=', 'l.web_site_id')
        .onRef('u.user_id', '=', 'l.user_id')
        .on('u.deleted_at', 'is', null),
    )
    .innerJoin('link_films as f', (j) =>
      j.onRef('f.web_site_id', '=', 'l.web_site_id').onRef('f.link_id', '=', 'l.link_id').on('f.position', '=', 0),
    )
    .leftJoin('send_recipients as r', (j) =>
      j.onRef('r.web_site_id', '=', 'l.web_site_id').onRef('r.link_id', '=', 'l.link_id'),
    )
    .select(['l.notify', 'l.watched_mail_id', 'l.told_answer_id', 'l.ro_number', 'f.part_id'])
    .select(['u.email', 'u.language_id', 'r.address', 'r.recipient_id'])
    .where('l.web_site_id', '=', site.web_site_id)
    .where('l.link_id', '=', linkId)
    .forUpdate('l')
    .executeTakeFirst()

/** Returns what people watched of each film, in the order of the link; related films come last. */
export const watchedFilms = (db: Db, site: Site, linkId: number) =>
  db
    .selectFrom('link_views as v')
    .leftJoin('link_films as f', (j) =>
      j
        .onRef('f.web_site_id', '=', 'v.web_site_id')
        .onRef('f.link_id', '=', 'v.link_id')
        .onRef('f.part_id', '=', 'v.part_id'),
    )
    .select(({ fn }) => [
      'v.part_id',
      fn.max('v.watched_percent').as('watched_percent'),
      fn.max('v.last_at').as('last_at'),
      fn.min('v.first_frame_at').as('first_at'),
    ])
    .$narrowType<{ watched_percent: number; last_at: Date; first_at: Date }>()
    .where('v.web_site_id', '=', site.web_site_id)
    .where('v.link_id', '=', linkId)
    .where('v.first_frame_at', 'is not', null)
    .groupBy('v.part_id')
    .orderBy(sql`min(f.position) nulls last`)
    .orderBy('v.part_id')
    .execute()

/** Returns the last answer to a link, and the answer that the sender was last notified of. */
export async function answersToTell(db: Db, site: Site, linkId: number, toldId: number | null) {
  const answers = db
    .selectFrom('link_answers')
    .select(['answer_id', 'answer', 'at'])
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
  const last = await answers.orderBy('at', 'desc').orderBy('answer_id', 'desc').limit(1).executeTakeFirst()
  const told = toldId === null ? undefined : await answers.where('answer_id', '=', toldId).executeTakeFirst()
  return { last, told: told?.answer }
}

export async function markTold(
  db: Db,
  site: Site,
  linkId: number,
  told: { watched_mail_id: string } | { told_answer_id: number },
): Promise<void> {
  await db
    .updateTable('links')
    .set(told)
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
    .execute()
}
