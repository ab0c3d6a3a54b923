import { z } from 'zod'
import { isEmail } from '../../addresses.ts'
import { listFields, listTotal } from '../../administration/list.ts'
import { endpoint, may, notAudited } from '../../endpoint.ts'
import { Flag, Id, PathId } from '../../fields.ts'

/** The businesses of web sites as the operator manages them. */

const sorts = ['name', 'web_site', 'created', 'locations', 'people'] as const
export type BusinessSort = (typeof sorts)[number]

export const businessTypes = [
  'dealership',
  'independent_workshop',
  'tyre_shop',
  'body_shop',
  'fleet',
  'school',
] as const

export const BusinessState = z.enum(['active', 'suspended', 'ended'])
export type BusinessState = z.infer<typeof BusinessState>

/** A number of embeds; null: any number. */
const EmbedLimit = z.int().min(0).max(100_000).nullable()

/** What a form edits. The form and the calls check the same rules. */
export const BusinessFields = z.object({
  business_name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}*$/u),
  business_type: z.enum(businessTypes),
  max_locations: z.int().min(1).max(100_000),
  embed_limit: EmbedLimit,
  embed_limit_of_user: EmbedLimit,
})
export type BusinessFields = z.infer<typeof BusinessFields>

export const BusinessData = BusinessFields.extend({
  // A type of an earlier release may have no name in this one.
  business_type: z.string(),
  businessentity_id: Id,
  web_site_id: Id,
  web_site: z.string(),
  /** The primary host name of the web site. */
  host: z.string(),
  state: BusinessState,
  suspended_at: z.string().nullable(),
  created_at: z.string(),
  /** Locations that are not deleted. */
  locations: z.int(),
  people: z.int(),
  /** People with a session. */
  signed_in: z.int(),
  /** 1 if a person with the role of an enterprise user can log in, or is invited. */
  has_administrator: Flag,
  version: z.int(),
})
export type BusinessData = z.infer<typeof BusinessData>

export const getBusinesses = endpoint({
  method: 'POST',
  path: '/getBusinesses',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  audit: notAudited('reads only'),
  summary: 'Returns the businesses of the web sites that the caller manages, or of one of them.',
  body: z.object({ web_site_id: Id.optional(), ...listFields(sorts), state: BusinessState.optional() }).prefault({}),
  reply: z.array(BusinessData),
  beside: listTotal(),
})

export const getBusiness = endpoint({
  method: 'GET',
  path: '/getBusiness/:web_site_id/:businessentity_id',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  owns: { businessentity_id: 'business' },
  summary: 'Returns a business as the form edits it.',
  params: z.object({ web_site_id: PathId, businessentity_id: PathId }),
  reply: BusinessData,
})

export const addBusiness = endpoint({
  method: 'POST',
  path: '/addBusiness',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  audit: { action: 'business.add' },
  notWhileActing: true,
  limit: { max: 60 },
  summary: 'Adds a business to a web site. Its first administrator is invited by addUser.',
  body: BusinessFields.extend({ web_site_id: Id }),
  fails: ['business_name_exists'],
  reply: BusinessData,
})

export const updateBusiness = endpoint({
  method: 'PUT',
  path: '/updateBusiness',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  owns: { businessentity_id: 'business' },
  audit: { action: 'business.change' },
  notWhileActing: true,
  summary:
    'Changes a business. Refuses fewer locations than it has, and an older version, with the present one as its data.',
  body: BusinessFields.partial().extend({ web_site_id: Id, businessentity_id: Id, version: z.int().min(1) }),
  fails: ['business_name_exists', 'business_changed', 'business_has_more_locations'],
  reply: BusinessData,
})

export const suspendBusiness = endpoint({
  method: 'POST',
  path: '/suspendBusiness',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  owns: { businessentity_id: 'business' },
  audit: { action: 'business.lock' },
  notWhileActing: true,
  summary: 'Suspends a business: its sessions end, its people cannot log in, and its API keys and embeds stop.',
  body: z.object({ web_site_id: Id, businessentity_id: Id }),
  reply: BusinessData,
})

export const resumeBusiness = endpoint({
  method: 'POST',
  path: '/resumeBusiness',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  owns: { businessentity_id: 'business' },
  audit: { action: 'business.unlock' },
  notWhileActing: true,
  summary: 'Makes a suspended business active again. Its people log in again.',
  body: z.object({ web_site_id: Id, businessentity_id: Id }),
  reply: BusinessData,
})

/** What the console asks for to invite an administrator of a business, by addUser. */
export const Administrator = z.object({
  first_name: z.string().trim().max(200),
  last_name: z.string().trim().max(200),
  email: z.string().trim().min(1).max(254).refine(isEmail, { message: 'email_not_valid' }),
  username: z.string().trim().min(1).max(100),
})
