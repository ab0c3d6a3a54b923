import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of links for a repair order. */

/** Returns what people watched of each film of a link, and when its first frame was shown. */
export const findWatched = (db: Db, site: Site, linkId: number) =>
  db
    .selectFrom('link_views')
    .select(({ fn }) => [
      'part_id',
      fn.max('watched_percent').as('watched_percent'),
      fn.min('first_frame_at').as('opened_at'),
    ])
    .where('web_site_id', '=', site.web_site_id)
    .where('link_id', '=', linkId)
    .where('first_frame_at', 'is not', null)
    .groupBy('part_id')
    .$narrowType<{ watched_percent: number; opened_at: Date | null }>()
    .execute()

/** Returns to whom a customer belongs, with the latest repair order. */
export const findCustomerOwner = (db: Db, site: Site, customerId: number) =>
  db
    .selectFrom('customers')
    .select(['businessentity_id', 'user_id', 'ro_number'])
    .where('web_site_id', '=', site.web_site_id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
