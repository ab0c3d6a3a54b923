import { sql, type Kysely } from 'kysely'

/**
 * Codes of short links. Links that were made before, and those that a node of the previous release makes, have none:
 * their short link ends in the token.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table links add column short_code text`.execute(db)
  await sql`create unique index links_by_short_code on links (web_site_id, short_code)`.execute(db)
}
