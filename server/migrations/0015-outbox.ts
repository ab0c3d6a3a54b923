import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/**
 * One outbox: the state of every mail and text message, and each attempt to deliver it. The columns of the same kind in
 * `mails` and `messages` are from then on those of the version before, whose nodes may still run; a row there is 'moved' once
 * its state is here.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table deliveries (
    web_site_id int not null references web_sites,
    -- That of the mail or the text message.
    delivery_id uuid not null,
    channel text not null,
    state text not null default 'pending'
      check (state in ('pending', 'sent', 'delivered', 'failed', 'outcome_unknown')),
    attempts int not null default 0,
    -- While pending: when the next attempt may begin. During an attempt: when its lease ends.
    due_at timestamptz default now(),
    carrier text,
    -- The carrier's own name for it.
    carrier_reference text,
    -- 'rejected' at sending, 'expired' after the last attempt, 'undelivered' or 'bounced' by a later report.
    failure text check (failure in ('rejected', 'expired', 'undelivered', 'bounced')),
    error_code text,
    last_error text,
    created_at timestamptz not null default now(),
    sent_at timestamptz,
    -- When it was delivered, or when it was decided that there is no further attempt.
    ended_at timestamptz,
    primary key (web_site_id, delivery_id)
  )`.execute(db)
  await sql`create index deliveries_due on deliveries (due_at) where state = 'pending'`.execute(db)
  await sql`create unique index deliveries_by_reference on deliveries (carrier_reference)
    where carrier_reference is not null`.execute(db)
  await sql`create table delivery_attempts (
    web_site_id int not null,
    delivery_id uuid not null,
    attempt int not null,
    -- Host and process.
    node text not null,
    started_at timestamptz not null default now(),
    ended_at timestamptz,
    -- Null while it runs. 'abandoned': its lease ended without a result. 'found': the carrier has it from an earlier attempt.
    result text check (result in ('accepted', 'permanent_failure', 'temporary_failure', 'outcome_unknown', 'abandoned',
      'found', 'lookup_pending', 'lookup_failed')),
    error_code text,
    reason text,
    primary key (web_site_id, delivery_id, attempt),
    foreign key (web_site_id, delivery_id) references deliveries on delete cascade
  )`.execute(db)
  await tenantTables(db, 'deliveries', 'delivery_attempts')

  // The portal's own address at the time of writing: part of From and Message-ID, which must not change between attempts.
  await sql`alter table mails
    add column sender_address text,
    drop constraint mails_state_check,
    add constraint mails_state_check
      check (state in ('waiting', 'sending', 'sent', 'kept', 'failed', 'unknown', 'bounced', 'moved'))`.execute(db)
  await sql`alter table messages
    drop constraint messages_state_check,
    add constraint messages_state_check check (state in
      ('waiting', 'sending', 'sent', 'kept', 'delivered', 'undelivered', 'failed', 'unknown', 'moved'))`.execute(db)
  await sql`create index mails_not_moved on mails (mail_id) where state <> 'moved'`.execute(db)
  await sql`create index messages_not_moved on messages (message_id) where state <> 'moved'`.execute(db)

  await sql`create function move_to_deliveries(ids uuid[]) returns void language sql as $$
    with moved as (
      insert into deliveries (web_site_id, delivery_id, channel, state, attempts, due_at, carrier, failure, error_code,
        last_error, created_at, sent_at, ended_at)
      select web_site_id, mail_id, 'mail',
        case when state in ('waiting', 'sending') then 'pending' when state in ('sent', 'kept') then 'sent'
          when state in ('failed', 'bounced') then 'failed' else 'outcome_unknown' end,
        attempts, case when state in ('waiting', 'sending') then now() end,
        case when state = 'kept' then 'outbox' when attempts > 0 then 'smtp' end,
        case when state = 'bounced' then 'bounced' when state = 'failed' then 'rejected' end,
        null, coalesce(bounce_reason, last_error), created_at, sent_at, coalesce(bounced_at, given_up_at)
      from mails where mail_id = any(ids) and state <> 'moved'
      on conflict do nothing
    )
    update mails set state = 'moved' where mail_id = any(ids) and state <> 'moved';
    with moved as (
      insert into deliveries (web_site_id, delivery_id, channel, state, attempts, due_at, carrier, carrier_reference,
        failure, error_code, last_error, created_at, sent_at, ended_at)
      select web_site_id, message_id, 'text',
        case when state in ('waiting', 'sending') then 'pending' when state in ('sent', 'kept') then 'sent'
          when state = 'delivered' then 'delivered' when state in ('failed', 'undelivered') then 'failed'
          else 'outcome_unknown' end,
        attempts, case when state in ('waiting', 'sending') then now() end,
        case when state = 'kept' then 'outbox' when attempts > 0 then 'twilio' end, provider_id,
        case when state = 'undelivered' then 'undelivered' when state = 'failed' then 'rejected' end,
        error_code, last_error, created_at, sent_at, coalesce(delivered_at, given_up_at)
      from messages where message_id = any(ids) and state <> 'moved'
      on conflict do nothing
    ), abandoned as (
      -- The version before may have handed it over: the carrier is asked first.
      insert into delivery_attempts (web_site_id, delivery_id, attempt, node, started_at, ended_at, result)
      select m.web_site_id, m.message_id, m.attempts, 'the version before', coalesce(m.handed_at, m.created_at), now(),
        'abandoned'
      from messages m where m.message_id = any(ids) and m.state = 'sending'
      on conflict do nothing
    )
    update messages set state = 'moved' where message_id = any(ids) and state <> 'moved'
  $$`.execute(db)
  // What is under way stays with the nodes of the version before until their jobs come to a node of this one.
  await sql`select move_to_deliveries(array(
    select mail_id from mails where state not in ('waiting', 'sending')
    union all
    select message_id from messages where state not in ('waiting', 'sending')))`.execute(db)
}
