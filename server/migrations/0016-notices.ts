import { sql, type Kysely } from 'kysely'
import { noticesOf } from './notices.ts'

/** Notices of changes, by which every node drops what it holds in memory. */
export async function up(db: Kysely<never>): Promise<void> {
  // 0 stands for all web sites.
  await sql`create function notify_of_change() returns trigger language plpgsql as $$
    declare
      changed jsonb := case
        when tg_level = 'STATEMENT' then '{}'::jsonb
        when tg_op = 'DELETE' then to_jsonb(old)
        else to_jsonb(new)
      end;
    begin
      perform pg_notify('cutaway_changes', tg_argv[0] || ' ' || coalesce(changed->>'web_site_id', '0'));
      return null;
    end $$`.execute(db)
  await noticesOf(db, 'sites', [
    'web_sites',
    'web_site_hosts',
    'web_site_features',
    'web_site_languages',
    'web_site_brands',
  ])
  await noticesOf(db, 'languages', ['languages', 'brands'])
  await noticesOf(db, 'permissions', ['entity_role_permissions'])
  await noticesOf(
    db,
    'permissions',
    ['users'],
    ['permissions', 'user_access_id', 'businessentity_id', 'location_id', 'is_employee', 'deleted_at'],
  )
  await noticesOf(db, 'home', ['homepage_systems', 'news', 'custom_videos'])
}
