import type { List } from './useListState.ts'

/**
 * Returns the page that a list shows of rows that are all in the browser: those whose text holds the search, in the
 * order of `compare`, or the opposite one if the list is sorted descending.
 */
export function localPage<Row>(
  rows: readonly Row[],
  list: Pick<List, 'search' | 'sort' | 'page' | 'size'>,
  { textOf, compare }: { textOf: (row: Row) => string; compare: (x: Row, y: Row) => number },
): { rows: Row[]; total: number } {
  const wanted = list.search.toLowerCase()
  const sign = list.sort.descending ? -1 : 1
  const found = rows
    .filter((row) => textOf(row).toLowerCase().includes(wanted))
    .toSorted((x, y) => sign * compare(x, y))
  const first = (list.page - 1) * list.size
  return { rows: found.slice(first, first + list.size), total: found.length }
}

/** Compares rows by the word that a column shows. */
export const byWord =
  <Row>(wordOf: (row: Row) => string) =>
  (x: Row, y: Row): number =>
    wordOf(x).localeCompare(wordOf(y))
