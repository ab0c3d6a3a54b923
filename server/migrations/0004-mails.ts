import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/** The outbox: a mail is a row of the change that caused it, and leaves the house afterwards. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table mails (
    web_site_id int not null references web_sites,
    mail_id uuid not null,
    to_address text not null,
    from_name text not null,
    reply_to text,
    subject text not null,
    html text not null,
    text text not null,
    language_code text not null,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'failed')),
    attempts int not null default 0,
    last_error text,
    created_at timestamptz not null default now(),
    sent_at timestamptz,
    primary key (web_site_id, mail_id)
  )`.execute(db)
  await sql`create index mails_waiting on mails (created_at) where state = 'waiting'`.execute(db)
  await sql`create index mails_by_time on mails (web_site_id, created_at desc)`.execute(db)
  await tenantTables(db, 'mails')
}
