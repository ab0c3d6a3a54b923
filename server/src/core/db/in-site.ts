import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Runs work in another tenant within the same transaction, so that a web site and what belongs to the caller's change
 * together.
 */
export async function inSite<T>(db: Db, webSiteId: number, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ former: string }>`select current_setting('app.web_site_id') as former`.execute(db)
  const enter = (id: string) => sql`select set_config('app.web_site_id', ${id}, true)`.execute(db)
  await enter(String(webSiteId))
  const result = await work()
  // After a failed query the transaction is rolled back, and the setting with it.
  await enter(rows[0]!.former)
  return result
}
