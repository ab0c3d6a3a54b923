import type { NoticeKind } from '@cutaway/contract/rooms/sharing/decisions.ts'
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

/** Returns a link with its sender and its recipient, locked until the end of the transaction. */
export const lockLinkToTell = (db: Db, site: Site, linkId: number) =>
  db
    .selectFrom('links as l')
    .innerJoin('link_films as f', (j) =>
      j.onRef('f.web_site_id', '=', 'l.web_site_id').onRef('f.link_id', '=', 'l.link_id').on('f.position', '=', 0),
    )
    .leftJoin('send_recipients as r', (j) =>
      j.onRef('r.web_site_id', '=', 'l.web_site_id').onRef('r.link_id', '=', 'l.link_id'),
    )
    .leftJoin('customers as c', (j) =>
      j.onRef('c.web_site_id', '=', 'r.web_site_id').onRef('c.customer_id', '=', 'r.customer_id'),
    )
    .select(['c.name_sealed', 'c.businessentity_id as customer_entity', 'c.user_id as customer_user'])
    .select(['l.user_id', 'l.businessentity_id', 'l.location_id', 'l.notify', 'l.watched_mail_id', 'l.told_answer_id'])
    .select(['l.ro_number', 'l.currency', 'f.part_id', 'r.address', 'r.recipient_id'])
    .where('l.web_site_id', '=', site.web_site_id)
    .where('l.link_id', '=', linkId)
    .forUpdate('l')
    .executeTakeFirst()

/** Managers of the location of a link whose sender has left; the first few are enough. */
const mostManagers = 5

/**
 * Returns who is told by mail of activity of a kind: the sender, or the managers of the location if the sender has
 * left; no other user is told that a film was watched. Users who switched all of these kinds off are left out.
 */
export async function peopleToTell(
  db: Db,
  site: Site,
  link: { user_id: number; businessentity_id: number | null; location_id: number | null },
  kinds: readonly NoticeKind[],
) {
  const people = db
    .selectFrom('users as u')
    .select(['u.email', 'u.language_id'])
    .where('u.web_site_id', '=', site.web_site_id)
    .where('u.deleted_at', 'is', null)
  const wanting = people.where((eb) =>
    eb(
      eb
        .selectFrom('muted_notices as m')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('m.web_site_id', '=', 'u.web_site_id')
        .whereRef('m.user_id', '=', 'u.user_id')
        .where('m.kind', 'in', kinds),
      '<',
      kinds.length,
    ),
  )
  const sender = people.where('u.user_id', '=', link.user_id)
  if (await sender.executeTakeFirst()) return wanting.where('u.user_id', '=', link.user_id).execute()
  if (link.location_id === null || kinds.includes('watched')) return []
  return wanting
    .where('u.user_access_id', '=', locationManager)
    .where('u.location_id', '=', link.location_id)
    .orderBy('u.user_id')
    .limit(mostManagers)
    .execute()
}
const locationManager = 5

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

/** Returns the last answer to a link, and the answer that the sender was last notified of, with their rows. */
export async function answersToTell(db: Db, site: Site, linkId: number, toldId: number | null) {
  const answers = db
    .selectFrom('link_answers as n')
    .select(['n.answer_id', 'n.answer', 'n.at', 'n.has_question', 'n.contact'])
    .select(
      sql<ToldRow[]>`coalesce((
        select json_agg(json_build_object('finding', x.finding, 'price', x.price, 'answer', x.answer,
          'question', x.question, 'part_id', x.part_id) order by f.position)
        from link_answer_rows x
        left join link_films f on f.web_site_id = x.web_site_id and f.link_id = n.link_id and f.part_id = x.part_id
        where x.web_site_id = n.web_site_id and x.answer_id = n.answer_id), '[]')`.as('rows'),
    )
    .where('n.web_site_id', '=', site.web_site_id)
    .where('n.link_id', '=', linkId)
  const last = await answers.orderBy('n.at', 'desc').orderBy('n.answer_id', 'desc').limit(1).executeTakeFirst()
  const told = toldId === null ? undefined : await answers.where('n.answer_id', '=', toldId).executeTakeFirst()
  return { last, told }
}

export interface ToldRow {
  part_id: string
  finding: string
  price: number | null
  answer: 'approve' | 'not_now' | 'ask'
  question: string
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
