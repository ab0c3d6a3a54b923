import { sql, type Kysely } from 'kysely'

/**
 * The screen on which a view of a loop happened. Two screens of one person that play the same film in the same half minute
 * are two views; two posts of one view stay one.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // 0: the page of a person.
  await sql`alter table views add column screen_id int not null default 0`.execute(db)
  await sql`create unique index views_once
    on views (web_site_id, user_id, part_id, what, tracktype, half_minute, screen_id)`.execute(db)
  // Replaced by the index above; its name was made by the database.
  await sql`do $$
    declare former text;
    begin
      select conname into strict former from pg_constraint
      where conrelid = 'views'::regclass and contype = 'u';
      execute format('alter table views drop constraint %I', former);
    end $$`.execute(db)
}
