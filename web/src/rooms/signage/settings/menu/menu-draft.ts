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

/** Returns a list with one of its elements at another place. */
function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const one = list[from]
  return one === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, one)
}

export const movedSection = (board: MenuBoard, from: number, to: number): MenuBoard => ({
  ...board,
  sections: moved(board.sections, from, to),
})

export const movedItem = (board: MenuBoard, s: number, from: number, to: number): MenuBoard =>
  withSection(board, s, (section) => ({ ...section, items: moved(section.items, from, to) }))

/** Moves an item to the end of another section. */
export function itemInSection(board: MenuBoard, s: number, i: number, target: number): MenuBoard {
  const item = board.sections[s]?.items[i]
  if (!item || target === s || !board.sections[target]) return board
  return withSection(withoutItem(board, s, i), target, (one) => ({ ...one, items: [...one.items, item] }))
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
