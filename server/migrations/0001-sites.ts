import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`do $$ begin
    if not exists (select from pg_roles where rolname = 'cutaway_app') then
      create role cutaway_app nologin nosuperuser nocreatedb nocreaterole nobypassrls;
    end if;
    execute format('grant cutaway_app to %I', current_user);
  end $$`.execute(db)
  await sql`grant usage on schema public to cutaway_app`.execute(db)

  await sql`create table languages (
    language_id int primary key,
    language_code text not null unique,
    name text not null,
    direction text not null check (direction in ('ltr', 'rtl')),
    font text
  )`.execute(db)
  await sql`create table brands (
    brand_id int primary key,
    name text not null,
    vehicle_kind text not null check (vehicle_kind in ('car', 'motorcycle'))
  )`.execute(db)
  await sql`grant select on languages, brands to cutaway_app`.execute(db)

  await sql`create table web_sites (
    web_site_id int primary key,
    name text not null,
    company text not null,
    mark text not null,
    brand_colour text not null check (brand_colour ~ '^#[0-9a-f]{6}$'),
    brand_id int not null references brands,
    driverside text not null check (driverside in ('left', 'right')),
    default_lang_id int not null references languages,
    default_video_type text not null default 'narrated' check (default_video_type in ('narrated', 'interactive')),
    vehicle_layout_view text not null default '' check (vehicle_layout_view in ('front_view', 'top_view', 'other', '')),
    country_code_iso text not null,
    currency text not null,
    time_zone text not null default 'UTC',
    free_trial_label text,
    free_trail_time int not null default 3600,
    free_trail_limit int not null default 1,
    contact_email text not null,
    contact_phone text not null,
    settings jsonb not null default '{}',
    updated_at timestamptz not null default now()
  )`.execute(db)
  await sql`create table web_site_hosts (
    web_site_id int not null references web_sites,
    host text not null unique check (host = lower(host)),
    is_primary boolean not null default false,
    primary key (web_site_id, host)
  )`.execute(db)
  await sql`create table web_site_features (
    web_site_id int not null references web_sites,
    feature text not null,
    primary key (web_site_id, feature)
  )`.execute(db)
  await sql`create table web_site_languages (
    web_site_id int not null references web_sites,
    language_id int not null references languages,
    position int not null,
    primary key (web_site_id, language_id)
  )`.execute(db)
  await sql`create table web_site_brands (
    web_site_id int not null references web_sites,
    brand_id int not null references brands,
    position int not null,
    primary key (web_site_id, brand_id)
  )`.execute(db)
  await tenantTables(db, 'web_sites', 'web_site_hosts', 'web_site_features', 'web_site_languages', 'web_site_brands')
}
