import { stateKeys } from './SiteStateTag.tsx'
import {
  getWebSites,
  type SellsBy,
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
  sells: string
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
  filters: { state: '', country: '', sells: '' } satisfies WebSiteFilters as WebSiteFilters,
}

/** The words of each way to pay, in the order of the filter. */
export const sellsByKeys: Record<SellsBy, string> = {
  cybersource: 'sells_by_card',
  eway: 'sells_by_eway',
  paypal: 'sells_by_paypal',
  nothing: 'sells_by_nothing',
}
const isSellsBy = (word: string): word is SellsBy => Object.hasOwn(sellsByKeys, word)

const isState = (word: string): word is WebSiteState => Object.hasOwn(stateKeys, word)

type Asked = Omit<List<WebSiteFilters>['asked'], 'page' | 'size'> & { page?: number; size?: number }

export async function loadWebSites(
  asked: Asked,
  { state, country, sells }: WebSiteFilters,
  signal?: AbortSignal,
): Promise<WebSitePage> {
  const answer = await send(getWebSites, {
    body: {
      ...asked,
      sort: asked.sort as WebSiteSort,
      country,
      ...(isState(state) ? { state } : {}),
      ...(isSellsBy(sells) ? { sells_by: sells } : {}),
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
