import type { HostProblem } from '@cutaway/contract/rooms/sites/operator.ts'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'

/** The results of the checks of hosts. The checks themselves run over all web sites. */

export interface HostCheck {
  web_site_id: number
  host: string
  problem: HostProblem | null
  at: Date
}

/** Keeps results; the time when a host was last reached stays when it is not reached now. */
export async function putHostChecks(system: Db, checks: readonly HostCheck[]): Promise<void> {
  if (checks.length === 0) return
  await system
    .insertInto('host_checks')
    .values(checks.map(({ at, ...row }) => ({ ...row, checked_at: at, reached_at: row.problem === null ? at : null })))
    .onConflict((oc) =>
      oc.columns(['web_site_id', 'host']).doUpdateSet({
        checked_at: sql`excluded.checked_at`,
        reached_at: sql`coalesce(excluded.reached_at, host_checks.reached_at)`,
        problem: sql`excluded.problem`,
      }),
    )
    .execute()
}

/** Deletes the results of host names that their web sites no longer have. */
export async function deleteOtherHosts(system: Db): Promise<void> {
  await sql`delete from host_checks c where not exists
    (select from web_site_hosts h where h.web_site_id = c.web_site_id and h.host = c.host)`.execute(system)
}

export const findHostChecks = (db: Db, id: number) =>
  db.selectFrom('host_checks').selectAll().where('web_site_id', '=', id).execute()
