import * as contract from '@cutaway/contract/rooms/sharing/popular.ts'
import { sql } from 'kysely'
import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Handlers } from '../../../core/http/endpoints.ts'
import type { Owner } from '../../../core/scope.ts'
import type { Site } from '../../../core/tenancy.ts'

/** How often a business shares each film. */
export const popular: Handlers<typeof contract> = {
  getShareCounts: ({ owner, site, services, db }) =>
    countShares(db, site, owner, secondsAfter(services.clock.now(), -contract.countedDays * 86_400)),
}

/** Counts the messages of a business, or of a user without one, for each film. */
function countShares(db: Db, site: Site, { user_id, businessentity_id }: Owner, since: Date) {
  return db
    .selectFrom(
      db
        .selectFrom('sends')
        .select(['recipient_count', sql<string>`unnest(part_ids)`.as('part_id')])
        .where('web_site_id', '=', site.web_site_id)
        .where('created_at', '>=', since)
        .$if(businessentity_id !== null, (q) => q.where('businessentity_id', '=', businessentity_id))
        .$if(businessentity_id === null, (q) => q.where('user_id', '=', user_id))
        .as('films'),
    )
    .select(['part_id', sql<number>`sum(recipient_count)::int`.as('shares')])
    .groupBy('part_id')
    .orderBy('shares', 'desc')
    .orderBy('part_id')
    .execute()
}
