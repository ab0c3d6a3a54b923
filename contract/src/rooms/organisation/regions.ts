import { z } from 'zod'
import { listFields, listTotal } from '../../administration/list.ts'
import { endpoint, may, signedIn, unscoped } from '../../endpoint.ts'
import { Flag, Id, Nothing, PathId } from '../../fields.ts'
import { AnyId, DeletedView } from './locations.ts'

/** Regions, on the wire also called location classes: groups of locations, for reports and regional managers. */

/** What a form edits. */
export const RegionFields = z.object({ class_name: z.string().trim().min(1).max(200) })
export type RegionFields = z.input<typeof RegionFields>

/** The name of a region with its id, as choices need it. */
export const RegionName = z.object({ id: Id, class_name: z.string() })
export type RegionName = z.infer<typeof RegionName>

export const Region = RegionName.extend({
  businessentity_id: Id,
  location_count: z.int(),
  /** How many people work in its locations. */
  user_count: z.int(),
  /** How many regional managers look after it. */
  manager_count: z.int(),
  active: Flag,
  deleted_at: z.string().nullable(),
})
export type Region = z.infer<typeof Region>

const columns = ['name', 'locations', 'people', 'state'] as const

export const getRegionList = endpoint({
  method: 'POST',
  path: '/getRegionList',
  who: may('manage_regions'),
  actsFor: 'user_id',
  owns: { businessentity_id: 'business' },
  audit: { notAudited: 'reads only' },
  summary: 'Returns the regions that the caller reaches, in pages: searched and sorted.',
  body: z
    .object({
      user_id: Id.optional(),
      businessentity_id: AnyId,
      viewDelete: DeletedView,
      ...listFields(columns),
    })
    .prefault({}),
  reply: z.array(Region),
  beside: listTotal(),
})

export const getRegion = endpoint({
  method: 'GET',
  path: '/getRegion/:id',
  who: may('manage_regions'),
  owns: { id: 'region' },
  summary: 'Returns a region as it is now, also a deleted one.',
  params: z.object({ id: PathId }),
  /** `deleted_by` is the name of the user who deleted it; empty if it is not deleted. */
  reply: Region.extend({ deleted_by: z.string() }),
})

export const getClasses = endpoint({
  method: 'POST',
  path: '/getClasses',
  who: signedIn,
  actsFor: 'user_id',
  owns: { businessentity_id: 'business' },
  notForCustomers: true,
  audit: { notAudited: 'reads only' },
  summary: 'Returns the names of the regions that the caller reaches, as choices.',
  body: z.object({ user_id: Id.optional(), businessentity_id: AnyId }).prefault({}),
  reply: z.array(RegionName),
})

export const checkRegionNameAlreadyExists = endpoint({
  method: 'POST',
  path: '/checkRegionNameAlreadyExists',
  who: may('manage_regions'),
  actsFor: 'user_id',
  owns: { id: 'region', businessentity_id: 'business' },
  audit: { notAudited: 'reads only' },
  summary: 'Says whether a name is free in the business, regardless of case; `id` is the region that may keep it.',
  body: RegionFields.extend({ id: AnyId, user_id: Id.optional(), businessentity_id: AnyId }),
  fails: ['region_name_exists', 'Please select business entity'],
  reply: Nothing,
})

export const addClass = endpoint({
  method: 'POST',
  path: '/addClass',
  who: may('manage_regions'),
  actsFor: 'user_id',
  owns: { businessentity_id: 'business' },
  audit: { action: 'region.add' },
  summary: 'Adds a region to a business.',
  body: RegionFields.extend({ user_id: Id.optional(), businessentity_id: AnyId }),
  fails: ['region_name_exists', 'Please select business entity'],
  reply: RegionName,
})

export const updateClass = endpoint({
  method: 'PUT',
  path: '/updateClass',
  who: may('manage_regions'),
  actsFor: 'user_id',
  owns: { id: 'region' },
  audit: { action: 'region.change' },
  summary: 'Renames a region.',
  body: RegionFields.extend({
    id: Id,
    user_id: Id.optional(),
    /** The name that was edited, to refuse if the region has another one by now; without it, the last change wins. */
    old_class_name: z.string().max(200).optional(),
  }),
  fails: ['region_name_exists', 'region_was_deleted', 'region_changed_meanwhile'],
  reply: RegionName,
})

export const deleteClass = endpoint({
  method: 'DELETE',
  path: '/deleteClass/:id/:userId',
  who: may('manage_regions'),
  actsFor: 'userId',
  owns: { id: 'region' },
  audit: { action: 'region.delete' },
  summary: 'Deletes a region, which can be restored with its locations. The locations stay.',
  params: z.object({ id: PathId, userId: PathId }),
  fails: ['region_was_deleted'],
  reply: Nothing,
})

export const undoDeletedClass = endpoint({
  method: 'POST',
  path: '/undoDeletedClass/:id',
  who: may('manage_regions'),
  owns: { id: 'region' },
  audit: { action: 'region.restore' },
  summary: 'Restores a deleted region with its locations, if its name is still free.',
  params: z.object({ id: PathId }),
  fails: ['region_name_exists'],
  reply: Nothing,
})

export const addLocationInRegion = endpoint({
  method: 'POST',
  path: '/addLocationInRegion',
  who: may('manage_regions'),
  owns: { class_id: 'region', locations: 'location', old_locations: unscoped('only compared with the stored set') },
  audit: { action: 'region.assign' },
  summary: 'Sets the locations of a region; it replaces the set.',
  body: z.object({
    class_id: Id,
    locations: z.array(Id).max(10_000),
    /** The set that was edited, to refuse if the region has another one by now; without it, the last change wins. */
    old_locations: z.array(Id).max(10_000).optional(),
  }),
  fails: ['region_was_deleted', 'location_was_deleted', 'region_changed_meanwhile'],
  reply: z.object({ location_count: z.int() }),
})

export const getClass1 = endpoint({
  method: 'GET',
  path: '/getClass1/:userId',
  who: signedIn,
  actsFor: 'userId',
  notForCustomers: true,
  summary:
    'Returns the regions of a user: those that a regional manager looks after, else those of the user’s location.',
  params: z.object({ userId: PathId }),
  reply: z.array(RegionName),
})

export const getRegionByBusinessentityId = endpoint({
  method: 'GET',
  path: '/getRegionByBusinessentityId/:id?',
  who: signedIn,
  owns: { id: 'business' },
  notForCustomers: true,
  summary: 'Returns the names of the regions that the caller reaches, of one business or of all that are in reach.',
  params: z.object({ id: PathId.optional() }),
  reply: z.array(RegionName.extend({ businessentity_id: Id })),
})

/** A location as a choice for a region. */
export const RegionLocation = z.object({
  id: Id,
  businessentity_location_name: z.string(),
  store_number: z.string(),
  businessentity_city: z.string(),
  /** 1 if the location belongs to the region. */
  selected: Flag,
})
export type RegionLocation = z.infer<typeof RegionLocation>

export const getRegionForLocation = endpoint({
  method: 'GET',
  path: '/getRegionForLocation/:user/:class',
  who: may('manage_regions'),
  actsFor: 'user',
  owns: { class: 'region' },
  summary: 'Returns the locations of a region’s business, and which of them belong to the region.',
  params: z.object({ user: PathId, class: PathId }),
  reply: z.array(RegionLocation),
})
