import { sql, type Kysely } from 'kysely'

/** Counts what one remote address has asked for on the unsubscribe page without a signature. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index consents_unsigned_by_remote_address on consents (web_site_id, remote_address, at)
    where screen = 'unsigned_unsubscribe_page'`.execute(db)
}
