import { stateKeys } from './SiteStateTag.tsx'
import {
  getWebSites,
  type WebSiteRow,
  type WebSiteSort,
  type WebSiteState,
} from '@cutaway/contract/rooms/sites/operator.ts'
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
  draft: number
  unreachable: number
  totals: { businesses: number; people: number; sends: number; waiting: number }
  countries: string[]
}

const sorts: WebSiteSort[] = ['name', 'id', 'country', 'businesses', 'people', 'sends', 'waiting']
export const webSiteDefaults = {
  sort: { by: 'name', descending: false },
  sorts,
  size: 10,
  filters: { state: '', country: '' } satisfies WebSiteFilters as WebSiteFilters,
}

const isState = (word: string): word is WebSiteState => Object.hasOwn(stateKeys, word)

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
      ...(isState(state) ? { state } : {}),
    },
    signal,
  })
  if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
  const { total, live, out_of_service, draft, unreachable, countries, totals } = answer
  return { rows: answer.data, total, live, out_of_service, draft, unreachable, countries, totals }
}

export const useWebSites = ({ asked, filters }: List<WebSiteFilters>) =>
  useQuery({
    queryKey: ['web-sites', asked, filters],
    queryFn: ({ signal }) => loadWebSites(asked, filters, signal),
    placeholderData: keepPreviousData,
  })
