import type { WallItem } from '@cutaway/contract/rooms/signage/plan.ts'
import { anyPlaysAt, type LocalMoment } from '@cutaway/contract/rooms/signage/day-parts.ts'
import type { PlayReason } from '@cutaway/contract/rooms/signage/plays.ts'

/** Which item comes next. Pure. */

export interface Skipped {
  item: WallItem
  reason: PlayReason
}

/** Returns why an item is not shown now; '' if it is. A list for playing has no menus that are not to be displayed. */
export const skipReason = (item: WallItem, moment: LocalMoment): PlayReason =>
  anyPlaysAt(item.when, moment) ? '' : 'day_part'

/**
 * Returns the item after `id` that is shown now, and those that were passed over; the list wraps, so a single item
 * follows itself. Without `id`, or if it is gone, the item at `place` is the first to be looked at.
 */
export function nextItem(
  items: readonly WallItem[],
  after: { id: string | null; place: number },
  moment: LocalMoment,
): { next: WallItem | null; skipped: Skipped[] } {
  const skipped: Skipped[] = []
  const index = items.findIndex(({ item_id }) => item_id === after.id)
  // An item that was removed leaves its place to the one that followed it.
  const first = index === -1 ? after.place : index + 1
  for (let step = 0; step < items.length; step += 1) {
    const item = items[(first + step) % items.length]!
    const reason = skipReason(item, moment)
    if (reason === '') return { next: item, skipped }
    skipped.push({ item, reason })
  }
  return { next: null, skipped }
}

/** Returns the item before, in the same way. */
export const itemBefore = (
  items: readonly WallItem[],
  { id, place }: { id: string | null; place: number },
  moment: LocalMoment,
): WallItem | null => nextItem(items.toReversed(), { id, place: items.length - place }, moment).next

export type Source = { via: 'plain' | 'hls'; url: string }

/**
 * Returns the sources of a film in the order in which they are tried. A signed-in page streams and falls back to the plain
 * file; a paired screen plays the plain file, which it keeps for times without network.
 */
export function sourcesOf({ sources }: Pick<WallItem, 'sources'>, keepsFiles: boolean): Source[] {
  const stream: Source[] = sources.hls ? [{ via: 'hls', url: sources.hls }] : []
  const plain: Source[] = sources.plain ? [{ via: 'plain', url: sources.plain }] : []
  return keepsFiles ? [...plain, ...stream] : [...stream, ...plain]
}

/** Returns whether the two items look the same on the wall, so that what was prepared of one serves the other. */
export const isSame = (a: WallItem, b: WallItem): boolean =>
  a.item_id === b.item_id &&
  JSON.stringify([a.sources, a.menu, a.duration]) === JSON.stringify([b.sources, b.menu, b.duration])
