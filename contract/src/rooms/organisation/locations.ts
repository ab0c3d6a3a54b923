import { z } from 'zod'
import { decodeName } from '../../administration/encoded-name.ts'
import { listFields, listTotal } from '../../administration/list.ts'
import { endpoint, jsonParam, may, signedIn } from '../../endpoint.ts'
import { Flag, Id, Nothing, PathId, Yes } from '../../fields.ts'

/** Locations: the shops of a business. A caller reaches those of the table of roles (`contract/src/roles.ts`). */

/** An id that older clients send empty or as 0 for "any". */
export const AnyId = z
  .union([z.literal(['', 0, '0', null]).transform(() => undefined), Id])
  .optional()
  .meta({ description: 'Numeric id; empty for any' })

/** `On` lists deleted records instead of those in use; `All` lists both. */
export const DeletedView = z.enum(['On', 'Off', 'All']).default('Off')

const text = (most: number) => z.string().trim().max(most).default('')

/** What a form edits. The form and the calls check the same rules. */
export const LocationFields = z.object({
  businessentity_location_name: z.string().trim().min(1).max(200),
  businessentity_location_type: text(60),
  country_code: z.string().trim().toUpperCase().length(2),
  businessentity_state: text(100),
  businessentity_city: text(100),
  businessentity_zip: text(20),
  businessentity_street1: text(200),
  businessentity_phone: text(40),
  business_unit: text(100),
  store_number: text(60),
  account_number: text(60),
  /** The regions of the location; replaces the set. Left out, it stays. */
  location_class_ids: z.array(Id).max(200).optional(),
})
export type LocationFields = z.input<typeof LocationFields>

/**
 * base64 of UTF-8, as specified. A plain name is accepted where it cannot be mistaken: what decodes to readable UTF-8 and
 * has a digit, a sign or a capital inside counts as encoded. Programs that send any name encode it.
 */
const LocationName = z
  .string()
  .max(1600)
  .transform(decodeName)
  .pipe(LocationFields.shape.businessentity_location_name)
  .meta({
    description:
      'Name of a location: base64 of its UTF-8. A plain name is accepted too; one that could be read as base64, such as “U2hvcCA3”, must be encoded.',
    example: 'TmV3IFN0cmVldA==',
  })

const sent = LocationFields.extend({
  businessentity_location_name: LocationName,
  country_code: LocationFields.shape.country_code.optional().meta({ example: 'US' }),
  user_id: Id.optional(),
  // Facts of the session and of the state; the server knows them.
  is_employee: Yes.optional(),
  active: Yes.optional(),
})

export const Location = z.object({
  id: Id,
  businessentity_id: Id,
  businessentity_location_name: z.string(),
  businessentity_location_type: z.string(),
  country_code: z.string(),
  businessentity_state: z.string(),
  businessentity_city: z.string(),
  businessentity_zip: z.string(),
  businessentity_street1: z.string(),
  businessentity_phone: z.string(),
  business_unit: z.string(),
  store_number: z.string(),
  account_number: z.string(),
  /** The regions of the location that the caller reaches, by name. */
  location_class: z.array(z.object({ id: Id, label: z.string() })),
  location_class_ids: z.array(Id),
  /** The first region, for clients that know only one. */
  class_id: Id.nullable(),
  class_name: z.string(),
  /** How many people work there. */
  user_count: z.int(),
  active: Flag,
  deleted_at: z.string().nullable(),
  /** Changes with the data; `updateLocation` refuses to overwrite a newer version. */
  version: z.string(),
})
export type Location = z.infer<typeof Location>

/** The limit of the business's subscription, and how many locations it has without deleted ones. */
export const LocationLimits = z.object({ max_locations: z.int(), counts_businessentity_locations: z.int() })

const columns = ['name', 'store', 'city', 'phone', 'state', 'people'] as const

export const getLocations = endpoint({
  method: 'POST',
  path: '/getLocations',
  who: may('manage_locations'),
  actsFor: 'user_id',
  owns: { businessentity_id: 'business', 'location.class_id': 'region' },
  audit: { notAudited: 'reads only' },
  summary: 'Returns the locations that the caller reaches, in pages: filtered, searched and sorted.',
  body: z.object({
    user_id: Id.optional(),
    businessentity_id: AnyId,
    location: z
      .object({
        class_id: AnyId,
        /** Part of a name. */
        businessentity_location_name: z
          .string()
          .trim()
          .max(1600)
          .nullish()
          .transform((name) => decodeName(name ?? '')),
        viewDelete: DeletedView,
      })
      .prefault({}),
    ...listFields(columns),
  }),
  reply: z.array(Location),
  beside: listTotal().extend({
    ...LocationLimits.shape,
    /** How many people work in the locations that the caller reaches. */
    user_count: z.int(),
    /** Sends of these locations in the present month of the web site, as its sent report counts them; none is left out. */
    sent_this_month: z.array(z.object({ location_id: Id, sends: z.int() })),
  }),
})

export const checkLocationNameAlreadyExists = endpoint({
  method: 'POST',
  path: '/checkLocationNameAlreadyExists',
  who: may('manage_locations'),
  actsFor: 'user_id',
  owns: { id: 'location', businessentity_id: 'business' },
  audit: { notAudited: 'reads only' },
  summary: 'Says whether a name is free in the business; `id` is the location that may keep it.',
  body: z.object({
    businessentity_location_name: LocationName,
    id: AnyId,
    user_id: Id.optional(),
    businessentity_id: AnyId,
  }),
  fails: ['location_name_exists', 'Please select business entity'],
  reply: Nothing,
})

export const addLocations = endpoint({
  method: 'POST',
  path: '/addLocations',
  who: may('manage_locations'),
  actsFor: 'user_id',
  owns: { businessentity_id: 'business', location_class_ids: 'region' },
  audit: { action: 'location.add' },
  summary: 'Adds a location to a business, within the limit of its subscription.',
  body: sent.extend({ businessentity_id: AnyId }),
  fails: [
    'location_name_exists',
    'can_not_exceed_account_location_limit',
    'location_needs_region',
    'region_was_deleted',
    'Please select business entity',
  ],
  reply: Location,
})

export const updateLocation = endpoint({
  method: 'PUT',
  path: '/updateLocation',
  who: may('manage_locations'),
  actsFor: 'user_id',
  owns: { id: 'location', location_class_ids: 'region' },
  audit: { action: 'location.change' },
  summary: 'Changes a location. Fields that are left out become empty, except the regions and the country.',
  body: sent.extend({
    id: Id,
    /** Of the location that was edited; without it, the last change wins. */
    version: z.string().max(100).optional(),
  }),
  fails: [
    'location_name_exists',
    'location_was_deleted',
    'location_changed_meanwhile',
    'location_needs_region',
    'region_was_deleted',
  ],
  reply: Location,
})

export const deleteLocation = endpoint({
  method: 'DELETE',
  path: '/deleteLocation/:id/:user_id/:web_site_id',
  who: may('manage_locations'),
  actsFor: 'user_id',
  site: 'web_site_id',
  owns: { id: 'location' },
  audit: { action: 'location.delete' },
  summary: 'Deletes a location, which can be restored. Its people keep their accounts and their link to it.',
  params: z.object({ id: PathId, user_id: PathId, web_site_id: PathId }),
  fails: ['location_was_deleted'],
  reply: Nothing,
})

export const undoDeletedLocation = endpoint({
  method: 'POST',
  path: '/undoDeletedLocation/:id',
  who: may('manage_locations'),
  owns: { id: 'location' },
  audit: { action: 'location.restore' },
  summary: 'Restores a deleted location, if the limit of the subscription and its name allow it.',
  params: z.object({ id: PathId }),
  fails: ['location_name_exists', 'can_not_exceed_account_location_limit'],
  reply: Nothing,
})

export const getUserCount = endpoint({
  method: 'GET',
  path: '/getUserCount/:location_id/:web_site_id',
  who: may('manage_locations'),
  site: 'web_site_id',
  owns: { location_id: 'location' },
  summary: 'Returns how many people work in a location, to be told before it is deleted.',
  params: z.object({ location_id: PathId, web_site_id: PathId }),
  reply: z.object({ user_count: z.int() }),
})

export const getUserCountAndLocationCount = endpoint({
  method: 'GET',
  path: '/getUserCountAndLocationCount/:json',
  who: may('manage_locations'),
  actsFor: 'user_id',
  owns: { businessentity_id: 'business' },
  summary: 'Returns how many people and locations a business has, and the limit of its locations.',
  params: z.object({ json: jsonParam(z.object({ user_id: Id.optional(), businessentity_id: AnyId })) }),
  fails: ['Please select business entity'],
  reply: z.object({ user_count: z.int(), location_count: z.int() }),
  beside: LocationLimits,
})

export const getEntity = endpoint({
  method: 'GET',
  path: '/getEntity/:userId',
  who: signedIn,
  actsFor: 'userId',
  notForCustomers: true,
  summary: 'Returns the businesses that the caller reaches: all of the web site, or the own one.',
  params: z.object({ userId: PathId }),
  reply: z.array(z.object({ id: Id, businessentity_id: Id, business_name: z.string() })),
})

export const getLocationsByBusinessId = endpoint({
  method: 'GET',
  path: '/getLocationsByBusinessId/:id?',
  who: signedIn,
  owns: { id: 'business' },
  notForCustomers: true,
  summary: 'Returns the names of the locations that the caller reaches, of one business or of all that are in reach.',
  params: z.object({ id: PathId.optional() }),
  reply: z.array(z.object({ id: Id, businessentity_id: Id, businessentity_location_name: z.string() })),
})
