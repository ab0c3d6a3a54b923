import {
  closestCenter,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  pointerWithin,
  type UniqueIdentifier,
} from '@dnd-kit/core'

/** Ids of dragged items and drop targets, and the search for positions. */

export const availableZone = 'available'
export const chosenZone = 'chosen'

export const filmDragId = (partId: string): string => `film ${partId}`
export const favouriteDragId = (id: number): string => `favourite ${id}`
export const isFavouriteDrag = (id: UniqueIdentifier): boolean => String(id).startsWith('favourite ')

/**
 * The pointer decides: over the available films it is their list, over the favourites the nearest row. Keyboard
 * dragging has no pointer and moves among the favourites. A film outside both lists has no target.
 */
export const dropPlace: CollisionDetection = (args) => {
  const rows = args.droppableContainers.filter(({ id }) => isFavouriteDrag(id))
  const nearest = () => closestCenter({ ...args, droppableContainers: rows })
  if (!args.pointerCoordinates) return nearest()
  const zone = pointerWithin(args).find(({ id }) => id === availableZone || id === chosenZone)
  if (zone?.id === availableZone) return [zone]
  if (zone?.id === chosenZone) return rows.length > 0 ? nearest() : [zone]
  return isFavouriteDrag(args.active.id) ? nearest() : []
}

/** Moves from row to row with the arrow keys. */
export const arrowKeys: KeyboardCoordinateGetter = (event, { context }) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.code]
  const { active, over, droppableContainers, droppableRects } = context
  if (step === undefined || !active) return undefined
  event.preventDefault()
  const rows = droppableContainers
    .getEnabled()
    .map(({ id }) => id)
    .filter(isFavouriteDrag)
    .toSorted((a, b) => (droppableRects.get(a)?.top ?? 0) - (droppableRects.get(b)?.top ?? 0))
  const rect = droppableRects.get(rows[rows.indexOf(over?.id ?? active.id) + step] ?? '')
  return rect && { x: rect.left, y: rect.top }
}
