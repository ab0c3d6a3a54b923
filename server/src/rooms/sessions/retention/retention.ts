import { applyRetention, retention, type Rule } from '../../../core/jobs/retention.ts'
import type { Services } from '../../../core/services.ts'
import { deleteLogins, removeAddresses } from './retention.queries.ts'

/** How long log-ins are kept. */

const background = { lane: 'background' } as const
export const loginRules: readonly Rule[] = [
  {
    months: retention.events,
    step: (database, s) => database.inTenant(s.webSiteId, (db) => deleteLogins(db, s), background),
  },
  {
    months: retention.addresses,
    step: (database, s) => database.inTenant(s.webSiteId, (db) => removeAddresses(db, s), background),
  },
]

export function registerLoginRetention(services: Services): void {
  services.jobs.every('logins.retention', 3600, async ({ signal }) => {
    await applyRetention(services, services.clock, loginRules, { signal })
  })
}
