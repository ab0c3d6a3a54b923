import { z } from 'zod'
import { endpoint, may } from '../../endpoint.ts'
import { Id, PathId } from '../../fields.ts'
import { Location } from './locations.ts'

/** One location as it is now, and what is done to several locations at once. A call changes all of them or none. */

/** Locations that one call changes at most. */
export const mostLocationsAtOnce = 500
const Ids = z.array(Id).min(1).max(mostLocationsAtOnce)

export const getLocation = endpoint({
  method: 'GET',
  path: '/getLocation/:id',
  who: may('manage_locations'),
  owns: { id: 'location' },
  summary: 'Returns a location as it is now, also a deleted one.',
  params: z.object({ id: PathId }),
  /** `deleted_by` is the name of the user who deleted it; empty if it is not deleted. */
  reply: Location.extend({ deleted_by: z.string() }),
})

export const deleteLocations = endpoint({
  method: 'POST',
  path: '/deleteLocations',
  who: may('manage_locations'),
  owns: { id: 'location' },
  audit: { action: 'location.delete' },
  summary: 'Deletes locations, which can be restored. Their people keep their accounts and their links to them.',
  body: z.object({ id: Ids }),
  reply: z.object({ deleted: z.int() }),
})

export const restoreLocations = endpoint({
  method: 'POST',
  path: '/restoreLocations',
  who: may('manage_locations'),
  owns: { id: 'location' },
  audit: { action: 'location.restore' },
  summary: 'Restores deleted locations, if the limit of the subscription and their names allow all of them.',
  body: z.object({ id: Ids }),
  fails: ['location_name_exists', 'can_not_exceed_account_location_limit'],
  reply: z.object({ restored: z.int() }),
})

export const setLocationRegions = endpoint({
  method: 'PUT',
  path: '/setLocationRegions',
  who: may('manage_locations'),
  owns: { 'locations.id': 'location', 'locations.location_class_ids': 'region' },
  audit: { action: 'location.move' },
  summary:
    'Sets the regions of several locations, as far as the caller reaches the regions; it replaces the set of each.',
  body: z.object({
    locations: z
      .array(z.object({ id: Id, location_class_ids: z.array(Id).max(200) }))
      .min(1)
      .max(mostLocationsAtOnce),
  }),
  fails: ['location_was_deleted', 'location_needs_region', 'region_was_deleted'],
  reply: z.object({ changed: z.int() }),
})
