import { sql, type Kysely } from 'kysely'

/**
 * Mails to the shop know the link that they tell about, so that they are deleted with the customer; the sender of a text
 * message that failed gets a mail, which can be switched off; a business removes the key of a mail domain.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // What a mail tells its reader about, for example 'link 12'; null: nothing that is deleted on its own.
  await sql`alter table mails add column about text`.execute(db)
  await sql`create index mails_by_about on mails (web_site_id, about) where about is not null`.execute(db)
  await sql`update mails m set about = 'link ' || r.link_id
    from send_recipients r
    where r.web_site_id = m.web_site_id and r.link_id is not null
      and r.recipient_id::text = substring(m.text from '/shared[?]recipient=([0-9]+)')`.execute(db)
  await sql`alter table muted_notices
    drop constraint muted_notices_kind_check,
    add constraint muted_notices_kind_check check (kind in ('answers', 'questions', 'watched', 'failures'))`.execute(db)
  // A removed key still signs the mail that was queued with it, and is deleted two days later.
  await sql`alter table business_mail_domains add column removed_at timestamptz`.execute(db)
  // When the text message failed for good, so that its sender is told once.
  await sql`alter table messages add column failed_at timestamptz`.execute(db)
}
