import { useState } from 'react'
import type { Sort } from '../../ui/table/DataTable.tsx'
import { pageCount, pageSizes } from '../../ui/table/paging.ts'

/** Sorts rows by the text of a column, in natural order. */
export function sortedBy<Row>(rows: readonly Row[], wordOf: (row: Row) => string, { descending }: Sort): Row[] {
  const sign = descending ? -1 : 1
  return rows.toSorted((a, b) => sign * wordOf(a).localeCompare(wordOf(b)))
}

/** Returns the rows of one page, with the pager's state. If the last page becomes empty, the previous page is shown. */
export function usePaging<Row>(rows: readonly Row[]) {
  const [wanted, setPage] = useState(1)
  const [size, setSize] = useState(pageSizes[0] ?? 5)
  const page = Math.min(wanted, pageCount(rows.length, size))
  return {
    shown: rows.slice((page - 1) * size, page * size),
    pager: {
      page,
      size,
      total: rows.length,
      onPage: setPage,
      onSize: (next: number) => {
        setSize(next)
        setPage(1)
      },
    },
  }
}
