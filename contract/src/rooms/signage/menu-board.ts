import { z } from 'zod'
import { PartId } from '../../fields.ts'
import { DayPart, Day, anyPlaysAt, type LocalMoment } from './day-parts.ts'

/** A digital menu: what the workshop offers at which price, as a board on the wall. */

export const BoardLayout = z.enum(['panel', 'columns', 'feature'])
export type BoardLayout = z.infer<typeof BoardLayout>

/** Amounts are in minor units (cents) of the web site's currency. */
export const MenuPrice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('exact'), amount: z.int().min(0).max(99_999_999) }),
  z.object({ kind: z.literal('from'), amount: z.int().min(0).max(99_999_999) }),
  z.object({ kind: z.literal('free') }),
])
export type MenuPrice = z.infer<typeof MenuPrice>

export const MenuAvailability = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('always') }),
  z.object({ kind: z.literal('hours'), when: DayPart }),
  /** Stays on the board in grey; `until` is the day on which it is back. */
  z.object({ kind: z.literal('out'), until: Day.nullable() }),
  z.object({ kind: z.literal('hidden') }),
])
export type MenuAvailability = z.output<typeof MenuAvailability>

const entryKey = z.string().regex(/^[\w-]{1,40}$/)

export const MenuItem = z.object({
  key: entryKey,
  name: z.string().trim().min(1).max(80),
  note: z.string().trim().max(120).default(''),
  unit: z.string().trim().max(60).default(''),
  price: MenuPrice,
  available: MenuAvailability.default({ kind: 'always' }),
  /** The film that explains the item. */
  part_id: PartId.nullable().default(null),
  /** Path of an uploaded picture on this web site; null: the picture of the film, if any. */
  picture: z
    .string()
    .regex(/^\/(loop-media|samples)\/[\w.-]{1,80}$/)
    .nullable()
    .default(null),
})
export type MenuItem = z.output<typeof MenuItem>

export const MenuSection = z.object({
  key: entryKey,
  name: z.string().trim().min(1).max(60),
  items: z.array(MenuItem).max(60),
})
export type MenuSection = z.output<typeof MenuSection>

/** The structured content of a menu, stored as JSON in `digital_menu_content`. */
export const MenuBoard = z.object({
  layout: BoardLayout.default('panel'),
  /** Small text at the foot: 'Prices plus tax'. */
  footnote: z.string().trim().max(120).default(''),
  sections: z.array(MenuSection).max(20),
})
export type MenuBoard = z.output<typeof MenuBoard>

/** The maximum length of `digital_menu_content`. */
export const mostMenuText = 60_000

/** Returns the board of a menu's content, or null for free text of older programs. */
export function boardOf(content: string): MenuBoard | null {
  if (!content.trimStart().startsWith('{')) return null
  try {
    return MenuBoard.safeParse(JSON.parse(content)).data ?? null
  } catch {
    // Free text that begins with a brace.
    return null
  }
}

/** Returns how an item is on the board at a moment: shown, grey because it is out, or not there. */
export function stateOf({ available }: Pick<MenuItem, 'available'>, moment: LocalMoment): 'shown' | 'out' | 'hidden' {
  switch (available.kind) {
    case 'always':
      return 'shown'
    case 'hidden':
      return 'hidden'
    case 'hours':
      return anyPlaysAt([available.when], moment) ? 'shown' : 'hidden'
    case 'out':
      return available.until !== null && moment.day >= available.until ? 'shown' : 'out'
  }
}

/** One page of a board; a section that is continued has its name again. */
export type BoardPage = readonly { name: string; items: readonly MenuItem[] }[]

/**
 * Rows of a page; a heading takes the place of one and a half rows, and a name of two lines that of almost two. One item
 * a page in the layout `feature`.
 */
const rowsOfPage = {
  panel: { landscape: 12, portrait: 12 },
  columns: { landscape: 13, portrait: 21 },
} as const

/** Letters of a name beyond which it takes two lines. */
export const longName = 40

/** Returns the pages of a board at a moment, without hidden items and empty sections. */
export function pagesOf(
  { layout, sections }: Pick<MenuBoard, 'layout' | 'sections'>,
  moment: LocalMoment,
  shape: 'landscape' | 'portrait',
): BoardPage[] {
  const pages: { name: string; items: MenuItem[] }[][] = []
  const room = layout === 'feature' ? 1 : rowsOfPage[layout][shape]
  let left = 0
  for (const { name, items } of sections) {
    let part: { name: string; items: MenuItem[] } | undefined
    for (const item of items) {
      if (stateOf(item, moment) === 'hidden') continue
      const rows = layout !== 'feature' && item.name.length > longName ? 1.8 : 1
      const needed = rows + (part || layout === 'feature' ? 0 : 1.5)
      if (left < needed) {
        pages.push([])
        left = room
        part = undefined
      }
      if (!part) {
        part = { name, items: [] }
        pages.at(-1)!.push(part)
        if (layout !== 'feature') left -= 1.5
      }
      part.items.push(item)
      left -= rows
    }
  }
  return pages
}
