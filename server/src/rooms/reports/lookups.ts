import type * as contract from '@cutaway/contract/rooms/reports/lookups.ts'
import {
  dateFilters,
  defaultDateFilter,
  reportRanges,
  type DateFilter,
  type ReportRange,
} from '@cutaway/contract/rooms/reports/filters.ts'
import type { AnyCall, Handlers } from '../../core/http/endpoints.ts'
import { denied } from '../../core/http/errors.ts'
import { calendarOf } from './build.ts'
import { spanOf, wireDay } from './periods.ts'
import { businessOf, mayChoosePlace, scopeOf, type Scope } from './scope.ts'
import * as queries from './scope.queries.ts'

/** The choices of the filters, within what the session reaches. Deleted places and people are no choice. */

const businesses = ({ caller, site, db }: AnyCall) => {
  if (caller.reachesWholeSite(site)) return queries.findBusinesses(db, site, null)
  const own = caller.user.businessentity_id
  return own === null ? [] : queries.findBusinesses(db, site, own)
}

const regionsOf = async ({ db, site }: AnyCall, scope: Scope) =>
  (await queries.findRegions(db, site, scope))
    .filter(({ is_deleted }) => !is_deleted)
    .map(({ class_id: id, class_name }) => ({ id, class_name }))

const locationsOf = async ({ db, site }: AnyCall, scope: Scope, classId: number | null = null) =>
  (await queries.findLocations(db, site, scope, classId))
    .filter(({ is_deleted }) => !is_deleted)
    .map(({ location_id: id, name }) => ({ id, businessentity_location_name: name }))

const usersOf = async ({ db, site }: AnyCall, scope: Scope, locationId: number | null = null) =>
  (await queries.findUsers(db, site, scope))
    .filter(({ is_deleted, location_id }) => !is_deleted && (locationId === null || location_id === locationId))
    .map(({ user_id: id, name, location_id }) => ({ id, name, location_id }))

/** Returns the business of a list without one: the caller's own, also for those who reach several. */
const ownOr = ({ caller, site }: AnyCall, id: number | undefined): number | null =>
  id ?? (site === caller.site ? caller.user.businessentity_id : null)

export const lookups: Handlers<typeof contract> = {
  businessentityChangeForRegion: async (call) => regionsOf(call, await scopeOf(call, call.params.id)),
  businessentityChangeForLocation: async (call) => locationsOf(call, await scopeOf(call, call.params.id)),
  regionChangeForLocation: async (call) => {
    const { businessentity_id, class_id } = call.params
    const scope = await scopeOf(call, businessentity_id)
    if (class_id !== null && !(await queries.hasRegion(call.db, call.site, scope, class_id))) denied()
    return locationsOf(call, scope, class_id)
  },
  getOtherBrand: async (call) => {
    await businessOf(call, call.params.businessentity_id)
    const all = { brand_id: -1, name: '', label_key: 'report_all_brands' }
    return [all, ...call.site.brands.map(({ brand_id, name }) => ({ brand_id, name, label_key: null }))]
  },
  getDateFilters: () =>
    dateFilters.map((id) => ({ id, label_key: `report_unit_${id}`, is_default: id === defaultDateFilter })),
  getStartDateAndEndDateByDateFilter: (call) => {
    const { filter } = call.params
    const isRange = (value: string): value is ReportRange => (reportRanges as readonly string[]).includes(value)
    const asked = isRange(filter)
      ? { dateFilterType: 'monthly' as const, report_range: filter }
      : { dateFilterType: filter satisfies DateFilter }
    const calendar = calendarOf(call)
    const { from, to } = spanOf(asked, calendar)
    return { start_date: wireDay(from), end_date: wireDay(to), time_zone: calendar.timeZone }
  },
  fetchUserAccessibleBusinessentities: businesses,
  getUserAccessibleBusinessentities: businesses,
  fetchUserAccessibleRegion: async (call) => {
    const id = ownOr(call, call.params.id)
    return id === null ? [] : regionsOf(call, await scopeOf(call, id))
  },
  fetchUserAccessibleLocation: async (call) => {
    const id = ownOr(call, call.params.id)
    return id === null ? [] : locationsOf(call, await scopeOf(call, id))
  },
  fetchUserAccessible: async (call) => {
    const id = ownOr(call, call.params.id)
    const may_choose_place = mayChoosePlace(call.caller.level)
    const reached = { businessentities: await businesses(call), businessentity_id: id, may_choose_place }
    if (id === null) return { ...reached, regions: [], locations: [], users: [] }
    const scope = await scopeOf(call, id)
    return {
      ...reached,
      regions: await regionsOf(call, scope),
      locations: await locationsOf(call, scope),
      users: await usersOf(call, scope),
    }
  },
  fetchUsersDetailsForReport: async (call) => {
    const { businessentity_id, businessentity_location_id: location } = call.params.json
    const scope = await scopeOf(call, businessentity_id ?? ownOr(call, undefined))
    const locationId = location === undefined || location === -1 ? null : location
    if (locationId !== null && !(await queries.hasLocation(call.db, call.site, scope, locationId))) denied()
    return usersOf(call, scope, locationId)
  },
}
