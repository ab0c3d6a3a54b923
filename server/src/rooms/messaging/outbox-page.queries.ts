import { sql } from 'kysely'
import type { Db } from '../../core/db/database.ts'

/** Queries of the demo's outbox page: what the stand-ins accepted. */

export interface Kept {
  id: string
  kind: 'email' | 'sms' | 'mms'
  to: string
  subject: string
  sent_at: Date
  language_code: string
}

/** Returns the mails and text messages that the stand-ins of a web site accepted, the one sent last first. */
export function findKept(db: Db, webSiteId: number, most: number): Promise<Kept[]> {
  // By the moment of sending: what waited for its turn is new when it is sent, however much was queued after it.
  const sentAt = sql<Date>`coalesce(d.sent_at, d.created_at)`
  const newest = deliveries(db, webSiteId)
    .select(['d.web_site_id', 'd.delivery_id', 'd.created_at', sentAt.as('sent_at')])
    .orderBy(sentAt, 'desc')
    .orderBy('d.created_at', 'desc')
    .limit(most)
  return (
    db
      .selectFrom(newest.as('d'))
      .leftJoin('mails as m', (j) =>
        j.onRef('m.web_site_id', '=', 'd.web_site_id').onRef('m.mail_id', '=', 'd.delivery_id'),
      )
      .leftJoin('messages as x', (j) =>
        j.onRef('x.web_site_id', '=', 'd.web_site_id').onRef('x.message_id', '=', 'd.delivery_id'),
      )
      .select(['d.delivery_id as id', 'd.sent_at'])
      .select([
        sql<Kept['kind']>`coalesce(x.kind, 'email')`.as('kind'),
        sql<string>`coalesce(m.to_address, x.to_number)`.as('to'),
        sql<string>`coalesce(m.subject, x.body)`.as('subject'),
        sql<string>`coalesce(m.language_code, x.language_code)`.as('language_code'),
      ])
      // The content of a message to a forgotten customer is gone.
      .where((e) => e.or([e('m.mail_id', 'is not', null), e('x.message_id', 'is not', null)]))
      .orderBy('d.sent_at', 'desc')
      .orderBy('d.created_at', 'desc')
      .execute()
  )
}

export const findKeptMail = (db: Db, webSiteId: number, id: string) =>
  deliveries(db, webSiteId)
    .innerJoin('mails as m', (j) =>
      j.onRef('m.web_site_id', '=', 'd.web_site_id').onRef('m.mail_id', '=', 'd.delivery_id'),
    )
    .selectAll('m')
    .select('d.sent_at')
    .where('d.delivery_id', '=', id)
    .executeTakeFirst()

export const findKeptMessage = (db: Db, webSiteId: number, id: string) =>
  deliveries(db, webSiteId)
    .innerJoin('messages as x', (j) =>
      j.onRef('x.web_site_id', '=', 'd.web_site_id').onRef('x.message_id', '=', 'd.delivery_id'),
    )
    .selectAll('x')
    .select('d.sent_at')
    .where('d.delivery_id', '=', id)
    .executeTakeFirst()

const deliveries = (db: Db, webSiteId: number) =>
  db
    .selectFrom('deliveries as d')
    .where('d.web_site_id', '=', webSiteId)
    .where('d.carrier', '=', 'outbox')
    .where('d.state', '=', 'sent')
