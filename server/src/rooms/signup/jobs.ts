import { secondsAfter } from '../../core/clock.ts'
import type { Services } from '../../core/services.ts'
import { keptSeconds } from './codes/attempts.ts'
import { deleteOldCodes } from './codes/codes.queries.ts'
import { expireDrafts } from './registration/registration.queries.ts'

/** Registers the jobs of this room. */
export function registerSignupJobs({ jobs, database, clock }: Pick<Services, 'jobs' | 'database' | 'clock'>): void {
  jobs.every('signup.cleanUp', 3600, () => {
    const now = clock.now()
    // Keeps expired codes for a day, so that they are reported as expired rather than wrong.
    return deleteOldCodes(database.system, {
      codes: secondsAfter(now, -24 * 3600),
      marks: secondsAfter(now, -keptSeconds),
    })
  })
  jobs.every('registration.expire', 3600, () => expireDrafts(database.system, clock.now()))
}
