import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Updates the statistics by which the database chooses its plans. Call it after rows were loaded in bulk: a server gathers
 * statistics only after a minute and the embedded engine never does, and without them the session check reads all users.
 */
export async function updateStatistics(db: Db): Promise<void> {
  await sql`analyze`.execute(db)
}
