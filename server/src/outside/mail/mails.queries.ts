import { sql } from 'kysely'
import type { Db } from '../../core/database.ts'
import type { OutgoingMail } from './mailer.ts'

export interface MailKey {
  web_site_id: number
  mail_id: string
}

/** The mail, while nobody has delivered it or given it up. */
export async function findWaiting(db: Db, { web_site_id, mail_id }: MailKey): Promise<OutgoingMail | undefined> {
  const row = await db
    .selectFrom('mails')
    .selectAll()
    .where('web_site_id', '=', web_site_id)
    .where('mail_id', '=', mail_id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return (
    row && {
      id: row.mail_id,
      to: row.to_address,
      fromName: row.from_name,
      replyTo: row.reply_to,
      subject: row.subject,
      html: row.html,
      text: row.text,
      language: row.language_code,
      writtenAt: row.created_at,
    }
  )
}

export interface Outcome {
  state: 'waiting' | 'sent' | 'kept' | 'failed'
  last_error: string | null
  sent_at: Date | null
}

/** Writes down one more attempt and what became of it. */
export async function recordAttempt(db: Db, { web_site_id, mail_id }: MailKey, outcome: Outcome): Promise<void> {
  await db
    .updateTable('mails')
    .set({ ...outcome, attempts: sql`attempts + 1` })
    .where('web_site_id', '=', web_site_id)
    .where('mail_id', '=', mail_id)
    .where('state', '=', 'waiting')
    .execute()
}

/**
 * Mails of all web sites that have been waiting since before a time with no job left that would deliver them, at most a
 * thousand. A job that is tried again later counts as left.
 */
export function findLeftWaiting(db: Db, job: string, before: Date): Promise<MailKey[]> {
  return db
    .selectFrom('mails')
    .select(['web_site_id', 'mail_id'])
    .where('state', '=', 'waiting')
    .where('created_at', '<', before)
    .where(
      sql<boolean>`not exists (select from pgboss.job j where j.name = ${job}
        and j.singleton_key = mails.mail_id::text and j.state in ('created', 'retry', 'active'))`,
    )
    .orderBy('created_at')
    .limit(1000)
    .execute()
}
