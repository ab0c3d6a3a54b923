import type { UseQueryResult } from '@tanstack/react-query'
import { IconInfoCircle, IconSearch, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { ActionIcon, Button } from '../form/Button.tsx'
import { FilterMenu } from '../form/FilterMenu.tsx'
import { type Column, DataTable } from './DataTable.tsx'
import classes from './ListCard.module.css'
import { ListSearch } from './ListSearch.tsx'
import { Pagination } from './Pagination.tsx'
import { pageCount } from './paging.ts'
import type { Choice } from './useChoice.ts'
import type { List } from './useListState.ts'

/** Rows of one page, and the number of all rows that match. */
export interface Page<Row> {
  rows: readonly Row[]
  total: number
}

/**
 * A list that the server pages: search, filters, table and pager in one card, with the states of loading, emptiness and
 * failure. While rows are chosen (`choice`), the actions on them replace the filters.
 */
export function ListCard<Row, Filters extends Record<string, string>>({
  caption,
  list,
  query,
  columns,
  rowId,
  searchLabel,
  filters,
  end,
  choice,
  bulk,
  onOpen,
  selected,
  isMuted,
  empty,
  failed,
  note,
  totals,
}: {
  /** What the table holds. */
  caption: string
  list: List<Filters>
  query: Pick<UseQueryResult<Page<Row>>, 'data' | 'error' | 'isFetching' | 'refetch'>
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string | number
  searchLabel: string
  /** FilterMenus. */
  filters?: ReactNode
  /** At the end of the bar: a switch. */
  end?: ReactNode
  choice?: Choice<Row>
  /** Buttons for the chosen rows. */
  bulk?: ReactNode
  onOpen?: (row: Row) => void
  /** The row whose details are open. */
  selected?: string | number
  isMuted?: (row: Row) => boolean
  /** An EmptyState for a list that has no rows at all. */
  empty: ReactNode
  /** What did not load, in the language of the page. */
  failed: string
  /** A line between table and pager. */
  note?: ReactNode
  /** Cells of a first row for all rows that match, by column id. */
  totals?: Partial<Record<string, ReactNode>>
}) {
  const t = useTexts()
  const card = useRef<HTMLElement>(null)
  const { data, error, isFetching, refetch } = query
  const { page, size, sort, change } = list
  // The last page may have gone since its link was made, or with the rows that were deleted on it.
  const last = data ? pageCount(data.total, size) : undefined
  useEffect(() => {
    if (last !== undefined && page > last) change({ page: last })
  }, [last, page, change])
  const chosen = choice?.chosen.length ?? 0
  const sortable = columns.filter((column) => column.sortable)
  return (
    <section ref={card} className={classes.card} aria-label={caption}>
      <div className={classes.bar} data-chosen={chosen > 0 || undefined}>
        {chosen > 0 ? (
          <>
            <span className={classes.count} role="status">
              {t('rows_chosen', { count: chosen })}
            </span>
            {bulk}
            <span className={classes.end}>
              <ActionIcon aria-label={t('rows_chosen_clear')} onClick={choice?.clear}>
                <IconX size={18} stroke={1.75} />
              </ActionIcon>
            </span>
          </>
        ) : (
          <>
            <ListSearch
              label={searchLabel}
              value={list.search}
              onChange={(search) => change({ search })}
              table={card}
            />
            {filters}
            {sortable.length > 1 ? (
              <span className={classes.order}>
                <FilterMenu
                  label={t('rows_sort')}
                  value={sort.by}
                  values={sortable.map(({ id, label }) => ({ value: id, label }))}
                  onChange={(by) =>
                    change({ sort: { by, descending: sortable.find(({ id }) => id === by)?.number ?? false } })
                  }
                />
              </span>
            ) : null}
            {end ? (
              <span className={classes.end} data-keep-clear>
                {end}
              </span>
            ) : null}
          </>
        )}
      </div>
      <DataTable
        caption={caption}
        columns={columns}
        rows={data?.rows}
        rowId={rowId}
        sort={sort}
        onSort={(by) => change({ sort: by })}
        loading={isFetching}
        choice={choice}
        isMuted={isMuted}
        {...(selected === undefined ? {} : { selected })}
        {...(onOpen ? { onOpen } : {})}
        {...(totals ? { totals } : {})}
        error={
          error && !data ? (
            <ErrorState heading="h2" title={failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
          ) : undefined
        }
        empty={
          list.isFiltered ? (
            <EmptyState
              heading="h2"
              icon={IconSearch}
              title={t('list_none_match')}
              text={t('list_none_match_text')}
              action={<Button onClick={list.clear}>{t('list_show_all')}</Button>}
            />
          ) : (
            empty
          )
        }
      />
      {note ? (
        <div className={classes.note}>
          <IconInfoCircle size={18} stroke={1.75} aria-hidden />
          {note}
        </div>
      ) : null}
      {data && data.total > 0 ? (
        <Pagination
          page={page}
          size={size}
          total={data.total}
          {...(list.sizes ? { sizes: list.sizes } : {})}
          onPage={(to) => change({ page: to }, 'push')}
          onSize={(to) => change({ size: to })}
        />
      ) : null}
    </section>
  )
}
