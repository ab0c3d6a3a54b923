import { secondsAfter } from '../../core/clock.ts'
import type { Services } from '../../core/services.ts'
import { LinkRequest, mailLinks, passwordLinksJob } from './passwords/forgotten.ts'
import { deleteOld } from './jobs.queries.ts'
import { knownPlaces, loginLimits, sessionSeconds } from './rules.ts'

/** Registers the background jobs of this room: mailing reset links, and deleting what has expired. */
export function registerSessionJobs(services: Services): void {
  services.jobs.define(passwordLinksJob, { data: LinkRequest }, (request) => mailLinks(services, request))
  services.jobs.every('sessions.cleanUp', 3600, () => {
    const now = services.clock.now()
    return deleteOld(services.database.system, now, {
      attempts: secondsAfter(now, -loginLimits.windowSeconds),
      places: secondsAfter(now, -knownPlaces.seconds),
      acting: secondsAfter(now, -sessionSeconds.idle),
    })
  })
}
