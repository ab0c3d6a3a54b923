import { getWebSites, type WebSiteRow, type WebSiteSort } from '@cutaway/contract/rooms/sites/operator.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CallFailed, send } from '../../../core/api.ts'
import type { Page } from '../../../ui/table/ListCard.tsx'
import type { List } from '../../../ui/table/useListState.ts'

/** The queries of the list of web sites. Their keys begin with `web-sites`, so that a change loads them again. */

export interface WebSiteFilters extends Record<string, string> {
  state: string
  country: string
}

export interface WebSitePage extends Page<WebSiteRow> {
  live: number
  out_of_service: number
  countries: string[]
}

const sorts: WebSiteSort[] = ['name', 'id', 'country', 'businesses', 'people', 'sends']
export const webSiteDefaults = {
  sort: { by: 'name', descending: false },
  sorts,
  size: 10,
  filters: { state: '', country: '' } satisfies WebSiteFilters as WebSiteFilters,
}

type Asked = Omit<List<WebSiteFilters>['asked'], 'page' | 'size'> & { page?: number; size?: number }

export async function loadWebSites(
  asked: Asked,
  { state, country }: WebSiteFilters,
  signal?: AbortSignal,
): Promise<WebSitePage> {
  const answer = await send(getWebSites, {
    body: {
      ...asked,
      sort: asked.sort as WebSiteSort,
      country,
      ...(state === 'live' || state === 'out_of_service' ? { state } : {}),
    },
    signal,
  })
  if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
  const { total, live, out_of_service, countries } = answer
  return { rows: answer.data, total, live, out_of_service, countries }
}

export const useWebSites = ({ asked, filters }: List<WebSiteFilters>) =>
  useQuery({
    queryKey: ['web-sites', asked, filters],
    queryFn: ({ signal }) => loadWebSites(asked, filters, signal),
    placeholderData: keepPreviousData,
  })
