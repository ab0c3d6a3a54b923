import { registerNumberJobs, type NumberServices } from './numbers/work.ts'
import { watchCredits } from './bundles/recharge.ts'

/** The background jobs of text messages and numbers. */

const watchEvery = 60

export function registerTelephonyJobs(services: NumberServices): void {
  services.jobs.every('sms.watch', watchEvery, () => watchCredits(services))
  registerNumberJobs(services)
}
