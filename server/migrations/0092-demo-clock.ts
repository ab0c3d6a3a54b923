import { sql, type Kysely } from 'kysely'

/** How far the clock of the demo is ahead of the real one: a restart does not take back the days that have passed. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table demo_clock (
    is_only boolean primary key default true check (is_only),
    ahead_seconds int not null
  )`.execute(db)
}
