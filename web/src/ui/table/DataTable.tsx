import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CsvCell } from '../../core/files/csv.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import classes from './DataTable.module.css'
import { SkeletonRows } from '../feedback/Skeletons.tsx'
import { moveAmongRows } from './row-keys.ts'

export interface Column<Row> {
  /** Names the column in `sort`. */
  id: string
  label: string
  cell: (row: Row) => ReactNode
  /** Numbers stand at the end, in figures of one width. */
  number?: boolean
  sortable?: boolean
  /** The value in an exported file, in a column of this label. A column without one is not exported. */
  csv?: (row: Row) => CsvCell
}

/** The rows that are chosen for an action on all of them. */
export interface RowChoice<Row> {
  isChosen: (row: Row) => boolean
  choose: (rows: readonly Row[], isChosen: boolean) => void
  /** Rows that cannot be chosen have a disabled box; the default is that all can. */
  canChoose?: (row: Row) => boolean
  /** The name of a row, for the label of its box. */
  nameOf: (row: Row) => string
}

export interface Sort {
  by: string
  descending: boolean
}

/**
 * Renders rows and columns. The first column names the row and is sticky; on a phone each row is a card. Row actions
 * are a column without a label. The page sorts and pages: it passes the rows to show. The arrow keys move between the rows
 * within a column, from one control to the next; Enter opens what has the focus.
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
  choice,
  isMuted,
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
  /** Adds a box to each row, and one to the head for all rows shown. */
  choice?: RowChoice<Row> | undefined
  /** Shows a row dimly, as something deleted. */
  isMuted?: ((row: Row) => boolean) | undefined
}) {
  const t = useTexts()
  if (error) return <div className={classes.message}>{error}</div>
  // Also while the query waits for another one, or for the network: whether there are rows is not known yet.
  if (!rows)
    return (
      <div className={classes.message}>
        <SkeletonRows rows={6} picture={false} />
      </div>
    )
  if (rows.length === 0) return <div className={classes.message}>{empty}</div>
  return (
    <div className={classes.scroll} aria-busy={loading || undefined}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {choice ? (
              <td data-choice>
                <AllBox choice={choice} rows={rows} />
              </td>
            ) : null}
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
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move the focus between controls */}
        <tbody onKeyDown={moveAmongRows}>
          {totals ? (
            <tr className={classes.totals}>
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty cell under the boxes */}
              {choice ? <td data-choice /> : null}
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
              aria-selected={selected === rowId(row) || choice?.isChosen(row) || undefined}
              data-muted={isMuted?.(row) || undefined}
              data-opens={onOpen ? true : undefined}
              onClick={onOpen ? (event) => (isOnControl(event) ? undefined : onOpen(row)) : undefined}
            >
              {choice ? (
                <td data-choice>
                  <ChoiceBox
                    label={t('choose_row', { name: choice.nameOf(row) })}
                    checked={choice.isChosen(row)}
                    disabled={choice.canChoose?.(row) === false}
                    onChange={(isChosen) => choice.choose([row], isChosen)}
                  />
                </td>
              ) : null}
              {columns.map(({ id, number, label, cell }, i) =>
                i === 0 ? (
                  <th key={id} scope="row" data-number={number || undefined}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={id} data-number={number || undefined} data-label={label || undefined}>
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

/** The box in the head, for all rows shown that can be chosen. */
function AllBox<Row>({ choice, rows }: { choice: RowChoice<Row>; rows: readonly Row[] }) {
  const t = useTexts()
  const possible = rows.filter((row) => choice.canChoose?.(row) !== false)
  return (
    <ChoiceBox
      label={t('choose_all_rows')}
      checked={possible.length > 0 && possible.every((row) => choice.isChosen(row))}
      mixed={possible.some((row) => choice.isChosen(row))}
      disabled={possible.length === 0}
      onChange={(isChosen) => choice.choose(possible, isChosen)}
    />
  )
}

/** A box without words; `mixed` is shown while some of the rows are chosen. */
function ChoiceBox({
  label,
  checked,
  mixed = false,
  disabled = false,
  onChange,
}: {
  label: string
  checked: boolean
  mixed?: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = mixed && !checked
      }}
      type="checkbox"
      className={classes.choice}
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
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
