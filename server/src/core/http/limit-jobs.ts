import type { Services } from '../services.ts'
import { deleteEndedCounts } from './rate-limits.ts'
import { deleteExpiredProofs } from './used-proofs.ts'

/** Registers the job that deletes counts of requests and used proofs whose time has ended. */
export function registerLimitJobs({ jobs, database, clock }: Pick<Services, 'jobs' | 'database' | 'clock'>): void {
  jobs.every('limits.cleanUp', 600, async () => {
    const now = clock.now()
    await deleteEndedCounts(database, now)
    await deleteExpiredProofs(database, now)
  })
}
