import { sql } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import type { OutgoingMail } from './mailer.ts'

export interface MailKey {
  web_site_id: number
  mail_id: string
}

/**
 * Marks the mail as being sent and answers it, unless it is already out of our hands. One that is marked so already was left
 * by an attempt that died. `attempt` is the number to end it with.
 */
export async function beginAttempt(
  db: Db,
  { web_site_id, mail_id }: MailKey,
): Promise<{ mail: OutgoingMail; attempt: number } | undefined> {
  const row = await db
    .updateTable('mails')
    .set({ state: 'sending', attempts: sql`attempts + 1` })
    .where('web_site_id', '=', web_site_id)
    .where('mail_id', '=', mail_id)
    .where('state', 'in', ['waiting', 'sending'])
    .returningAll()
    .executeTakeFirst()
  return (
    row && {
      attempt: row.attempts,
      mail: {
        id: row.mail_id,
        webSiteId: row.web_site_id,
        to: row.to_address,
        fromName: row.from_name,
        fromAddress: row.from_address,
        replyTo: row.reply_to,
        subject: row.subject,
        html: row.html,
        text: row.text,
        language: row.language_code,
        writtenAt: row.created_at,
        unsubscribeUrl: row.unsubscribe_url,
      },
    }
  )
}

export interface Outcome {
  state: 'waiting' | 'sent' | 'failed' | 'unknown'
  last_error: string | null
  sent_at: Date | null
  /** When it was decided that there will be no further attempt. */
  given_up_at: Date | null
}

/** Writes down what became of an attempt. One that a later attempt has overtaken changes nothing. */
export async function endAttempt(
  db: Db,
  { web_site_id, mail_id }: MailKey,
  attempt: number,
  outcome: Outcome,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ ...outcome })
    .where('web_site_id', '=', web_site_id)
    .where('mail_id', '=', mail_id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempt)
    .execute()
}

/** Marks a mail that came back. Answers its address; undefined when it was marked before or was never sent. */
export async function markBounced(
  db: Db,
  { web_site_id, mail_id }: MailKey,
  { at, reason }: { at: Date; reason: string },
): Promise<string | undefined> {
  const row = await db
    .updateTable('mails')
    .set({ state: 'bounced', bounced_at: at, bounce_reason: reason })
    .where('web_site_id', '=', web_site_id)
    .where('mail_id', '=', mail_id)
    .where('state', 'in', ['sending', 'sent', 'unknown'])
    .returning('to_address')
    .executeTakeFirst()
  return row?.to_address
}

/**
 * Mails of all web sites that have been under way since before a time with no job left that would deliver them, at most a
 * thousand. A job that is tried again later counts as left.
 */
export function findLeftWaiting(db: Db, job: string, before: Date): Promise<MailKey[]> {
  return db
    .selectFrom('mails')
    .select(['web_site_id', 'mail_id'])
    .where('state', 'in', ['waiting', 'sending'])
    .where('created_at', '<', before)
    .where(
      sql<boolean>`not exists (select from pgboss.job j where j.name = ${job}
        and j.singleton_key = mails.mail_id::text and j.state in ('created', 'retry', 'active'))`,
    )
    .orderBy('created_at')
    .limit(1000)
    .execute()
}
