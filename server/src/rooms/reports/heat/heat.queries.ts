import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import { condition, type Interval } from '../condition.ts'
import type { Question } from '../counts.queries.ts'

/** Counts the visits of customers to a film, and the seconds that they saw. */

export type Visits = Omit<Question, 'periods'> & { interval: Interval; row: { part_id: string } }

export interface Watched {
  viewings: number
  customers: number
  /** Seconds of all visits together. */
  seconds: number
  to_end: number
}

const of = ({ site, source, scope, filter, interval, row }: Visits) =>
  sql`from report_watched e where ${condition(site, source, scope, filter, interval, row)}`

export async function countWatched(db: Db, visits: Visits, duration: number): Promise<Watched> {
  const { rows } = await sql<Watched>`
    select count(*)::int as viewings, count(distinct e.viewer)::int as customers,
      coalesce(sum((select sum(s.at * case when s.n % 2 = 0 then 1 else -1 end)
        from unnest(e.stretches) with ordinality as s(at, n))), 0)::float8 as seconds,
      (count(*) filter (where e.stretches[cardinality(e.stretches)] >= ${duration - 1}))::int as to_end
    ${of(visits)}`.execute(db)
  return rows[0]!
}

/** Returns of each second that somebody saw how many customers saw it, and how often. A second is seen if its middle is. */
export async function countSeconds(db: Db, visits: Visits): Promise<{ second: number; first: number; seen: number }[]> {
  const { rows } = await sql<{ second: number; first: number; seen: number }>`
    select second::int, count(distinct e.viewer)::int as first, count(*)::int as seen
    from (select e.viewer, e.stretches ${of(visits)}) e
    cross join lateral generate_series(1, cardinality(e.stretches) - 1, 2) as i
    cross join lateral generate_series(
      ceil(e.stretches[i] - 0.5)::int, ceil(e.stretches[i + 1] - 0.5)::int - 1) as second
    group by 1`.execute(db)
  return rows
}
