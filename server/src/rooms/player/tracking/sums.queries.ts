import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

/** A daily sum that is not the number of its views. */
export interface Difference {
  day: string
  businessentity_id: number
  part_id: string
  what: string
  tracktype: string
  brand_id: number
  language_id: number
  /** 0 where the sum is missing. */
  sum: number
  events: number
}

/** Compares the daily sums of a web site with its views, from a day on. Returns the first differences. */
export async function findDifferences(db: Db, site: Site, since: Date, most: number): Promise<Difference[]> {
  const day = since.toISOString().slice(0, 10)
  const { rows } = await sql<Difference>`
    with events as (
      select coalesce(day, (viewed_at at time zone ${site.time_zone})::date) as day,
        coalesce(businessentity_id, 0) as businessentity_id, part_id, what, tracktype, brand_id, language_id,
        count(*)::int as events
      from views where web_site_id = ${site.web_site_id} group by 1, 2, 3, 4, 5, 6, 7
    ), sums as (select * from daily_views where web_site_id = ${site.web_site_id} and day >= ${day}::date)
    select to_char(coalesce(s.day, e.day), 'YYYY-MM-DD') as day,
      coalesce(s.businessentity_id, e.businessentity_id) as businessentity_id, coalesce(s.part_id, e.part_id) as part_id,
      coalesce(s.what, e.what) as what, coalesce(s.tracktype, e.tracktype) as tracktype,
      coalesce(s.brand_id, e.brand_id) as brand_id, coalesce(s.language_id, e.language_id) as language_id,
      coalesce(s.views, 0) as sum, coalesce(e.events, 0) as events
    from sums s
    full join (select * from events where day >= ${day}::date) e
      on e.day = s.day and e.businessentity_id = s.businessentity_id and e.part_id = s.part_id and e.what = s.what
        and e.tracktype = s.tracktype and e.brand_id = s.brand_id and e.language_id = s.language_id
    where coalesce(s.views, 0) <> coalesce(e.events, 0)
    order by 1, 2, 3, 4, 5, 6, 7
    limit ${most}`.execute(db)
  return rows
}
