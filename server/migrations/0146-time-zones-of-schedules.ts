import { sql, type Kysely } from 'kysely'

/** The hour of a scheduled report is in a time zone of its own; null is the one of the web site. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table report_schedules add column time_zone text`.execute(db)
}
