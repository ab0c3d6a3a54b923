import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { LetterKey } from './schedules.queries.ts'

/** What the jobs look for on all web sites. */

const atATime = 200

export const findDue = (system: Db, now: Date) =>
  system
    .selectFrom('report_schedules')
    .select(['web_site_id', 'schedule_id'])
    .where('next_at', '<=', now)
    .where('paused_because', 'is', null)
    .orderBy('next_at')
    .limit(atATime)
    .execute()

/** Returns letters that have waited for long: their job was lost, as after a restored backup. */
export async function findForgotten(system: Db, before: Date): Promise<LetterKey[]> {
  const rows = await system
    .selectFrom('report_letters')
    .select(['web_site_id', 'schedule_id', 'due_at', 'user_id'])
    .where('state', '=', 'waiting')
    .where('due_at', '<', before)
    .limit(atATime)
    .execute()
  return rows.map(({ due_at, ...key }) => ({ ...key, due_at: due_at.toISOString() }))
}

export const deleteOldLetters = (system: Db, before: Date) =>
  sql`delete from report_letters where (web_site_id, schedule_id, due_at, user_id) in (
    select web_site_id, schedule_id, due_at, user_id from report_letters where due_at < ${before} limit 2000)`.execute(
    system,
  )
