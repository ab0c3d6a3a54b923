import { z } from 'zod'
import { endpoint, may, unscoped } from '../../endpoint.ts'
import { Id } from '../../fields.ts'
import { mostAtOnce } from './users.ts'

/** Moving several users to another location, or regional managers to other regions. */

const place = unscoped('the handler accepts only places in reach')

export const setUserPlaces = endpoint({
  method: 'PUT',
  path: '/setUserPlaces',
  who: may('manage_users'),
  actsFor: 'places.id',
  owns: { 'places.businessentity_location_id': place, 'places.location_class_ids': place },
  audit: { action: 'user.move' },
  summary:
    'Sets the places of several users of lower roles, of all or of none: the regions of regional managers, the location of roles below them. Users keep a place that was deleted until they get another one.',
  body: z.object({
    places: z
      .array(
        z.object({
          id: Id,
          /** Ignored for regional managers. */
          businessentity_location_id: Id.nullable(),
          /** Ignored for roles below regional managers. */
          location_class_ids: z.array(Id).max(500),
        }),
      )
      .min(1)
      .max(mostAtOnce),
  }),
  fails: ['user_location_required', 'user_region_required', 'user_place_not_available', 'user_has_no_place'],
  reply: z.object({ changed: z.int() }),
})
