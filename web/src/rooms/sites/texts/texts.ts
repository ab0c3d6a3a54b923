import {
  getSiteTexts,
  getTextCounts,
  type SiteText,
  type TextCounts,
  textStates,
  type TextStateFilter,
} from '@cutaway/contract/rooms/sites/texts.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, CallFailed, send } from '../../../core/api.ts'
import type { Page } from '../../../ui/table/ListCard.tsx'
import type { List } from '../../../ui/table/useListState.ts'

/** The queries of the translations. */

export interface TextFilters extends Record<string, string> {
  state: string
  room: string
  language: string
  site: string
}

export const textDefaults = {
  sort: { by: 'key', descending: false },
  sorts: ['key', 'changed'],
  filters: { state: 'all', room: '', language: '', site: '' } satisfies TextFilters as TextFilters,
  size: 25,
}

const stateOf = (filter: string): TextStateFilter => textStates.find((one) => one === filter) ?? 'all'

const countsKey = (webSiteId: number) => ['site-text-counts', webSiteId]

export const useTextCounts = (webSiteId: number) =>
  useQuery({
    queryKey: countsKey(webSiteId),
    queryFn: ({ signal }) => call(getTextCounts, { params: { web_site_id: webSiteId }, signal }),
  })

/** Returns a page of texts. It is loaded once for each search and filter: a saved text stays where it is. */
export function useSiteTexts(webSiteId: number, languageId: number | undefined, list: List<TextFilters>) {
  const { page, size, search } = list.asked
  const { room } = list.filters
  const state = stateOf(list.filters.state)
  const sort: 'key' | 'changed' = state === 'changed' || state === 'mine' ? 'changed' : 'key'
  return useQuery({
    queryKey: ['site-texts', webSiteId, languageId, { page, size, search, room, state }],
    queryFn: async ({ signal }): Promise<Page<SiteText>> => {
      const body = { web_site_id: webSiteId, language_id: languageId!, page, size, search, room, state, sort }
      const answer = await send(getSiteTexts, { body, signal })
      if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
      return { rows: answer.data, total: answer.total }
    },
    enabled: languageId !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** Returns functions that bring the page up to date after a change. */
export function useTextChanges(webSiteId: number) {
  const client = useQueryClient()
  return {
    /** Puts a saved text in its place and counts again. The list keeps its rows until it is asked again. */
    put: (languageId: number, saved: SiteText) => {
      client.setQueriesData<Page<SiteText>>({ queryKey: ['site-texts', webSiteId, languageId] }, (page) =>
        page === undefined
          ? page
          : { ...page, rows: page.rows.map((row) => (row.message_key === saved.message_key ? saved : row)) },
      )
      void client.invalidateQueries({ queryKey: countsKey(webSiteId) })
    },
    /** Loads everything again, after an import. */
    reload: async () => {
      await client.invalidateQueries({ queryKey: ['site-texts', webSiteId] })
      await client.invalidateQueries({ queryKey: countsKey(webSiteId) })
    },
  }
}

/** The language of the texts: the one in the address, else that of the page, else the first that is not English. */
export function chosenLanguage(languages: readonly TextCounts[], asked: string, own: string): TextCounts | undefined {
  return (
    languages.find(({ language_id }) => String(language_id) === asked) ??
    languages.find(({ language_code }) => language_code === own && !own.startsWith('en')) ??
    languages.find(({ language_code }) => !language_code.startsWith('en')) ??
    languages[0]
  )
}
