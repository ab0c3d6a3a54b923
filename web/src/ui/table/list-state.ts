import type { Sort } from './DataTable.tsx'
import { pageSizes } from './paging.ts'

/** What the URL says about a list. Values that equal the defaults are left out of it. */

export interface ListState<Filters extends Record<string, string>> {
  search: string
  /** Counts from 1. */
  page: number
  size: number
  sort: Sort
  filters: Filters
}

export interface ListDefaults<Filters extends Record<string, string>> {
  sort: Sort
  /** The columns that may be sorted by; any other in the URL is ignored. */
  sorts: readonly string[]
  /** The name of each filter in the URL, and the value that filters nothing. */
  filters: Filters
  size?: number
  /** The page sizes to choose from; those of lists by default. */
  sizes?: readonly number[]
}

const mostSearched = 100
const ownNames = new Set(['search', 'page', 'size', 'sort', 'descending'])

export function listStateOf<Filters extends Record<string, string>>(
  query: URLSearchParams,
  { sort, sorts, filters, sizes = pageSizes, size = sizes[0]! }: ListDefaults<Filters>,
): ListState<Filters> {
  const page = Number(query.get('page') ?? 1)
  const asked = Number(query.get('size') ?? size)
  const by = query.get('sort')
  const isSorted = by !== null && sorts.includes(by)
  return {
    search: (query.get('search') ?? '').slice(0, mostSearched),
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    size: sizes.includes(asked) ? asked : size,
    sort: isSorted ? { by, descending: query.get('descending') === '1' } : sort,
    filters: Object.fromEntries(
      Object.entries(filters).map(([name, none]) => [name, query.get(name) ?? none]),
    ) as Filters,
  }
}

/** Returns the URL's query for a state. Parameters that do not belong to the list stay. */
export function queryOfList<Filters extends Record<string, string>>(
  state: ListState<Filters>,
  defaults: ListDefaults<Filters>,
  before = new URLSearchParams(),
): URLSearchParams {
  const { search, page, size, sort, filters } = state
  const query = new URLSearchParams(
    [...before].filter(([name]) => !ownNames.has(name) && !Object.hasOwn(defaults.filters, name)),
  )
  const put = (name: string, value: string | number, unless: string | number) => {
    if (value !== unless) query.set(name, String(value))
  }
  put('search', search, '')
  for (const [name, value] of Object.entries(filters)) put(name, value, defaults.filters[name] ?? '')
  if (sort.by !== defaults.sort.by || sort.descending !== defaults.sort.descending) {
    query.set('sort', sort.by)
    put('descending', sort.descending ? 1 : 0, 0)
  }
  put('size', size, defaults.size ?? (defaults.sizes ?? pageSizes)[0]!)
  put('page', page, 1)
  return query
}

/** Returns whether anything narrows the list. */
export const isFiltered = <Filters extends Record<string, string>>(
  { search, filters }: ListState<Filters>,
  defaults: ListDefaults<Filters>,
): boolean => search !== '' || Object.entries(filters).some(([name, value]) => value !== defaults.filters[name])
