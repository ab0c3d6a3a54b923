import { getLocations, type Location } from '@cutaway/contract/rooms/organisation/locations.ts'
import { getClasses, getRegionList, type Region } from '@cutaway/contract/rooms/organisation/regions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, CallFailed, send } from '../../core/api.ts'
import type { Page } from '../../ui/table/ListCard.tsx'

/** The queries of this room. Every key begins with one of these names, so that a change loads them again. */
export const placeKeys = ['locations', 'regions'] as const

type Asked<Query extends string> = { page?: number; size?: number; sort: Query; descending: boolean; search: string }
export type LocationSort = 'name' | 'store' | 'city' | 'phone' | 'state' | 'people'
export type RegionSort = 'name' | 'locations' | 'people' | 'state'

export interface LocationFilters extends Record<string, string> {
  region: string
  business: string
  deleted: string
}

export interface LocationPage extends Page<Location> {
  most: number
  used: number
  people: number
  /** Sends of this month by location; without sends there is no entry. */
  sends: ReadonlyMap<number, number>
}

const viewOf = (deleted: string) => (deleted === 'All' || deleted === 'On' ? deleted : 'Off')

export async function loadLocations(
  asked: Asked<LocationSort>,
  { region, business, deleted }: LocationFilters,
  signal?: AbortSignal,
): Promise<LocationPage> {
  const answer = await send(getLocations, {
    body: {
      ...asked,
      ...(business === '' ? {} : { businessentity_id: business }),
      location: { viewDelete: viewOf(deleted), ...(region === '' ? {} : { class_id: region }) },
    },
    signal,
  })
  if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
  return {
    rows: answer.data,
    total: answer.total,
    most: answer.max_locations,
    used: answer.counts_businessentity_locations,
    people: answer.user_count,
    sends: new Map(answer.sent_this_month.map(({ location_id, sends }) => [location_id, sends])),
  }
}

export const useLocations = (asked: Asked<LocationSort>, filters: LocationFilters) =>
  useQuery({
    queryKey: ['locations', asked, filters],
    queryFn: ({ signal }) => loadLocations(asked, filters, signal),
    placeholderData: keepPreviousData,
  })

export interface RegionFilters extends Record<string, string> {
  business: string
  deleted: string
}

export async function loadRegions(
  asked: Asked<RegionSort>,
  { business, deleted }: RegionFilters,
  signal?: AbortSignal,
): Promise<Page<Region>> {
  const answer = await send(getRegionList, {
    body: {
      ...asked,
      ...(business === '' ? {} : { businessentity_id: business }),
      viewDelete: viewOf(deleted),
    },
    signal,
  })
  if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
  return { rows: answer.data, total: answer.total }
}

export const useRegions = (asked: Asked<RegionSort>, filters: RegionFilters) =>
  useQuery({
    queryKey: ['regions', asked, filters],
    queryFn: ({ signal }) => loadRegions(asked, filters, signal),
    placeholderData: keepPreviousData,
  })

/** Returns the regions in reach as choices, of one business if it is named. */
export function useRegionNames(business: string) {
  const { data } = useQuery({
    queryKey: ['regions', 'names', business],
    queryFn: ({ signal }) => call(getClasses, { body: business === '' ? {} : { businessentity_id: business }, signal }),
  })
  return data ?? []
}
