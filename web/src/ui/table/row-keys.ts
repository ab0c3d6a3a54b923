import type { KeyboardEvent } from 'react'

/** Moves the focus between the rows of a table by the arrow keys, Home and End. */

const controls = 'a[href], button:not(:disabled), input:not(:disabled)'
const keys = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End'])

/**
 * Handles a key in a table's body: the control at the same place of another row gets the focus. Rows without a control,
 * which can only be read, are passed over.
 */
export function moveAmongRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const { key, target, currentTarget: body } = event
  const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
  // A menu in a row handles its own keys; a field needs them for its text.
  if (!keys.has(key) || !isPlain || event.defaultPrevented || !(target instanceof HTMLElement)) return
  if (target.matches('input:not([type="checkbox"]), select, textarea') || target.closest('[popover]')) return
  const rows = [...body.rows]
  const row = target.closest('tr')
  const cell = target.closest<HTMLTableCellElement>('td, th')
  if (!row || !cell) return
  const now = rows.indexOf(row)
  const onTheWay = { ArrowDown: rows.slice(now + 1), ArrowUp: rows.slice(0, now).toReversed(), Home: rows }[key]
  const controlOf = (one: HTMLTableRowElement) =>
    one.cells[cell.cellIndex]?.querySelector<HTMLElement>(controls) ?? openerOf(one)
  const next = firstOf(onTheWay ?? rows.toReversed(), controlOf)
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Returns the first control that `find` returns for one of the rows. */
function firstOf(
  rows: Iterable<HTMLTableRowElement>,
  find: (row: HTMLTableRowElement) => HTMLElement | null | undefined,
): HTMLElement | undefined {
  for (const row of rows) {
    const found = find(row)
    if (found) return found
  }
  return undefined
}

/** Returns what opens a row: the control in the cell that names it. */
const openerOf = (row: HTMLTableRowElement): HTMLElement | null | undefined =>
  row.querySelector<HTMLElement>('th')?.querySelector<HTMLElement>(controls)

/** Moves the focus to the first row of the table inside `place`, as the arrow key does in the search field above it. */
export function focusFirstRow(place: Element | null): void {
  firstOf(place?.querySelectorAll<HTMLTableRowElement>('tbody tr') ?? [], openerOf)?.focus()
}
