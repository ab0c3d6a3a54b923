import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/**
 * Text messages as rows of the change that causes them, like mails; and what mails to customers need beyond those of the
 * portal: a sender of their own, one-click unsubscribing, bounces, a signed domain for each web site.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table messages (
    web_site_id int not null references web_sites,
    message_id uuid not null,
    kind text not null check (kind in ('sms', 'mms')),
    -- E.164. Without a number of the sender's own the provider's default is used.
    to_number text not null,
    from_number text,
    body text not null,
    media_url text,
    segments int not null,
    language_code text not null,
    -- 'sending': handed over, the outcome not yet known; 'unknown': handed over, and it will never be known.
    state text not null default 'waiting'
      check (state in ('waiting', 'sending', 'sent', 'kept', 'delivered', 'undelivered', 'failed', 'unknown')),
    attempts int not null default 0,
    provider_id text,
    error_code text,
    last_error text,
    created_at timestamptz not null default now(),
    -- When the latest attempt began.
    handed_at timestamptz,
    sent_at timestamptz,
    delivered_at timestamptz,
    -- When it was decided that there will be no further attempt.
    given_up_at timestamptz,
    primary key (web_site_id, message_id)
  )`.execute(db)
  await sql`create index messages_waiting on messages (created_at) where state in ('waiting', 'sending')`.execute(db)
  await sql`create index messages_by_time on messages (web_site_id, created_at desc)`.execute(db)
  await sql`create index messages_by_recipient on messages (to_number, created_at desc)`.execute(db)
  await sql`create unique index messages_by_provider on messages (provider_id) where provider_id is not null`.execute(
    db,
  )
  await sql`create table message_numbers (
    web_site_id int not null references web_sites,
    number text not null unique,
    is_default boolean not null default false,
    primary key (web_site_id, number)
  )`.execute(db)
  await sql`create table message_credits (
    web_site_id int not null,
    businessentity_id int not null,
    remaining int not null check (remaining >= 0),
    primary key (web_site_id, businessentity_id),
    foreign key (web_site_id, businessentity_id) references business_entities
  )`.execute(db)
  await sql`alter table mails
    add column from_address text,
    add column unsubscribe_url text,
    add column given_up_at timestamptz,
    add column bounced_at timestamptz,
    add column bounce_reason text,
    drop constraint mails_state_check,
    add constraint mails_state_check
      check (state in ('waiting', 'sending', 'sent', 'kept', 'failed', 'unknown', 'bounced'))`.execute(db)
  await sql`drop index mails_waiting`.execute(db)
  await sql`create index mails_waiting on mails (created_at) where state in ('waiting', 'sending')`.execute(db)
  await sql`create table mail_domains (
    web_site_id int not null references web_sites,
    domain text not null,
    selector text not null,
    -- PEM.
    private_key text not null,
    created_at timestamptz not null default now(),
    primary key (web_site_id)
  )`.execute(db)
  await tenantTables(db, 'messages', 'message_numbers', 'message_credits', 'mail_domains')
}
