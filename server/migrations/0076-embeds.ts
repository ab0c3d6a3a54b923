import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/** Films on other people's websites: the embeds, their views, and the websites that tried to show them without being listed. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table embeds (
    web_site_id int not null,
    embed_id int not null generated always as identity,
    -- Stands in the code of the page; with it the films of the embed can be fetched.
    token text not null,
    -- Who added it, and is told about websites that are not listed.
    user_id int not null,
    businessentity_id int,
    -- Counts against the limit of the business; else against that of the user.
    of_business boolean not null,
    embed_type text not null check (embed_type in ('single', 'systems', 'menu')),
    part_id text not null default '',
    sub_system_ids int[] not null default '{}',
    animation_name text not null default '',
    brand_id int not null,
    language_id int not null,
    follows_visitor boolean not null,
    domain_name text not null default '',
    domain_temp text not null default '',
    -- When the test site ends.
    temp_until timestamptz,
    width text not null,
    height text not null,
    created_at timestamptz not null,
    deleted_at timestamptz,
    primary key (web_site_id, embed_id),
    foreign key (web_site_id, user_id) references users,
    foreign key (web_site_id, businessentity_id) references business_entities
  )`.execute(db)
  await sql`create unique index embeds_by_token on embeds (web_site_id, token)`.execute(db)
  await sql`create index embeds_by_user on embeds (web_site_id, user_id, created_at) where deleted_at is null`.execute(
    db,
  )
  await sql`create index embeds_by_business on embeds (web_site_id, businessentity_id, created_at) where deleted_at is null`.execute(
    db,
  )
  await sql`create index embeds_by_domain on embeds (web_site_id, domain_name) where deleted_at is null`.execute(db)

  await sql`create table embed_views (
    web_site_id int not null,
    embed_id int not null,
    view_key uuid not null,
    part_id text not null,
    language text not null,
    viewed_at timestamptz not null,
    -- The host of the page around the embed; empty if the browser did not name it.
    host text not null,
    remote_address text not null,
    -- The kind of the program that watched; null for a person.
    machine text,
    primary key (web_site_id, embed_id, view_key, part_id),
    foreign key (web_site_id, embed_id) references embeds
  )`.execute(db)
  await sql`create index embed_views_by_time on embed_views (web_site_id, embed_id, viewed_at)`.execute(db)

  await sql`create table embed_refusals (
    web_site_id int not null,
    embed_id int not null,
    host text not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    primary key (web_site_id, embed_id, host),
    foreign key (web_site_id, embed_id) references embeds
  )`.execute(db)

  // A person is told at most once a day.
  await sql`create table embed_notices (
    web_site_id int not null,
    user_id int not null,
    told_at timestamptz not null,
    primary key (web_site_id, user_id),
    foreign key (web_site_id, user_id) references users
  )`.execute(db)
  await tenantTables(db, 'embeds', 'embed_views', 'embed_refusals', 'embed_notices')
}
