import { applyRetention, retention, type Rule } from '../../../core/jobs/retention.ts'
import type { Services } from '../../../core/services.ts'
import { deleteViews, deleteWatched, removeAddresses } from './retention.queries.ts'

/** How long views are kept. */

const background = { lane: 'background' } as const
export const viewRules: readonly Rule[] = [
  {
    months: retention.events,
    step: (database, s) => database.inTenant(s.webSiteId, (db) => deleteViews(db, s), background),
  },
  {
    months: retention.events,
    step: (database, s) => database.inTenant(s.webSiteId, (db) => deleteWatched(db, s), background),
  },
  {
    months: retention.addresses,
    step: (database, s) => database.inTenant(s.webSiteId, (db) => removeAddresses(db, s), background),
  },
]

export function registerViewRetention(services: Services): void {
  services.jobs.every('views.retention', 3600, async ({ signal }) => {
    await applyRetention(services, services.clock, viewRules, { signal })
  })
}
