import type { InteractiveButton } from '@cutaway/contract/rooms/player/player.ts'

/** Decides which steps of an interactive film are shown, and in which order. Pure. */

export interface Rail {
  /** Ids of all steps, in display order. */
  order: readonly string[]
  /** Ids of the steps that are shown. */
  shown: ReadonlySet<string>
}

export interface RailRow {
  button: InteractiveButton
  /** Position in the film, from 1. It stays with the step, because the keys 1 to 9 use it. */
  number: number
  /** Heading above the row. */
  heading: string | null
  /** Whether a line separates the row from the one above. */
  line: boolean
}

/** Returns the initial state: film order, with the steps that are shown on load. */
export function railAtLoad(buttons: readonly InteractiveButton[]): Rail {
  return {
    order: buttons.map(({ id }) => id),
    shown: new Set(buttons.filter(({ show_on_load }) => show_on_load === 1).map(({ id }) => id)),
  }
}

/** Returns the ids in a step's `show_button_ids`, without unknown and repeated ones. */
function namedBy(button: InteractiveButton, known: readonly string[]): string[] {
  const ids = button.show_button_ids.split(',').map((id) => id.trim())
  return [...new Set(ids)].filter((id) => known.includes(id))
}

/** Moves the steps named by the clicked one to the front and shows them. If it names none, nothing changes. */
export function railAfterClick(rail: Rail, clicked: InteractiveButton): Rail {
  const first = namedBy(clicked, rail.order)
  if (first.length === 0) return rail
  return {
    order: [...first, ...rail.order.filter((id) => !first.includes(id))],
    shown: new Set([...rail.shown, ...first]),
  }
}

/** Returns the rows to render. A heading starts a group, and a line is above every group but the first. */
export function railRows(buttons: readonly InteractiveButton[], rail: Rail): RailRow[] {
  const rows: RailRow[] = []
  for (const id of rail.order) {
    const index = buttons.findIndex((button) => button.id === id)
    const button = buttons[index]
    if (!button || !rail.shown.has(id)) continue
    const above = rows.at(-1)?.button
    const newGroup = button.group !== '' && button.group !== above?.group
    const heading = newGroup ? button.group : null
    const line = above !== undefined && (newGroup || (button.group === '' && button.is_divider_line === 1))
    rows.push({ button, number: index + 1, heading, line })
  }
  return rows
}
