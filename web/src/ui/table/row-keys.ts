import type { KeyboardEvent } from 'react'

/** Moves the focus between the rows of a table by the arrow keys, Home and End. */

const controls = 'a[href], button:not(:disabled), input:not(:disabled)'
const keys = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End'])

/** Handles a key in a table's body: the control at the same place of another row gets the focus. */
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
  const goal = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: rows.length - 1 }[key]
  const next = goal === undefined ? undefined : rows[goal]
  if (!next) return
  event.preventDefault()
  const same = next.cells[cell.cellIndex]?.querySelector<HTMLElement>(controls)
  ;(same ?? openerOf(next))?.focus()
}

/** Returns what opens a row: the control in the cell that names it. */
const openerOf = (row: HTMLTableRowElement): HTMLElement | null | undefined =>
  row.querySelector<HTMLElement>('th')?.querySelector<HTMLElement>(controls)

/** Moves the focus to the first row of the table inside `place`, as the arrow key does in the search field above it. */
export function focusFirstRow(place: Element | null): void {
  const row = place?.querySelector<HTMLTableRowElement>('tbody tr')
  if (row) openerOf(row)?.focus()
}
