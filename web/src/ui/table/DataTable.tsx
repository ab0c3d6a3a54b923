import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import classes from './DataTable.module.css'
import { SkeletonRows } from '../feedback/Skeletons.tsx'

export interface Column<Row> {
  /** Names the column in `sort`. */
  id: string
  label: string
  cell: (row: Row) => ReactNode
  /** Numbers stand at the end, in figures of one width. */
  number?: boolean
  sortable?: boolean
}

export interface Sort {
  by: string
  descending: boolean
}

/**
 * Renders rows and columns. The first column names the row and is sticky; on a phone each row is a card. Row actions
 * are a column without a label. The page sorts and pages: it passes the rows to show.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowId,
  sort,
  onSort,
  selected,
  onOpen,
  empty,
  error,
  loading,
  totals,
}: {
  /** What the table holds, for those who do not see it. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string | number
  sort?: Sort
  onSort?: (sort: Sort) => void
  selected?: string | number
  /** A click anywhere in a row, for the mouse: the row's first cell has a link that does the same. */
  onOpen?: (row: Row) => void
  /** An EmptyState, shown when there are no rows. */
  empty: ReactNode
  /** An ErrorState, shown instead of the rows. */
  error?: ReactNode
  loading?: boolean
  /** Cells of the first row, by column id. */
  totals?: Partial<Record<string, ReactNode>>
}) {
  const t = useTexts()
  if (error) return <div className={classes.message}>{error}</div>
  if (loading && !rows)
    return (
      <div className={classes.message}>
        <SkeletonRows rows={6} picture={false} />
      </div>
    )
  if (!rows || rows.length === 0) return <div className={classes.message}>{empty}</div>
  return (
    <div className={classes.scroll} aria-busy={loading || undefined}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell
                key={column.id}
                column={column}
                sort={sort}
                onSort={onSort}
                sortLabel={t('sort_by', { name: column.label })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {totals ? (
            <tr className={classes.totals}>
              {columns.map(({ id, number, label }) => (
                <td key={id} data-number={number || undefined} data-label={label}>
                  {totals[id]}
                </td>
              ))}
            </tr>
          ) : null}
          {rows.map((row) => (
            <tr
              key={rowId(row)}
              aria-selected={selected === rowId(row) || undefined}
              data-opens={onOpen ? true : undefined}
              onClick={onOpen ? (event) => (isOnControl(event) ? undefined : onOpen(row)) : undefined}
            >
              {columns.map(({ id, number, label, cell }, i) =>
                i === 0 ? (
                  <th key={id} scope="row" data-number={number || undefined}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={id} data-number={number || undefined} data-label={label}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Ignores clicks on a link or a button, and clicks that select text. */
const isOnControl = ({ target }: React.MouseEvent) =>
  (target instanceof Element && target.closest('a, button, input, label, select') !== null) ||
  getSelection()?.isCollapsed === false

function HeadCell<Row>({
  column: { id, label, number, sortable },
  sort,
  onSort,
  sortLabel,
}: {
  column: Column<Row>
  sort?: Sort
  onSort?: (sort: Sort) => void
  sortLabel: string
}) {
  const mine = sort?.by === id
  const Arrow = sort?.descending ? IconArrowDown : IconArrowUp
  const order = sort?.descending ? 'descending' : 'ascending'
  return (
    <th scope="col" data-number={number || undefined} aria-sort={mine ? order : undefined}>
      {sortable && onSort ? (
        <button
          type="button"
          className={classes.sort}
          title={sortLabel}
          onClick={() => onSort({ by: id, descending: mine ? !sort.descending : number === true })}
        >
          {label}
          <Arrow size={14} stroke={1.75} aria-hidden style={mine ? undefined : { visibility: 'hidden' }} />
        </button>
      ) : (
        label
      )}
    </th>
  )
}
