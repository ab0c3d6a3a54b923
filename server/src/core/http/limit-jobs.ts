import type { Services } from '../services.ts'
import { deleteEndedCounts } from './rate-limits.ts'
import { deleteExpiredProofs } from './used-proofs.ts'

/** Registers the job that deletes expired request counts and used proofs. */
export function registerLimitJobs({ jobs, database, clock }: Pick<Services, 'jobs' | 'database' | 'clock'>): void {
  jobs.every('limits.cleanUp', 600, async () => {
    const now = clock.now()
    await deleteEndedCounts(database, now)
    await deleteExpiredProofs(database, now)
  })
}
