import { sql, type Kysely } from 'kysely'

/**
 * What the jobs of retention look for, and the day of a view as its daily sum counts it: the time zone of a web site may
 * change later. Rows of nodes of the previous release have no day; their day is that of the present time zone.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table views add column day date`.execute(db)
  await sql`update views v set day = (v.viewed_at at time zone s.time_zone)::date
    from web_sites s where s.web_site_id = v.web_site_id`.execute(db)
  // Summaries of blocks: rows are stored in the order of time, so that the oldest ones are found without a large index.
  for (const [table, at] of [
    ['views', 'viewed_at'],
    ['watched', 'at'],
    ['logins', 'at'],
  ] as const)
    await sql`create index ${sql.ref(`${table}_by_age`)} on ${sql.table(table)}
      using brin (web_site_id, ${sql.ref(at)})`.execute(db)
  // A row leaves these when its address is removed: a job never reads a row twice.
  await sql`create index views_with_address on views (web_site_id, viewed_at) where remote_address <> ''`.execute(db)
  await sql`create index logins_with_address on logins (web_site_id, at) where ip <> ''`.execute(db)
}
