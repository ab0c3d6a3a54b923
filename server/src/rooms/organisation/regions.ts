import type * as contract from '@cutaway/contract/rooms/organisation/regions.ts'
import type { Region, RegionName } from '@cutaway/contract/rooms/organisation/regions.ts'
import { answer, type Handlers } from '../../core/http/endpoints.ts'
import { fail, notFound } from '../../core/http/errors.ts'
import { reachOf, type RecordLoader } from '../../core/scope.ts'
import { businessOf, listedBusiness, lockBusiness } from './businesses.ts'
import { findDeleter, isNameTaken } from './names.queries.ts'
import * as queries from './regions.queries.ts'

/** Regions of a business, and the locations in them. */

declare module '../../core/scope.ts' {
  interface RecordKinds {
    region: queries.RegionRow
  }
}

export const regionRecords: RecordLoader<queries.RegionRow> = {
  find: queries.findRegionsById,
  idOf: ({ class_id }) => class_id,
}

const shown = ({ class_id, deleted_at, ...region }: queries.ListedRegion): Region => ({
  ...region,
  id: class_id,
  active: deleted_at === null ? 1 : 0,
  deleted_at: deleted_at?.toISOString() ?? null,
})
const sorted = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b)
const nameOf = ({ class_id: id, class_name }: Pick<queries.RegionRow, 'class_id' | 'class_name'>): RegionName => ({
  id,
  class_name,
})

export const regions: Handlers<typeof contract> = {
  getRegionList: async ({ body, owned, owner, caller, site, db }) => {
    const businessId = listedBusiness(owned.businessentity_id, owner, caller)
    const filter = { businessId, view: body.viewDelete }
    const { rows, total } = await queries.listRegions(db, site, reachOf(caller, site), filter, body)
    return answer(rows.map(shown), { beside: { total } })
  },

  getRegion: async ({ owned, caller, site, db }) => {
    const { class_id: id } = owned.id
    const region = await queries.findListedRegion(db, site, id, reachOf(caller, site))
    return { ...shown(region), deleted_by: await findDeleter(db, site, 'region', id) }
  },

  getClasses: async ({ owned, owner, caller, site, db }) => {
    const businessId = listedBusiness(owned.businessentity_id, owner, caller)
    return (await queries.findRegionNames(db, site, reachOf(caller, site), businessId)).map(nameOf)
  },

  checkRegionNameAlreadyExists: async ({ body, owned, owner, site, db }) => {
    const businessId = owned.id?.businessentity_id ?? businessOf(owned.businessentity_id, owner)
    const except = owned.id ? [owned.id.class_id] : []
    if (await isNameTaken(db, site, 'region', { businessId, names: [body.class_name], except }))
      fail('region_name_exists')
    return null
  },

  addClass: async ({ body: { class_name }, owned, owner, site, db, audit }) => {
    const { businessentity_id } = await lockBusiness(db, site, businessOf(owned.businessentity_id, owner))
    const taken = { businessId: businessentity_id, names: [class_name], except: [] }
    if (await isNameTaken(db, site, 'region', taken)) fail('region_name_exists')
    const id = await queries.insertRegion(db, site, businessentity_id, class_name)
    audit({ target: { kind: 'region', id }, after: { class_name } })
    return answer({ id, class_name }, { message: 'region_added' })
  },

  updateClass: async ({ body: { class_name, old_class_name }, owned, site, db, audit }) => {
    const { class_id: id, businessentity_id } = owned.id
    await lockBusiness(db, site, businessentity_id)
    const before = await queries.findRegion(db, site, id)
    if (before.deleted_at !== null) fail('region_was_deleted')
    if (old_class_name !== undefined && old_class_name !== before.class_name) fail('region_changed_meanwhile')
    const taken = { businessId: businessentity_id, names: [class_name], except: [id] }
    if (await isNameTaken(db, site, 'region', taken)) fail('region_name_exists')
    await queries.updateRegion(db, site, id, { class_name })
    audit({ before: { class_name: before.class_name }, after: { class_name } })
    return answer({ id, class_name }, { message: 'region_saved' })
  },

  deleteClass: async ({ owned, caller, site, db, services, audit }) => {
    const { class_id: id, businessentity_id } = owned.id
    await lockBusiness(db, site, businessentity_id)
    const { deleted_at, class_name } = await queries.findRegion(db, site, id)
    if (deleted_at !== null) fail('region_was_deleted')
    await queries.updateRegion(db, site, id, { deleted_at: services.clock.now(), deleted_by: caller.user.user_id })
    audit({ before: { class_name }, after: null })
    return answer(null, { message: 'region_deleted' })
  },

  undoDeletedClass: async ({ owned, site, db, audit }) => {
    const { class_id: id, businessentity_id } = owned.id
    await lockBusiness(db, site, businessentity_id)
    const { deleted_at, class_name } = await queries.findRegion(db, site, id)
    if (deleted_at === null) {
      audit(false)
      return answer(null, { message: 'region_restored' })
    }
    const taken = { businessId: businessentity_id, names: [class_name], except: [id] }
    if (await isNameTaken(db, site, 'region', taken)) fail('region_name_exists')
    await queries.updateRegion(db, site, id, { deleted_at: null, deleted_by: null })
    audit({ after: { class_name } })
    return answer(null, { message: 'region_restored' })
  },

  addLocationInRegion: async ({ body, owned, site, db, audit }) => {
    const { class_id: id, businessentity_id } = owned.class_id
    await lockBusiness(db, site, businessentity_id)
    const { deleted_at } = await queries.findRegion(db, site, id)
    if (deleted_at !== null) fail('region_was_deleted')
    const chosen = owned.locations
    if (chosen.some((location) => location.businessentity_id !== businessentity_id)) notFound()
    if (chosen.some((location) => location.deleted_at !== null)) fail('location_was_deleted')
    const before = await queries.findLocationIds(db, site, id)
    if (body.old_locations && sorted(body.old_locations).join() !== before.join()) fail('region_changed_meanwhile')
    const after = sorted(chosen.map(({ location_id }) => location_id))
    await queries.replaceLocations(db, site, id, after)
    audit({ before: { locations: before }, after: { locations: after } })
    return answer({ location_count: after.length }, { message: 'region_locations_saved' })
  },

  getClass1: async ({ owner, site, db }) => (await queries.findRegionsOfUser(db, site, owner.user_id)).map(nameOf),

  getRegionByBusinessentityId: async ({ params, caller, site, db }) =>
    (await queries.findRegionNames(db, site, reachOf(caller, site), params.id)).map(({ class_id: id, ...region }) => ({
      id,
      ...region,
    })),

  getRegionForLocation: async ({ owned, site, db }) =>
    (await queries.findLocationsForRegion(db, site, owned.class)).map(
      ({ location_id: id, city, store_number, selected, ...location }) => ({
        ...location,
        id,
        businessentity_city: city,
        store_number: store_number ?? '',
        selected: selected ? 1 : 0,
      }),
    ),
}
