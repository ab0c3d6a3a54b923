import { sql, type Kysely } from 'kysely'

/** The link that brings an account back after its subscription has ended: its token is shown once, with the password. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table registrations add column reactivation_hash text`.execute(db)
}
