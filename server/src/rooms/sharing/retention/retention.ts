import { applyRetention, retention, type Rule } from '../../../core/jobs/retention.ts'
import type { Services } from '../../../core/services.ts'
import { addressed, removeAddresses } from './retention.queries.ts'

/** How long the addresses of customers who open links are kept. What they watched and answered stays with the link. */

export const linkRules: readonly Rule[] = addressed.map((of) => ({
  months: retention.addresses,
  step: (database, s) => database.inTenant(s.webSiteId, (db) => removeAddresses(db, of, s), { lane: 'background' }),
}))

export function registerLinkRetention(services: Services): void {
  services.jobs.every('links.retention', 3600, async ({ signal }) => {
    await applyRetention(services, services.clock, linkRules, { signal })
  })
}
