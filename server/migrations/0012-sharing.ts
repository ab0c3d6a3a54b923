import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/**
 * Films that people send to customers. A link leads to a public page; `sends` is the append-only log of what was sent, one
 * link for each recipient, so that what is watched is known by recipient; `consents` is the ledger of who agreed to what,
 * `suppressions` what follows from it now.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table links (
    web_site_id int not null references web_sites,
    link_id int not null generated always as identity,
    -- 128 random bits: the only key to the page.
    token text not null,
    kind text not null check (kind in ('email', 'sms', 'mms', 'websitePromotion', 'pdf')),
    user_id int not null,
    businessentity_id int,
    location_id int,
    brand_id int not null,
    driverside text not null,
    language_id int not null,
    subject text not null default '',
    message text not null default '',
    ro_number text not null default '',
    with_related boolean not null default false,
    call_to_action_text text not null default '',
    call_to_action_colour text not null default '',
    call_to_action_url text not null default '',
    -- Of all that makes two generated links the same one.
    fingerprint text,
    -- The sender wants a mail when it is watched or answered.
    notify boolean not null default false,
    -- Of which the sender has been told by mail: the one about watching, the last answer.
    watched_mail_id uuid,
    told_answer_id int,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    revoked_at timestamptz,
    primary key (web_site_id, link_id),
    unique (web_site_id, token),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create index links_by_user on links (web_site_id, user_id, created_at desc)`.execute(db)
  await sql`create index links_by_fingerprint on links (web_site_id, user_id, fingerprint) where fingerprint is not null`.execute(
    db,
  )
  await sql`create table link_films (
    web_site_id int not null,
    link_id int not null,
    position int not null,
    part_id text not null,
    primary key (web_site_id, link_id, position),
    foreign key (web_site_id, link_id) references links on delete cascade
  )`.execute(db)
  await sql`create table link_expiries (
    web_site_id int not null references web_sites,
    kind text not null,
    days int not null check (days between 1 and 3650),
    primary key (web_site_id, kind)
  )`.execute(db)
  await sql`create table sends (
    web_site_id int not null,
    send_id int not null generated always as identity,
    -- The sender's browser makes it: an answer that was lost on the way does not send twice.
    request_key uuid not null,
    user_id int not null,
    businessentity_id int,
    location_id int,
    class_id int,
    channel text not null check (channel in ('email', 'sms', 'mms')),
    brand_id int not null,
    language_id int not null,
    part_ids text[] not null,
    subject text not null default '',
    message text not null,
    ro_number text not null default '',
    from_address text,
    -- The banner over the letter, for sending the same again.
    banner_id int,
    recipient_count int not null,
    created_at timestamptz not null default now(),
    primary key (web_site_id, send_id),
    unique (web_site_id, user_id, request_key),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create index sends_by_user on sends (web_site_id, user_id, created_at desc)`.execute(db)
  await sql`create index sends_by_entity on sends (web_site_id, businessentity_id, created_at) include (user_id, channel, recipient_count)`.execute(
    db,
  )
  await sql`create index sends_by_repair_order on sends (web_site_id, businessentity_id, ro_number) where ro_number <> ''`.execute(
    db,
  )
  await sql`create table send_recipients (
    web_site_id int not null,
    recipient_id int not null generated always as identity,
    send_id int not null,
    -- As it was typed, and as it is compared: an address in lower case, a number in E.164.
    address text not null,
    address_key text not null,
    -- Did not get it, because the recipient has unsubscribed.
    is_suppressed boolean not null default false,
    link_id int,
    mail_id uuid,
    message_id uuid,
    -- The recipient that this one repeats.
    resend_of int,
    created_at timestamptz not null default now(),
    primary key (web_site_id, recipient_id),
    foreign key (web_site_id, send_id) references sends,
    foreign key (web_site_id, link_id) references links
  )`.execute(db)
  await sql`create index send_recipients_by_send on send_recipients (web_site_id, send_id)`.execute(db)
  await sql`create index send_recipients_by_address on send_recipients (web_site_id, address_key, created_at)`.execute(
    db,
  )
  await sql`create unique index send_recipients_by_link on send_recipients (web_site_id, link_id)`.execute(db)
  await sql`create index send_recipients_by_mail on send_recipients (web_site_id, mail_id)`.execute(db)
  await sql`create table link_views (
    web_site_id int not null,
    link_id int not null,
    -- The page makes one for each visit.
    view_key uuid not null,
    part_id text not null,
    language_id int not null,
    opened_at timestamptz not null,
    -- Null until a frame was on the screen: only from then on a person watches.
    first_frame_at timestamptz,
    last_at timestamptz not null,
    -- From and to in seconds, one after the other, in order and without overlaps.
    stretches real[] not null default '{}',
    watched_percent int not null default 0,
    user_agent text not null default '',
    remote_address text not null default '',
    primary key (web_site_id, link_id, view_key, part_id),
    foreign key (web_site_id, link_id) references links on delete cascade
  )`.execute(db)
  await sql`create index link_views_by_time on link_views (web_site_id, last_at)`.execute(db)
  await sql`create table link_hits (
    web_site_id int not null,
    hit_id bigint not null generated always as identity,
    link_id int not null,
    at timestamptz not null,
    -- 'page': the page was given out, which alone says nothing of a person.
    kind text not null check (kind in ('page', 'scanner', 'preview', 'prefetch', 'head')),
    user_agent text not null default '',
    remote_address text not null default '',
    primary key (web_site_id, hit_id),
    foreign key (web_site_id, link_id) references links on delete cascade
  )`.execute(db)
  await sql`create index link_hits_by_link on link_hits (web_site_id, link_id, at)`.execute(db)
  await sql`create table link_answers (
    web_site_id int not null,
    answer_id int not null generated always as identity,
    link_id int not null,
    request_key uuid not null,
    answer text not null check (answer in ('approve', 'call', 'withdraw', 'action')),
    at timestamptz not null default now(),
    remote_address text not null default '',
    primary key (web_site_id, answer_id),
    unique (web_site_id, link_id, request_key),
    foreign key (web_site_id, link_id) references links on delete cascade
  )`.execute(db)
  await sql`create index link_answers_by_link on link_answers (web_site_id, link_id, at)`.execute(db)
  await sql`create index link_answers_by_time on link_answers (web_site_id, at)`.execute(db)
  await sql`create table link_questions (
    web_site_id int not null,
    question_id int not null generated always as identity,
    link_id int not null,
    -- How to reach the customer, in the customer's words.
    contact text not null,
    message text not null,
    at timestamptz not null default now(),
    remote_address text not null default '',
    primary key (web_site_id, question_id),
    foreign key (web_site_id, link_id) references links on delete cascade
  )`.execute(db)
  await sql`create index link_questions_by_link on link_questions (web_site_id, link_id, at)`.execute(db)
  await sql`create table consents (
    web_site_id int not null references web_sites,
    consent_id int not null generated always as identity,
    at timestamptz not null default now(),
    channel text not null check (channel in ('email', 'phone')),
    address_key text not null,
    action text not null check (action in ('granted', 'revoked')),
    -- The words that the person agreed to or refused by, in full.
    wording text not null,
    -- Where: 'share_sms', 'share_mms', 'unsubscribe_page', 'one_click', 'text_message', 'bounce', 'same_repair_order'.
    screen text not null,
    -- Who wrote it down; null: the person did.
    user_id int,
    businessentity_id int,
    opt_in_date date,
    remote_address text not null default '',
    primary key (web_site_id, consent_id)
  )`.execute(db)
  await sql`create index consents_by_address on consents (web_site_id, address_key, at)`.execute(db)
  await sql`create table suppressions (
    web_site_id int not null references web_sites,
    address_key text not null,
    channel text not null check (channel in ('email', 'phone')),
    reason text not null,
    since timestamptz not null default now(),
    primary key (web_site_id, address_key)
  )`.execute(db)
  await sql`create table sms_first_views (
    web_site_id int not null,
    user_id int not null,
    at timestamptz not null default now(),
    primary key (web_site_id, user_id),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await tenantTables(
    db,
    'links',
    'link_films',
    'link_expiries',
    'sends',
    'send_recipients',
    'link_views',
    'link_hits',
    'link_answers',
    'link_questions',
    'consents',
    'suppressions',
    'sms_first_views',
  )
}
