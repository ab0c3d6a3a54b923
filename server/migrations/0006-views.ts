import { sql, type Kysely } from 'kysely'
import { tenantTables } from './tenancy.ts'

/**
 * Who has watched what. `views` is the append-only log behind the usage reports, `daily_views` its sums by day,
 * `user_history` a person's own list, `watched` the stretches of every showing.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table views (
    web_site_id int not null references web_sites,
    view_id bigint generated always as identity,
    viewed_at timestamptz not null,
    user_id int not null,
    businessentity_id int,
    location_id int,
    what text not null check (what in ('film', 'pdf', 'loop')),
    tracktype text not null,
    part_id text not null,
    video_type text not null,
    brand_id int not null,
    language_id int not null,
    remote_address text not null,
    -- Half a minute of a person, a film and a place: two posts of one view that arrive together make one row.
    half_minute bigint not null generated always as (floor(extract(epoch from viewed_at at time zone 'UTC') / 30)) stored,
    primary key (web_site_id, view_id),
    unique (web_site_id, user_id, part_id, what, tracktype, half_minute)
  )`.execute(db)
  await sql`create index views_by_entity on views (web_site_id, businessentity_id, viewed_at) include (part_id)`.execute(
    db,
  )
  await sql`create table daily_views (
    web_site_id int not null references web_sites,
    day date not null,
    businessentity_id int not null,
    part_id text not null,
    what text not null,
    tracktype text not null,
    brand_id int not null,
    language_id int not null,
    views int not null,
    primary key (web_site_id, day, businessentity_id, part_id, what, tracktype, brand_id, language_id)
  )`.execute(db)
  await sql`create table user_history (
    web_site_id int not null references web_sites,
    user_id int not null,
    brand_id int not null,
    part_id text not null,
    viewed_at timestamptz,
    pdf_viewed_at timestamptz,
    primary key (web_site_id, user_id, brand_id, part_id)
  )`.execute(db)
  await sql`create index user_history_by_time on user_history (web_site_id, user_id, brand_id, viewed_at desc)`.execute(
    db,
  )
  await sql`create table watched (
    web_site_id int not null references web_sites,
    view_key uuid not null,
    report int not null,
    user_id int not null,
    part_id text not null,
    brand_id int not null,
    language_id int not null,
    at timestamptz not null,
    -- From and to in seconds, one after the other.
    stretches real[] not null,
    primary key (web_site_id, user_id, view_key, report)
  )`.execute(db)
  await sql`create index watched_by_part on watched (web_site_id, part_id, at)`.execute(db)
  await tenantTables(db, 'views', 'daily_views', 'user_history', 'watched')
}
