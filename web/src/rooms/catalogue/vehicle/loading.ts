import { distance, nearestOf, wrapped } from './turn.ts'

/** Which picture of the turntable to fetch next, and which to show meanwhile. Pure. */

/** Every fourth image first: with a dozen of them the vehicle turns already, coarsely. */
const stride = 4

/** All images in the order of fetching, seen from one: itself, every fourth on both sides, then those between. */
export function loadOrder(from: number, count: number): number[] {
  const all = Array.from({ length: count }, (_, i) => i + 1)
  const fine = (image: number) => Number(distance(from, image, count) % stride !== 0)
  return all.toSorted(
    (a, b) =>
      fine(a) - fine(b) ||
      distance(from, a, count) - distance(from, b, count) ||
      // To the right before to the left, so that the order is one.
      wrapped(a - from, count) - wrapped(b - from, count),
  )
}

export interface Fetched {
  loaded: ReadonlySet<number>
  /** On their way. */
  busy: ReadonlySet<number>
  failed: ReadonlySet<number>
}

/** How many pictures may be on their way at once. */
const atOnce = 4

/**
 * The images whose loading begins now: the wanted one alone until it is there, afterwards up to four at once in the order
 * seen from the image at which loading began.
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

/** The picture that stands in for the wanted one: itself, else the nearest that has come; null before the first. */
export const standIn = (wanted: number, loaded: ReadonlySet<number>, count: number): number | null =>
  loaded.has(wanted) ? wanted : nearestOf(loaded, wanted, count)
