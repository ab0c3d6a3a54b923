import { sql } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import type { Film } from '../catalogue/library/library.ts'

/** The films that a business watches most. */

/** The period that counts, in days. */
const period = 90
const most = 200

/** Returns the ids of the films that a business watched in the last 90 days, the most watched first. */
export async function findMostWatched(db: Db, site: Site, businessentityId: number, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - period * 86_400_000).toISOString().slice(0, 10)
  const rows = await db
    .selectFrom('daily_views')
    .select('part_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessentityId)
    .where('what', '=', 'film')
    .where('day', '>=', sql<Date>`${since}::date`)
    .groupBy('part_id')
    .orderBy(sql`sum(views)`, 'desc')
    .orderBy('part_id')
    .limit(most)
    .execute()
  return rows.map(({ part_id }) => part_id)
}

/** Orders films by an order of ids; films that it does not have follow in their own order. Pure. */
export function inOrderOf(ids: readonly string[], films: readonly Film[]): Film[] {
  const place = new Map(ids.map((id, index) => [id, index]))
  return films.toSorted((a, b) => (place.get(a.partId) ?? ids.length) - (place.get(b.partId) ?? ids.length))
}
