import {
  type BusinessData,
  type BusinessSort,
  type BusinessState,
  getBusinesses,
} from '@cutaway/contract/rooms/organisation/businesses.ts'
import { getAllWebsites } from '@cutaway/contract/rooms/sites/sites.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, CallFailed, send } from '../../../core/api.ts'
import { useSignedIn } from '../../../core/session.ts'
import type { Page } from '../../../ui/table/ListCard.tsx'
import type { List } from '../../../ui/table/useListState.ts'

/** The queries of the list of businesses. Their keys begin with `businesses`, so that a change loads them again. */

export interface BusinessFilters extends Record<string, string> {
  site: string
  state: string
}

const sorts: BusinessSort[] = ['name', 'web_site', 'created', 'locations', 'people']
export const businessDefaults = {
  sort: { by: 'name', descending: false },
  sorts,
  size: 10,
  filters: { site: '', state: '' } satisfies BusinessFilters as BusinessFilters,
}
export const businessStates = ['active', 'suspended', 'ended'] as const

const stateNames = {
  active: 'business_active',
  suspended: 'business_suspended_state',
  ended: 'business_ended',
} as const
/** Returns the message key of a state. */
export const stateName = (state: BusinessState): string => stateNames[state]

type Asked = Omit<List<BusinessFilters>['asked'], 'page' | 'size'> & { page?: number; size?: number }

export async function loadBusinesses(
  asked: Asked,
  { site, state }: BusinessFilters,
  signal?: AbortSignal,
): Promise<Page<BusinessData>> {
  const known = businessStates.find((one) => one === state)
  const answer = await send(getBusinesses, {
    body: {
      ...asked,
      sort: asked.sort as BusinessSort,
      ...(site === '' ? {} : { web_site_id: Number(site) }),
      ...(known ? { state: known } : {}),
    },
    signal,
  })
  if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
  return { rows: answer.data, total: answer.total }
}

export const useBusinesses = ({ asked, filters }: List<BusinessFilters>) =>
  useQuery({
    queryKey: ['businesses', asked, filters],
    queryFn: ({ signal }) => loadBusinesses(asked, filters, signal),
    placeholderData: keepPreviousData,
  })

/** Returns the web sites that the operator manages, by name. */
export function useManagedSites() {
  const { user } = useSignedIn()
  const { data } = useQuery({
    queryKey: ['web-sites', 'names', user.user_id],
    queryFn: ({ signal }) => call(getAllWebsites, { signal }),
    select: (sites) => sites.toSorted((a, b) => a.name.localeCompare(b.name)),
  })
  return data ?? []
}
