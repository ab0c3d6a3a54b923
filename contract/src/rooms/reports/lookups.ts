import { z } from 'zod'
import { endpoint, jsonParam, may, unscoped } from '../../endpoint.ts'
import { Id, PathId } from '../../fields.ts'
import { dateFilters, noBusiness, reportRanges, reportScope } from './filters.ts'

/** The choices of the filters, within what the session reaches. */

const base = { who: may('view_reports'), notForCustomers: true } as const
const scopeOfChoice = unscoped('the reports room compares it with what the session reaches, and refuses with 403')

const Business = z.object({ id: Id, business_name: z.string() })
const Region = z.object({ id: Id, class_name: z.string() })
const Location = z.object({ id: Id, businessentity_location_name: z.string() })
const User = z.object({ id: Id, name: z.string(), location_id: Id.nullable() })
const Brand = z.object({ brand_id: z.int(), name: z.string(), label_key: z.string().nullable() })

export const businessentityChangeForRegion = endpoint({
  method: 'GET',
  ...base,
  path: '/businessentityChangeForRegion/:id',
  summary: 'Returns the regions of a business for the filters of reports.',
  params: z.object({ id: PathId }),
  owns: { id: scopeOfChoice },
  fails: [noBusiness],
  reply: z.array(Region),
})
export const businessentityChangeForLocation = endpoint({
  method: 'GET',
  ...base,
  path: '/businessentityChangeForLocation/:id',
  summary: 'Returns the locations of a business for the filters of reports.',
  params: z.object({ id: PathId }),
  owns: { id: scopeOfChoice },
  fails: [noBusiness],
  reply: z.array(Location),
})
/** 0 and -1 stand for nothing chosen. */
const Choice = z
  .string()
  .regex(/^(-1|\d{1,9})$/)
  .transform((text) => (Number(text) > 0 ? Number(text) : null))
export const regionChangeForLocation = endpoint({
  method: 'GET',
  ...base,
  path: '/regionChangeForLocation/:businessentity_id/:class_id/:user_id',
  summary: 'Returns the locations of a region, or of all regions of a business, for the filters of reports.',
  params: z.object({ businessentity_id: Choice, class_id: Choice, user_id: Choice }),
  ...reportScope,
  owns: { businessentity_id: scopeOfChoice, class_id: scopeOfChoice },
  fails: [noBusiness],
  reply: z.array(Location),
})
export const getOtherBrand = endpoint({
  method: 'GET',
  ...base,
  path: '/getOtherBrand/:businessentity_id',
  summary: 'Returns the brands of the web site; -1 is all of them.',
  params: z.object({ businessentity_id: PathId }),
  owns: { businessentity_id: scopeOfChoice },
  reply: z.array(Brand),
})
export const getDateFilters = endpoint({
  method: 'GET',
  ...base,
  path: '/getDateFilters',
  summary: 'Returns what the columns of a report can be.',
  reply: z.array(z.object({ id: z.enum(dateFilters), label_key: z.string(), is_default: z.boolean() })),
})
export const getStartDateAndEndDateByDateFilter = endpoint({
  method: 'GET',
  ...base,
  path: '/getStartDateAndEndDateByDateFilter/:filter?',
  summary: 'Returns the first and the last day of a range: YYYY/MM/DD, both included.',
  params: z.object({ filter: z.enum([...reportRanges, ...dateFilters]).default('Last Twelve Months') }),
  reply: z.object({ start_date: z.string(), end_date: z.string(), time_zone: z.string() }),
})
const businesses = {
  ...base,
  summary: 'Returns the businesses whose reports the caller may see.',
} as const
export const fetchUserAccessibleBusinessentities = endpoint({
  method: 'GET',
  ...businesses,
  path: '/fetchUserAccessibleBusinessentities',
  reply: z.array(Business),
})
export const getUserAccessibleBusinessentities = endpoint({
  method: 'GET',
  ...businesses,
  path: '/getUserAccessibleBusinessentities',
  reply: z.array(Business),
})

const ofBusiness = { params: z.object({ id: PathId.optional() }), owns: { id: scopeOfChoice } } as const
export const fetchUserAccessibleRegion = endpoint({
  method: 'GET',
  ...base,
  ...ofBusiness,
  path: '/fetchUserAccessibleRegion/:id?',
  summary: 'Returns the regions that the caller may filter reports by.',
  reply: z.array(Region),
})
export const fetchUserAccessibleLocation = endpoint({
  method: 'GET',
  ...base,
  ...ofBusiness,
  path: '/fetchUserAccessibleLocation/:id?',
  summary: 'Returns the locations that the caller may filter reports by.',
  reply: z.array(Location),
})
export const fetchUserAccessible = endpoint({
  method: 'GET',
  ...base,
  ...ofBusiness,
  path: '/fetchUserAccessible/:id?',
  summary: 'Returns businesses, regions, locations and users that the caller may filter reports by.',
  reply: z.object({
    businessentities: z.array(Business),
    regions: z.array(Region),
    locations: z.array(Location),
    users: z.array(User),
    /** The business that the lists are about. */
    businessentity_id: Id.nullable(),
    /** The caller may choose regions and locations; otherwise reports are about the caller's location. */
    may_choose_place: z.boolean(),
  }),
})
export type Accessible = z.infer<typeof fetchUserAccessible.reply>
export const fetchUsersDetailsForReport = endpoint({
  method: 'GET',
  ...base,
  path: '/fetchUsersDetailsForReport/:json',
  summary: 'Returns the users whom the caller may filter reports by.',
  params: z.object({
    json: jsonParam(
      z.object({
        user_id: Id.optional(),
        businessentity_id: Id.optional(),
        businessentity_location_id: z.union([z.literal(-1), Id]).optional(),
      }),
    ),
  }),
  actsFor: scopeOfChoice,
  owns: { businessentity_id: scopeOfChoice, businessentity_location_id: scopeOfChoice },
  fails: [noBusiness],
  reply: z.array(User),
})
