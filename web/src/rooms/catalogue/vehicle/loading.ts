import { distance, nearestOf, wrapped } from './turn.ts'

/** Decides which picture of the turntable to fetch next, and which to show meanwhile. Pure. */

/** Every fourth image loads first: about a dozen images are enough to turn the vehicle coarsely. */
const stride = 4

/** Returns all images in loading order from one image: itself, every fourth on both sides, then the rest. */
export function loadOrder(from: number, count: number): number[] {
  const all = Array.from({ length: count }, (_, i) => i + 1)
  const fine = (image: number) => Number(distance(from, image, count) % stride !== 0)
  return all.toSorted(
    (a, b) =>
      fine(a) - fine(b) ||
      distance(from, a, count) - distance(from, b, count) ||
      // Right before left, so that the order is deterministic.
      wrapped(a - from, count) - wrapped(b - from, count),
  )
}

export interface Fetched {
  loaded: ReadonlySet<number>
  /** In flight. */
  busy: ReadonlySet<number>
  failed: ReadonlySet<number>
}

/** Maximum number of pictures in flight. */
const atOnce = 4

/**
 * Returns the images to start loading: the current one alone until it is loaded, then up to four at a time in the order
 * from the image at which loading began.
 */
export function nextToLoad(wanted: number, began: number, count: number, fetched: Fetched): number[] {
  const { loaded, busy, failed } = fetched
  const isNew = (image: number) => !loaded.has(image) && !busy.has(image) && !failed.has(image)
  if (isNew(wanted)) return [wanted]
  if (busy.has(wanted)) return []
  return loadOrder(began, count)
    .filter(isNew)
    .slice(0, Math.max(0, atOnce - busy.size))
}

/** Returns the picture to show for the current one: itself, else the nearest loaded; null before the first. */
export const standIn = (wanted: number, loaded: ReadonlySet<number>, count: number): number | null =>
  loaded.has(wanted) ? wanted : nearestOf(loaded, wanted, count)
