import { useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { isFiltered, type ListDefaults, type ListState, listStateOf, queryOfList } from './list-state.ts'

export type ListChange<Filters extends Record<string, string>> = Partial<Omit<ListState<Filters>, 'filters'>> & {
  filters?: Partial<Filters>
}

/** A list whose state is in the URL. */
export interface List<Filters extends Record<string, string> = Record<string, string>> extends ListState<Filters> {
  /** The fields of a list call: see `listFields` of the contract. */
  asked: { page: number; size: number; sort: string; descending: boolean; search: string }
  /** Returns to page 1 unless the change names a page. `push` adds an entry to the history, for a page turned. */
  change: (to: ListChange<Filters>, how?: 'push' | 'replace') => void
  /** The page sizes to choose from. */
  sizes?: readonly number[] | undefined
  /** A search or a filter narrows the list. */
  isFiltered: boolean
  /** Removes search and filters. */
  clear: () => void
}

/** Returns search, filters, sort, page and page size of a list, which the URL holds. `defaults` must be a constant. */
export function useListState<Filters extends Record<string, string>>(defaults: ListDefaults<Filters>): List<Filters> {
  const [query, setQuery] = useSearchParams()
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  const leaves = useRef(false)
  useEffect(() => {
    leaves.current = next !== undefined && next.pathname !== pathname
  }, [next, pathname])
  return useMemo(() => {
    const state = listStateOf(query, defaults)
    const { page, size, sort, search } = state
    const change: List<Filters>['change'] = (to, how = 'replace') => {
      // A search that was typed just before a link was pressed would cancel the way to the next page while that loads.
      if (leaves.current) return
      setQuery(
        (now) => {
          const before = listStateOf(now, defaults)
          const filters = { ...before.filters, ...to.filters }
          return queryOfList({ ...before, page: 1, ...to, filters }, defaults, now)
        },
        { replace: how === 'replace', preventScrollReset: true },
      )
    }
    return {
      ...state,
      asked: { page, size, search, sort: sort.by, descending: sort.descending },
      change,
      sizes: defaults.sizes,
      isFiltered: isFiltered(state, defaults),
      clear: () => change({ search: '', filters: defaults.filters }),
    }
  }, [query, setQuery, defaults])
}
