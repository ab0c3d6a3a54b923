import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/** What people put on the messages that they send: sender addresses, texts, logo, banners, and the sizes of pictures. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table sender_addresses (
    web_site_id int not null,
    address_id int not null generated always as identity,
    user_id int not null,
    email text not null,
    is_default boolean not null default false,
    -- The user wants it to be the default from the moment in which it is confirmed.
    default_when_verified boolean not null default false,
    -- Null until somebody has opened the link in the mail to this address.
    verified_at timestamptz,
    token_hash text,
    token_sent_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (web_site_id, address_id),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create unique index sender_addresses_once on sender_addresses (web_site_id, user_id, lower(email))`.execute(
    db,
  )
  await sql`create unique index sender_addresses_default on sender_addresses (web_site_id, user_id) where is_default`.execute(
    db,
  )
  await sql`create unique index sender_addresses_token on sender_addresses (web_site_id, token_hash) where token_hash is not null`.execute(
    db,
  )
  await sql`create table sender_confirmations (
    -- Mails with a link, whether or not the address still exists: what limits them must not be got round by deleting.
    web_site_id int not null,
    confirmation_id int not null generated always as identity,
    user_id int not null,
    address_key text not null,
    sent_at timestamptz not null,
    primary key (web_site_id, confirmation_id),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create index sender_confirmations_by_user on sender_confirmations (web_site_id, user_id, sent_at)`.execute(
    db,
  )
  await sql`create index sender_confirmations_by_address on sender_confirmations (web_site_id, address_key, sent_at)`.execute(
    db,
  )
  await sql`create table sender_settings (
    web_site_id int not null,
    user_id int not null,
    is_from_no_reply boolean not null,
    primary key (web_site_id, user_id),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create table entity_sender_defaults (
    web_site_id int not null,
    businessentity_id int not null,
    address_id int not null,
    primary key (web_site_id, businessentity_id),
    foreign key (web_site_id, businessentity_id) references business_entities,
    foreign key (web_site_id, address_id) references sender_addresses on delete cascade
  )`.execute(db)
  await sql`create table email_contents (
    web_site_id int not null,
    user_id int not null,
    email_message1 text not null default '',
    email_message2 text not null default '',
    email_message3 text not null default '',
    sms_message text not null default '',
    mail_subject text not null default '',
    -- File name under /pictures, with its size in pixels.
    logo text,
    logo_width int,
    logo_height int,
    updated_at timestamptz not null default now(),
    primary key (web_site_id, user_id),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create table banners (
    web_site_id int not null,
    banner_id int not null generated always as identity,
    user_id int not null,
    picture text not null,
    width int not null,
    height int not null,
    banner_url text not null default '',
    is_default boolean not null default false,
    created_at timestamptz not null default now(),
    primary key (web_site_id, banner_id),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await sql`create unique index banners_default on banners (web_site_id, user_id) where is_default`.execute(db)
  await sql`create index banners_by_user on banners (web_site_id, user_id, created_at)`.execute(db)
  await sql`create table logo_banner_settings (
    web_site_id int not null,
    user_id int not null,
    setting_type text not null check (setting_type in ('logo', 'banner')),
    logo_width int not null check (logo_width > 0),
    logo_height int not null check (logo_height > 0),
    primary key (web_site_id, user_id),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await tenantTables(
    db,
    'sender_addresses',
    'sender_confirmations',
    'sender_settings',
    'entity_sender_defaults',
    'email_contents',
    'banners',
    'logo_banner_settings',
  )
}
