import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/**
 * Deliveries that tell the truth: the reason of each failure, recipients that are left out because mail to them came
 * back, text messages whose credit is returned, mail domains of businesses, and pictures that mail still shows.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table deliveries
    -- What last_error means; null: no attempt has failed.
    add column failure_reason text,
    drop constraint deliveries_failure_check,
    add constraint deliveries_failure_check
      check (failure in ('rejected', 'expired', 'undelivered', 'bounced', 'suppressed'))`.execute(db)
  await sql`create index deliveries_failed on deliveries (web_site_id, ended_at) where state = 'failed'`.execute(db)
  await sql`alter table delivery_attempts
    drop constraint delivery_attempts_result_check,
    add constraint delivery_attempts_result_check check (result in ('accepted', 'permanent_failure', 'temporary_failure',
      'outcome_unknown', 'abandoned', 'found', 'lookup_pending', 'lookup_failed', 'withheld'))`.execute(db)
  // The key that signs a mail is chosen when it is queued, so that every attempt has the same bytes.
  await sql`alter table mails add column dkim_domain text, add column dkim_selector text`.execute(db)
  await sql`alter table messages
    -- The business that paid for the segments; null: they are not counted.
    add column businessentity_id int,
    -- When the segments were given back.
    add column credited_at timestamptz`.execute(db)
  // Why a recipient was left out; null in rows of the previous version: because of an opt-out.
  await sql`alter table send_recipients
    add column suppressed_by text check (suppressed_by in ('unsubscribed', 'bounced'))`.execute(db)
  await sql`create index send_recipients_by_message on send_recipients (web_site_id, message_id)
    where message_id is not null`.execute(db)
  await sql`alter table sends add column reply_to text`.execute(db)
  await sql`alter table consents
    drop constraint consents_action_check,
    add constraint consents_action_check check (action in ('granted', 'revoked', 'bounced', 'bounce_lifted'))`.execute(
    db,
  )

  await sql`create table mail_domain_checks (
    web_site_id int not null references web_sites,
    domain text not null,
    -- The policy of the domain's DMARC record: 'none' also without a record; 'unknown' while the lookup fails.
    policy text not null check (policy in ('none', 'quarantine', 'reject', 'unknown')),
    -- The domain that publishes the record: this one or a parent.
    policy_domain text,
    is_strict boolean not null default false,
    dmarc_record text,
    spf_record text,
    checked_at timestamptz not null,
    primary key (web_site_id, domain)
  )`.execute(db)
  await sql`create table business_mail_domains (
    web_site_id int not null references web_sites,
    businessentity_id int not null,
    domain text not null,
    selector text not null,
    private_key text not null,
    created_at timestamptz not null default now(),
    checked_at timestamptz,
    -- Since when the published key matches; null: it does not.
    published_since timestamptz,
    primary key (web_site_id, businessentity_id, domain),
    foreign key (web_site_id, businessentity_id) references business_entities
  )`.execute(db)
  await sql`create table sent_pictures (
    web_site_id int not null references web_sites,
    -- File name under /pictures.
    name text not null,
    last_sent_at timestamptz not null,
    primary key (web_site_id, name)
  )`.execute(db)
  await sql`create index sent_pictures_by_age on sent_pictures (web_site_id, last_sent_at)`.execute(db)
  await sql`insert into sent_pictures (web_site_id, name, last_sent_at)
    select m.web_site_id, found[1], max(m.created_at)
    from mails m, regexp_matches(m.html, '/pictures/([0-9a-f]{36}[.](?:png|jpg))', 'g') found
    where m.created_at > now() - interval '1 year'
    group by 1, 2`.execute(db)
  await tenantTables(db, 'mail_domain_checks', 'business_mail_domains', 'sent_pictures')
}
