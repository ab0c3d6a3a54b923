import { noBusiness, type ReportFilter } from '@cutaway/contract/rooms/reports/filters.ts'
import type { z } from 'zod'
import { denied, fail } from '../../core/http/errors.ts'
import * as queries from './scope.queries.ts'
import type { ReportCall } from './report-call.ts'

/**
 * Whose events a report may hold: the session decides, and a filter only narrows it. A filter that names anything
 * outside is refused and never silently emptied.
 */

/** From this user_access_id on, reports are about the user's own location. */
const pinnedFrom = 5

export interface Scope {
  businessId: number
  /** Null: all locations of the business. */
  locationIds: readonly number[] | null
  /** The user whose name is shown; the names of all others are hidden. Null: all names are shown. */
  onlyName: number | null
  /** Level 1 to 3: sees remote addresses. */
  seesAddresses: boolean
}

/** The fields of a filter, in all its forms. */
export type Filter = Pick<z.output<typeof ReportFilter>, 'brand_id' | 'language_id' | 'videoType'> & {
  class_id: number | null
  location_id: number | null
  /** Null: all. */
  user_ids: readonly number[] | null
}

type Given = Partial<
  Pick<
    z.output<typeof ReportFilter>,
    | 'businessentity_id'
    | 'class_id'
    | 'businessentity_location_id'
    | 'user_id'
    | 'users'
    | 'brand_id'
    | 'language_id'
    | 'videoType'
  >
>

export const mayChoosePlace = (level: number): boolean => level < pinnedFrom

/** Returns the business of a request: the one that it names, if the caller reaches it, else the caller's own. */
export async function businessOf({ caller, site, db }: ReportCall, asked: number | null | undefined): Promise<number> {
  const own = site === caller.site ? caller.user.businessentity_id : null
  if (!caller.reachesWholeSite(site)) {
    if (own === null) fail(noBusiness)
    if (asked !== null && asked !== undefined && asked !== own) denied()
    return own
  }
  if (asked === null || asked === undefined) fail(noBusiness)
  if (!(await queries.hasBusiness(db, site, asked))) denied()
  return asked
}

/** Returns what a report of the caller may hold of a business. */
export async function scopeOf(call: ReportCall, asked: number | null | undefined): Promise<Scope> {
  const { caller, site, db } = call
  const businessId = await businessOf(call, asked)
  const { level } = caller
  const onlyName = level === 6 && !caller.may('view_reports_of_others') ? caller.user.user_id : null
  const scope = { businessId, onlyName, seesAddresses: level <= 3 }
  if (level >= pinnedFrom) {
    const { locationId } = caller.session
    return { ...scope, locationIds: locationId === null ? [] : [locationId] }
  }
  if (level < 4) return { ...scope, locationIds: null }
  return { ...scope, locationIds: await queries.findLocationsOfManager(db, site, caller.user.user_id) }
}

/** Returns the filter of a request. Refuses a region, a location or a user outside the scope with 403. */
export async function filterOf({ db, site }: ReportCall, scope: Scope, given: Given): Promise<Filter> {
  const users = [given.user_id, ...(given.users ?? [])].filter((id): id is number => typeof id === 'number')
  const filter: Filter = {
    class_id: given.class_id ?? null,
    location_id: given.businessentity_location_id ?? null,
    user_ids: users.length === 0 ? null : [...new Set(users)],
    brand_id: given.brand_id,
    language_id: given.language_id,
    videoType: given.videoType,
  }
  if (filter.location_id !== null && !(await queries.hasLocation(db, site, scope, filter.location_id))) denied()
  if (filter.class_id !== null && !(await queries.hasRegion(db, site, scope, filter.class_id))) denied()
  if (filter.user_ids !== null && !(await queries.hasUsers(db, site, scope, filter.user_ids))) denied()
  return filter
}
