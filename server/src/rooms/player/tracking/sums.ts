import { monthsBefore, secondsAfter } from '../../../core/clock.ts'
import type { Database } from '../../../core/db/database.ts'
import { retention } from '../../../core/jobs/retention.ts'
import type { Site } from '../../../core/tenancy.ts'
import { findDifferences, type Difference } from './sums.queries.ts'

/** Proves that the daily sums of views are the views themselves, on every day of which there are still views. */

/** How many differences of a web site are listed. */
const mostListed = 100

export async function checkSums(
  database: Pick<Database, 'inTenant'>,
  sites: readonly Site[],
  now: Date,
): Promise<(Difference & { web_site_id: number })[]> {
  // Two days later than the views go: the first day that is left is cut, and days of web sites begin at different times.
  const since = secondsAfter(monthsBefore(now, retention.events), 2 * 86_400)
  const found = []
  for (const site of sites) {
    const differences = await database.inTenant(
      site.web_site_id,
      (db) => findDifferences(db, site, since, mostListed),
      { lane: 'background' },
    )
    found.push(...differences.map((one) => ({ web_site_id: site.web_site_id, ...one })))
  }
  return found
}
