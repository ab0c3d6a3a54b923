import { roleOf } from '@cutaway/contract/roles.ts'
import { secondsAfter } from '../../../core/clock.ts'
import type { Caller } from '../../../core/auth/caller.ts'
import type { Db } from '../../../core/db/database.ts'
import { reachOf, reachOfUser, type Reach } from '../../../core/scope.ts'
import type { Site } from '../../../core/tenancy.ts'
import { countUnread } from './decisions.queries.ts'

/** Older answers no longer count as unread. */
const unreadDays = 60

/**
 * Returns whose customers a caller hears of: the caller's own, and those of the location that the caller manages.
 * Managers of more than a location read reports instead.
 */
export function inboxOf(caller: Caller, site: Site): Reach {
  if (roleOf(caller.level).reach === 'location') return reachOf(caller, site)
  return reachOfUser(caller.user.user_id)
}

export const unreadOf = (db: Db, site: Site, caller: Caller, now: Date): Promise<number> =>
  countUnread(db, site, {
    userId: caller.user.user_id,
    reach: inboxOf(caller, site),
    since: secondsAfter(now, -unreadDays * 86_400),
  })
