import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/** Reports that arrive by mail: what is sent when and to whom, what became of each letter, and files in mails. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table report_schedules (
    web_site_id int not null references web_sites,
    schedule_id int not null generated always as identity,
    -- Who made it.
    user_id int not null,
    report text not null,
    -- The filter of the report without its period.
    filter jsonb not null,
    frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
    -- From Monday (1).
    weekday int check (weekday between 1 and 7),
    -- 0: the last day of the month.
    month_day int check (month_day between 0 and 28),
    hour int not null check (hour between 0 and 23),
    -- People of the business.
    recipients int[] not null,
    with_csv boolean not null,
    -- No letter about a time without an event.
    only_with_events boolean not null,
    -- Null: it runs. 'no_right': whoever made it may no longer see reports.
    paused_because text check (paused_because in ('person', 'no_right')),
    next_at timestamptz not null,
    created_at timestamptz not null default now(),
    primary key (web_site_id, schedule_id),
    foreign key (web_site_id, user_id) references users on delete cascade
  )`.execute(db)
  await sql`create index report_schedules_by_user on report_schedules (web_site_id, user_id)`.execute(db)
  await sql`create index report_schedules_due on report_schedules (next_at) where paused_because is null`.execute(db)
  await sql`create table report_letters (
    web_site_id int not null,
    schedule_id int not null,
    -- When it was to be sent. The key makes a letter one: a start that is repeated adds none.
    due_at timestamptz not null,
    user_id int not null,
    state text not null default 'waiting' check (state in ('waiting', 'queued', 'nothing', 'refused', 'failed')),
    -- Why it was refused or failed: 'no_right', 'no_address', 'outside_scope', 'error'.
    reason text,
    mail_id uuid,
    primary key (web_site_id, schedule_id, due_at, user_id),
    foreign key (web_site_id, schedule_id) references report_schedules on delete cascade
  )`.execute(db)
  await sql`create index report_letters_waiting on report_letters (due_at) where state = 'waiting'`.execute(db)
  await tenantTables(db, 'report_schedules', 'report_letters')

  // From the room messaging: files and pictures inside mails, with the bytes that every attempt sends.
  await sql`create table mail_attachments (
    web_site_id int not null,
    mail_id uuid not null,
    position int not null,
    file_name text not null,
    media_type text not null,
    -- Of a picture in the letter; null: a file.
    content_id text,
    content_base64 text not null,
    primary key (web_site_id, mail_id, position),
    foreign key (web_site_id, mail_id) references mails on delete cascade
  )`.execute(db)
  await tenantTables(db, 'mail_attachments')
  await sql`create view report_mails with (security_invoker = true) as
    select web_site_id, delivery_id as mail_id, state, failure_reason from deliveries where channel = 'mail'`.execute(
    db,
  )
  await sql`grant select on report_mails to cutaway_app`.execute(db)
}
