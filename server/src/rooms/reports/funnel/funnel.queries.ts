import { funnelSteps, type FunnelGroup, type FunnelStep } from '@cutaway/contract/rooms/reports/filters.ts'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import { condition, reached, shownUser } from '../condition.ts'
import type { Prepared } from '../build.ts'

/** Counts sends by how far they came: one query, one scan. */

export type StepCounts = Record<FunnelStep, number>
/** `before`: sends of the period just before. */
export interface Group extends StepCounts {
  key: number | string
  before: number
}

export async function countSteps(db: Db, asked: Prepared, group: FunnelGroup): Promise<Group[]> {
  const { site, source, scope, filter, periods } = asked
  const [first, last] = [periods[0]!, periods.at(-1)!]
  const now = sql`e.at >= ${first.start}::timestamptz and e.at < ${last.end}::timestamptz`
  const then = sql`e.at >= ${first.before.start}::timestamptz and e.at < ${last.before.end}::timestamptz`
  const starts = [first.start, first.before.start].map(Number)
  const ends = [last.end, last.before.end].map(Number)
  const all = { start: new Date(Math.min(...starts)), end: new Date(Math.max(...ends)) }
  const key = {
    user: shownUser(scope),
    film: sql`coalesce(e.part_id, '')`,
    channel: sql`e.kind`,
    language: sql`e.language_id`,
    location: sql`coalesce(e.location_id, 0)`,
  }[group]
  const steps = funnelSteps.map(
    (step) => sql`(count(*) filter (where ${now} and ${reached(step)}))::int as ${sql.ref(step)}`,
  )
  const { rows } = await sql<Group>`
    select ${key} as key, ${sql.join(steps)}, (count(*) filter (where ${then}))::int as before
    from report_funnel e
    where ${condition(site, source, scope, filter, all)}
    group by 1`.execute(db)
  return rows
}
