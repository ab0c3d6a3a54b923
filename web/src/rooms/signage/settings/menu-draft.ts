import type { MenuBoard, MenuItem, MenuPrice, MenuSection } from '@cutaway/contract/rooms/signage/menu-board.ts'

/** Changes of a menu in the editor. Pure. */

let made = 0
/** A key that is unique in a board: boards are edited by one page at a time, so time and a count are enough. */
const newKey = () => `${Date.now().toString(36)}-${(made += 1).toString(36)}`

export const newItem = (name: string): MenuItem => ({
  key: newKey(),
  name,
  note: '',
  unit: '',
  price: { kind: 'exact', amount: 0 },
  available: { kind: 'always' },
  part_id: null,
  picture: null,
})

export const newSection = (name: string, items: MenuItem[] = []): MenuSection => ({ key: newKey(), name, items })

/** A menu to begin with: one section and one item, named in the language of the page. */
export const newMenu = (t: (key: string) => string): MenuBoard => ({
  layout: 'panel',
  footnote: '',
  sections: [newSection(t('menu_new_section'), [newItem(t('menu_new_item'))])],
})

const changed = <T>(list: readonly T[], at: number, by: (one: T) => T): T[] =>
  list.map((one, i) => (i === at ? by(one) : one))

export const withSection = (board: MenuBoard, s: number, by: (section: MenuSection) => MenuSection): MenuBoard => ({
  ...board,
  sections: changed(board.sections, s, by),
})

export const withItem = (board: MenuBoard, s: number, i: number, by: (item: MenuItem) => MenuItem): MenuBoard =>
  withSection(board, s, (section) => ({ ...section, items: changed(section.items, i, by) }))

export const withoutSection = (board: MenuBoard, s: number): MenuBoard => ({
  ...board,
  sections: board.sections.filter((_, i) => i !== s),
})

export const withoutItem = (board: MenuBoard, s: number, i: number): MenuBoard =>
  withSection(board, s, (section) => ({ ...section, items: section.items.filter((_, n) => n !== i) }))

/** Moves an item up or down; beyond the ends of its section into the one beside it. */
export function movedItem(board: MenuBoard, s: number, i: number, by: -1 | 1): MenuBoard {
  const item = board.sections[s]?.items[i]
  if (!item) return board
  const to = i + by
  const rest = withoutItem(board, s, i)
  const put = (section: number, place: number) =>
    withSection(rest, section, (one) => ({ ...one, items: one.items.toSpliced(place, 0, item) }))
  if (to >= 0 && to < board.sections[s]!.items.length) return put(s, to)
  const beside = board.sections[s + by]
  if (!beside) return board
  return put(s + by, by === 1 ? 0 : beside.items.length)
}

/**
 * Returns an amount in minor units from what was typed: '219', '219.50' or '219,50'; null for anything else. `decimals` is
 * that of the currency.
 */
export function amountOf(typed: string, decimals: number): number | null {
  const text = typed.trim().replace(',', '.')
  const [, whole, part = ''] = /^(\d{1,6})(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || part.length > decimals) return null
  return Number(whole) * 10 ** decimals + Number(part.padEnd(decimals, '0') || '0')
}

/** Returns an amount as it is typed: 21950 is '219.50', 21900 is '219'. */
export function typedAmount(price: MenuPrice, decimals: number): string {
  if (price.kind === 'free') return ''
  const whole = price.amount / 10 ** decimals
  return Number.isInteger(whole) ? String(whole) : whole.toFixed(decimals)
}
