import { monthsBefore, type Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Services } from '../services.ts'

/**
 * How long events are kept: for 25 months, which is two years to compare and the running month; the network address of
 * whoever caused one for 13. The sums of what has gone stay.
 */
export const retention = { events: 25, addresses: 13 }

/** How many rows one step changes: a request that waits for it waits a moment. */
const rowsAtOnce = 2_000

export interface Step {
  webSiteId: number
  /** Everything before this moment goes. */
  before: Date
  /** The most rows to change. */
  limit: number
}

/** One kind of row that goes: after how many months, and the statement. It returns how many rows it changed. */
export interface Rule {
  months: number
  step(database: Pick<Database, 'inTenant'>, step: Step): Promise<number>
}

/**
 * Removes what is too old, on every web site, a few rows in each transaction. A run that is interrupted loses at most its
 * last step, and the next run goes on.
 */
export async function applyRetention(
  { database, sites }: Pick<Services, 'database' | 'sites'>,
  { now }: Pick<Clock, 'now'>,
  rules: readonly Rule[],
  { signal, limit = rowsAtOnce }: { signal?: AbortSignal; limit?: number } = {},
): Promise<number> {
  let changed = 0
  for (const { web_site_id: webSiteId } of sites.all())
    for (const { months, step } of rules) {
      const before = monthsBefore(now(), months)
      for (let rows = limit; rows === limit && !signal?.aborted; changed += rows)
        rows = await step(database, { webSiteId, before, limit })
    }
  return changed
}
