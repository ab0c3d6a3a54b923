/**
 * Pure decisions of the turntable. Images are numbered from 1; image 1 is straight from ahead, and with each further one
 * the nose goes to the right of the picture. So a drag to the right counts up, in every language.
 */

/** A pointer that moved less is a click. Pixels. */
export const dragThreshold = 4
/** How long a thrown vehicle turns on, and how far at most. */
export const glideMs = 350
const mostGlided = 6
/** A faster pointer was thrown, a slower one was put down. Pixels a millisecond. */
const throwSpeed = 0.25

/** Any whole number as an image of the circle: after the last comes the first. */
export const wrapped = (image: number, count: number): number => ((((image - 1) % count) + count) % count) + 1

/** The image under a pointer that moved by `dx` pixels: the width of the picture is one turn. */
export const imageAfterDrag = (start: number, dx: number, width: number, count: number): number =>
  width > 0 ? wrapped(start + Math.round((dx / width) * count), count) : start

/** How many images a vehicle turns on that was let go at `speed` pixels a millisecond; negative to the left. */
export function glideOf(speed: number, width: number, count: number): number {
  if (Math.abs(speed) < throwSpeed || width <= 0) return 0
  const far = Math.round(((speed * glideMs) / 3 / width) * count)
  return Math.max(-mostGlided, Math.min(mostGlided, far))
}

/** How much of a glide is done after a share of its time: fast at first. */
export const glided = (share: number): number => 1 - (1 - Math.min(1, Math.max(0, share))) ** 3

/** The image that a key of a slider leads to; null for any other key. Arrows are physical, as the drag is. */
export function imageForKey(key: string, image: number, count: number): number | null {
  const page = Math.round(count / 8)
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowUp: 1,
    ArrowLeft: -1,
    ArrowDown: -1,
    PageUp: page,
    PageDown: -page,
  }
  if (key === 'Home') return 1
  if (key === 'End') return count
  return Object.hasOwn(steps, key) ? wrapped(image + (steps[key] ?? 0), count) : null
}

/** The image at a share of the slider's length. */
export const imageAtShare = (share: number, count: number): number =>
  Math.min(count, Math.max(1, Math.round(share * (count - 1)) + 1))

/** Fewest images between two, whichever way round. */
export function distance(a: number, b: number, count: number): number {
  const there = wrapped(b - a + 1, count) - 1
  return Math.min(there, count - there)
}

/** Of some images the one that is fewest steps away; null when there is none. */
export function nearestOf(images: Iterable<number>, from: number, count: number): number | null {
  let best: number | null = null
  for (const image of images)
    if (best === null || distance(from, image, count) < distance(from, best, count)) best = image
  return best
}

/** Eighths of the circle: 0 the front, 1 the front right corner, 2 the right side, and so on round. */
export const sideOf = (image: number, count: number): number => Math.round(((image - 1) / count) * 8) % 8
