import type * as contract from '@cutaway/contract/rooms/organisation/locations.ts'
import { answer, type Handlers } from '../../core/http/endpoints.ts'
import { fail } from '../../core/http/errors.ts'
import { reachOf, type RecordLoader } from '../../core/scope.ts'
import { businessOf, findBusiness, findBusinesses, listedBusiness, lockBusiness } from './businesses.ts'
import { checkLimit, checkRegions, removeLocations, restoreLocations, shown } from './location-changes.ts'
import * as queries from './locations.queries.ts'
import { isNameTaken } from './names.queries.ts'

/** Locations of a business: the list, changes within the limit of the subscription, deletion that can be undone. */

declare module '../../core/scope.ts' {
  interface RecordKinds {
    location: queries.LocationRow
  }
}

export const locationRecords: RecordLoader<queries.LocationRow> = {
  find: queries.findLocationsById,
  idOf: ({ location_id }) => location_id,
}

interface SentLocation {
  businessentity_location_name: string
  businessentity_location_type: string
  country_code?: string | undefined
  businessentity_state: string
  businessentity_city: string
  businessentity_zip: string
  businessentity_street1: string
  businessentity_phone: string
  business_unit: string
  store_number: string
  account_number: string
}
const valuesOf = (body: SentLocation, country: string): queries.LocationValues => ({
  businessentity_location_name: body.businessentity_location_name,
  location_type: body.businessentity_location_type,
  country_code: body.country_code ?? country,
  street1: body.businessentity_street1,
  city: body.businessentity_city,
  state: body.businessentity_state,
  zip: body.businessentity_zip,
  phone: body.businessentity_phone,
  store_number: body.store_number,
  business_unit: body.business_unit,
  account_number: body.account_number,
})

export const locations: Handlers<typeof contract> = {
  getLocations: async ({ body, owned, owner, caller, site, db, services }) => {
    const reach = reachOf(caller, site)
    const { class_id, businessentity_location_name, viewDelete } = body.location
    const businessId = listedBusiness(owned.businessentity_id, owner, caller)
    const filter = { businessId, regionId: class_id, name: businessentity_location_name, view: viewDelete }
    const { rows, total } = await queries.listLocations(db, site, reach, filter, body)
    const limitsOf = businessId ?? owner.businessentity_id
    const business = limitsOf === null ? undefined : await findBusiness(db, site, limitsOf)
    const counted = await queries.countPlaces(db, site, reach, businessId)
    return answer(rows.map(shown), {
      beside: {
        total,
        max_locations: business?.max_locations ?? 0,
        counts_businessentity_locations: limitsOf === null ? 0 : await queries.countLocations(db, site, limitsOf),
        user_count: counted.users,
        sent_this_month: await queries.countSendsOfMonth(
          db,
          site,
          rows.map(({ location_id }) => location_id),
          services.clock.now(),
        ),
      },
    })
  },

  checkLocationNameAlreadyExists: async ({ body, owned, owner, site, db }) => {
    const businessId = owned.id?.businessentity_id ?? businessOf(owned.businessentity_id, owner)
    if (
      await isNameTaken(db, site, 'location', {
        businessId,
        names: [body.businessentity_location_name],
        except: owned.id ? [owned.id.location_id] : [],
      })
    )
      fail('location_name_exists')
    return null
  },

  addLocations: async ({ body, owned, owner, caller, site, db, audit }) => {
    const reach = reachOf(caller, site)
    const regions = owned.location_class_ids ?? []
    const business = await lockBusiness(db, site, businessOf(owned.businessentity_id, owner))
    checkRegions(regions, business.businessentity_id)
    // Otherwise a regional manager would add a location that is out of the own reach.
    if (caller.reach === 'regions' && regions.length === 0) fail('location_needs_region')
    await checkLimit(db, site, business, 1)
    const values = valuesOf(body, site.country_code_iso.toUpperCase())
    const names = [values.businessentity_location_name]
    if (await isNameTaken(db, site, 'location', { businessId: business.businessentity_id, names, except: [] }))
      fail('location_name_exists')
    const id = await queries.insertLocation(db, site, business.businessentity_id, values)
    const regionIds = regions.map(({ class_id }) => class_id)
    await queries.replaceRegions(db, site, [{ location_id: id, class_ids: regionIds }], reach)
    audit({ target: { kind: 'location', id }, after: { ...values, location_class_ids: regionIds } })
    return answer(shown(await queries.findListedLocation(db, site, id, reach)), { message: 'location_added' })
  },

  updateLocation: async ({ body, owned, caller, site, db, audit }) => {
    const reach = reachOf(caller, site)
    const { location_id: id, businessentity_id, country_code } = owned.id
    const regions = body.location_class_ids && owned.location_class_ids
    await lockBusiness(db, site, businessentity_id)
    const before = await queries.findListedLocation(db, site, id, reach)
    if (before.deleted_at !== null) fail('location_was_deleted')
    if (body.version !== undefined && body.version !== shown(before).version) fail('location_changed_meanwhile')
    checkRegions(regions ?? [], businessentity_id)
    if (caller.reach === 'regions' && regions?.length === 0) fail('location_needs_region')
    const values = valuesOf(body, country_code)
    const names = [values.businessentity_location_name]
    if (await isNameTaken(db, site, 'location', { businessId: businessentity_id, names, except: [id] }))
      fail('location_name_exists')
    await queries.updateLocation(db, site, id, values)
    if (regions)
      await queries.replaceRegions(
        db,
        site,
        [{ location_id: id, class_ids: regions.map(({ class_id }) => class_id) }],
        reach,
      )
    const after = await queries.findListedLocation(db, site, id, reach)
    audit({ before: shown(before), after: shown(after) })
    return answer(shown(after), { message: 'location_saved' })
  },

  deleteLocation: async (call) => {
    if ((await removeLocations(call, [call.owned.id])).length === 0) fail('location_was_deleted')
    return answer(null, { message: 'location_deleted' })
  },

  undoDeletedLocation: async (call) => {
    await restoreLocations(call, [call.owned.id])
    return answer(null, { message: 'location_restored' })
  },

  getUserCount: async ({ owned, site, db }) => ({
    user_count: await queries.countUsersOfLocations(db, site, [owned.location_id.location_id]),
  }),

  getUserCountAndLocationCount: async ({ owned, owner, site, db }) => {
    const businessId = businessOf(owned.businessentity_id, owner)
    const business = await findBusiness(db, site, businessId)
    const location_count = await queries.countLocations(db, site, businessId)
    const user_count = await queries.countUsersOfBusiness(db, site, businessId)
    return answer(
      { user_count, location_count },
      {
        beside: {
          max_locations: business?.max_locations ?? 0,
          counts_businessentity_locations: location_count,
        },
      },
    )
  },

  getEntity: async ({ owner, caller, site, db }) =>
    (await findBusinesses(db, site, caller, listedBusiness(undefined, owner, caller))).map(
      ({ businessentity_id, business_name }) => ({
        id: businessentity_id,
        businessentity_id,
        business_name,
      }),
    ),

  getLocationsByBusinessId: async ({ params, caller, site, db }) =>
    (await queries.findLocationNames(db, site, reachOf(caller, site), params.id)).map(
      ({ location_id, ...location }) => ({ id: location_id, ...location }),
    ),
}
