import { z } from 'zod'
import { endpoint, may } from '../../endpoint.ts'
import { PartId, PathId } from '../../fields.ts'

/** How often a business shares each film. */

/** Only sends of the last days count, so that the order follows the season. */
export const countedDays = 90

export const getShareCounts = endpoint({
  method: 'GET',
  path: '/getShareCounts/:user_id',
  who: may('allow_view_animations'),
  actsFor: 'user_id',
  notForCustomers: true,
  summary: `Returns the number of messages in which the business of a user shared each film in the last ${countedDays} days, the most shared first. A user without a business gets the counts of the user's own messages.`,
  params: z.object({ user_id: PathId }),
  reply: z.array(z.object({ part_id: PartId, shares: z.int() })),
})
