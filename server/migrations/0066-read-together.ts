import { sql, type Kysely } from 'kysely'

/** Finds who has read a send, whoever it was: a send that is read is read in its conversation too. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index link_reads_by_link on link_reads (web_site_id, link_id, read_at)`.execute(db)
}
