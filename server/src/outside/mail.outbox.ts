import { sql } from 'kysely'
import type { Db } from '../core/db/database.ts'
import type { MailKey } from './mail/mails.queries.ts'

/**
 * The stand-in of a mail server: mail stays in the table, where the outbox page shows it. Nothing leaves the house, so one
 * change of the row is the whole delivery. Answers whether it was this one that kept it.
 */
export async function keepMail(db: Db, { web_site_id, mail_id }: MailKey, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ state: 'kept', sent_at: now, last_error: null, attempts: sql`attempts + 1` })
    .where('web_site_id', '=', web_site_id)
    .where('mail_id', '=', mail_id)
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
