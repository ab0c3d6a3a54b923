import { sql } from 'kysely'
import type { Db } from '../../core/db/database.ts'

export interface Kept {
  id: string
  kind: 'email' | 'sms' | 'mms'
  to: string
  subject: string
  sent_at: Date
  language_code: string
  created_at: Date
}

/** Mails and text messages that the stand-ins of a web site kept, the newest first. */
export function findKept(db: Db, webSiteId: number, most: number): Promise<Kept[]> {
  return db
    .selectFrom('mails')
    .select([
      'mail_id as id',
      sql<Kept['kind']>`'email'`.as('kind'),
      'to_address as to',
      'subject',
      sql<Date>`coalesce(sent_at, created_at)`.as('sent_at'),
      'language_code',
      'created_at',
    ])
    .where('web_site_id', '=', webSiteId)
    .where('state', '=', 'kept')
    .unionAll(
      db
        .selectFrom('messages')
        .select([
          'message_id as id',
          'kind',
          'to_number as to',
          'body as subject',
          sql<Date>`coalesce(sent_at, created_at)`.as('sent_at'),
          'language_code',
          'created_at',
        ])
        .where('web_site_id', '=', webSiteId)
        .where('state', '=', 'kept'),
    )
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
}

export const findKeptMail = (db: Db, webSiteId: number, id: string) =>
  db
    .selectFrom('mails')
    .selectAll()
    .where('web_site_id', '=', webSiteId)
    .where('mail_id', '=', id)
    .where('state', '=', 'kept')
    .executeTakeFirst()

export const findKeptMessage = (db: Db, webSiteId: number, id: string) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('web_site_id', '=', webSiteId)
    .where('message_id', '=', id)
    .where('state', '=', 'kept')
    .executeTakeFirst()
