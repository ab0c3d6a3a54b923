import { sql, type Kysely } from 'kysely'

/** News for customers, and an index for the films that a business watches most. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table news add column for_customers boolean not null default false`.execute(db)
  await sql`create index daily_views_by_entity on daily_views (web_site_id, businessentity_id, day)
    include (part_id, views) where what = 'film'`.execute(db)
}
