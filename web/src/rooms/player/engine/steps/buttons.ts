import type { InteractiveButton } from '@cutaway/contract/rooms/player/player.ts'

/** Which steps of an interactive film are shown, and in which order. Pure. */

export interface Rail {
  /** Ids of all steps, in the order of display. */
  order: readonly string[]
  /** Ids of the steps that are shown. */
  shown: ReadonlySet<string>
}

export interface RailRow {
  button: InteractiveButton
  /** Place in the order of the film, from 1. It stays with the step: the keys 1 to 9 play by it. */
  number: number
  /** Heading that stands above the row. */
  heading: string | null
  /** A line parts the row from the one above. */
  line: boolean
}

/** Before any click: the order of the film, and of it what is shown on load. */
export function railAtLoad(buttons: readonly InteractiveButton[]): Rail {
  return {
    order: buttons.map(({ id }) => id),
    shown: new Set(buttons.filter(({ show_on_load }) => show_on_load === 1).map(({ id }) => id)),
  }
}

/** The ids that a step names in `show_button_ids`. Unknown and repeated ones are left out. */
function namedBy(button: InteractiveButton, known: readonly string[]): string[] {
  const ids = button.show_button_ids.split(',').map((id) => id.trim())
  return [...new Set(ids)].filter((id) => known.includes(id))
}

/** The steps that the clicked one names come first and are shown. It names none: nothing changes. */
export function railAfterClick(rail: Rail, clicked: InteractiveButton): Rail {
  const first = namedBy(clicked, rail.order)
  if (first.length === 0) return rail
  return {
    order: [...first, ...rail.order.filter((id) => !first.includes(id))],
    shown: new Set([...rail.shown, ...first]),
  }
}

/** The rows to draw. A heading stands where a group begins, a line above every group but the first. */
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
