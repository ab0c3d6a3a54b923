import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Services } from '../../../core/services.ts'
import '../tables.ts'

/** Addresses of visitors are kept as long as reports of the year before need them. */

const keptMonths = 13
const atOnce = 5000

/** Clears the remote addresses of old views on every site, some at a time, and returns how many. */
export async function clearAddresses(system: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`update embed_views set remote_address = ''
    where (web_site_id, view_id) in (select web_site_id, view_id from embed_views
      where remote_address <> '' and viewed_at < ${now}::timestamptz - make_interval(months => ${keptMonths}::int)
      limit ${atOnce})`.execute(system)
  return Number(numAffectedRows ?? 0)
}

/** Registers the job. Call before the jobs start. */
export function registerEmbedJobs({ jobs, database, clock }: Pick<Services, 'jobs' | 'database' | 'clock'>): void {
  jobs.every('embeds.clearAddresses', 86_400, async () => {
    while ((await clearAddresses(database.system, clock.now())) > 0);
  })
}
