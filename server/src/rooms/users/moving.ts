import type * as contract from '@cutaway/contract/rooms/users/moving.ts'
import { answer, type Handlers } from '../../core/http/endpoints.ts'
import { badRequest, fail } from '../../core/http/errors.ts'
import { present } from './actions.ts'
import * as queries from './edit.queries.ts'
import { holdLocations, holdRegions } from './places.queries.ts'
import { placeOf } from './rules.ts'

/** Moving several users: all of them or none. */

type Account = queries.Account
const sorted = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b)

export const moving: Handlers<typeof contract> = {
  setUserPlaces: async (call) => {
    const { body, owner, caller, site, db, audit } = call
    const wanted = new Map(body.places.map((place) => [place.id, place]))
    if (wanted.size < body.places.length) badRequest()
    const accounts = (await present(call, owner)).map((account) => ({ account, to: wanted.get(account.user_id)! }))
    if (accounts.some(({ account }) => placeOf(account.user_access_id) === 'none')) fail('user_has_no_place')
    const isOf = (kind: 'regions' | 'location') => (one: { account: Account }) =>
      placeOf(one.account.user_access_id) === kind

    const toRegions = accounts.filter(isOf('regions')).map(({ account, to }) => {
      const class_ids = sorted(to.location_class_ids)
      if (class_ids.length === 0) fail('user_region_required')
      return { ...account, old: account.class_ids, class_ids }
    })
    const toLocations = accounts.filter(isOf('location')).map(({ account, to }) => {
      const location_id = to.businessentity_location_id ?? fail('user_location_required')
      return { ...account, old: account.location_id, location_id }
    })
    // Those who stay where they are need no check: their place may be deleted.
    const newRegions = toRegions.filter(({ old, class_ids }) => old.join() !== class_ids.join())
    const newLocations = toLocations.filter(({ old, location_id }) => old !== location_id)
    const locations = newLocations.map(({ location_id }) => location_id)
    const businessOfLocation = await holdLocations(db, site, caller, sorted(locations))
    const regions = newRegions.flatMap(({ class_ids }) => class_ids)
    const businessOfRegion = await holdRegions(db, site, caller, sorted(regions))
    const isThere =
      newLocations.every((user) => businessOfLocation.get(user.location_id) === user.businessentity_id) &&
      newRegions.every((user) => user.class_ids.every((id) => businessOfRegion.get(id) === user.businessentity_id))
    if (!isThere) fail('user_place_not_available')

    await queries.setLocationsOf(db, site, newLocations)
    await queries.setRegionsOf(db, site, newRegions)
    const moved = [...newLocations, ...newRegions]
    if (moved.length === 0) audit(false)
    else
      audit({
        target: { kind: 'user', id: moved.map(({ user_id }) => user_id).join() },
        before: placesFor(
          moved,
          newLocations.map(({ old }) => old),
          newRegions.map(({ old }) => old),
        ),
        after: placesFor(
          moved,
          locations,
          newRegions.map(({ class_ids }) => class_ids),
        ),
      })
    return answer({ changed: moved.length }, { message: 'user_moved' })
  },
}

/** The values that the audit log keeps: the users in order, their locations, and the regions of regional managers. */
const placesFor = (
  users: readonly { username: string }[],
  locations: readonly (number | null)[],
  regions: readonly (readonly number[])[],
) => ({
  usernames: users.map(({ username }) => username),
  ...(locations.length > 0 ? { businessentity_location_id: locations } : {}),
  ...(regions.length > 0 ? { location_class_ids: regions } : {}),
})
