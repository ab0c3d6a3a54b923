import type * as contract from '@cutaway/contract/rooms/organisation/several-locations.ts'
import { answer, type Handlers } from '../../core/http/endpoints.ts'
import { fail } from '../../core/http/errors.ts'
import { reachOf } from '../../core/scope.ts'
import { checkRegions, lockBusinessesOf, removeLocations, restoreLocations, shown } from './location-changes.ts'
import * as queries from './locations.queries.ts'
import { findDeleter } from './names.queries.ts'

/** One location as it is now, and changes of several. */

export const severalLocations: Handlers<typeof contract> = {
  getLocation: async ({ owned, caller, site, db }) => {
    const { location_id: id } = owned.id
    const row = await queries.findListedLocation(db, site, id, reachOf(caller, site))
    return { ...shown(row), deleted_by: await findDeleter(db, site, 'location', id) }
  },

  deleteLocations: async (call) => {
    const deleted = await removeLocations(call, call.owned.id)
    return answer({ deleted: deleted.length }, { message: 'location_deleted' })
  },

  restoreLocations: async (call) => {
    const restored = await restoreLocations(call, call.owned.id)
    return answer({ restored: restored.length }, { message: 'location_restored' })
  },

  setLocationRegions: async (call) => {
    const { body, owned, caller, site, db, audit } = call
    const reach = reachOf(caller, site)
    const named = owned['locations.id']
    await lockBusinessesOf(call, named)
    const ids = [...new Set(named.map(({ location_id }) => location_id))]
    const now = await queries.findLocationsById(db, site, ids, reach)
    if (now.some(({ deleted_at }) => deleted_at !== null)) fail('location_was_deleted')
    const regions = new Map(owned['locations.location_class_ids'].map((region) => [region.class_id, region]))
    const sets = new Map(body.locations.map(({ id, location_class_ids }) => [id, location_class_ids]))
    for (const { location_id, businessentity_id } of now) {
      const wanted = sets.get(location_id) ?? []
      checkRegions(
        wanted.flatMap((id) => regions.get(id) ?? []),
        businessentity_id,
      )
      // Otherwise a regional manager would move a location out of the own reach.
      if (caller.reach === 'regions' && wanted.length === 0) fail('location_needs_region')
    }
    const after = ids.map((location_id) => ({ location_id, class_ids: sets.get(location_id) ?? [] }))
    const before = await queries.findRegionsOf(db, site, ids, reach)
    await queries.replaceRegions(db, site, after, reach)
    audit({
      target: { kind: 'location', id: ids.join() },
      before: { location_class_ids: before.map(({ class_ids }) => class_ids) },
      after: { location_class_ids: after.map(({ class_ids }) => class_ids) },
    })
    return answer({ changed: ids.length }, { message: 'location_moved' })
  },
}
