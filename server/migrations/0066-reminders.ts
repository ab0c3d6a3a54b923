import { sql, type Kysely } from 'kysely'

/**
 * The mail or the text message of a reminder, which is reported and deleted like that of its send. And who has read a
 * send, whoever it was: a send that is read is read in its conversation too.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table send_recipients add column reminder_id uuid`.execute(db)
  await sql`create index send_recipients_by_reminder on send_recipients (web_site_id, reminder_id)
    where reminder_id is not null`.execute(db)
  await sql`create index link_reads_by_link on link_reads (web_site_id, link_id, read_at)`.execute(db)
}
