/**
 * Pure functions of the turntable. Images are numbered from 1. Image 1 is straight from the front, and with each
 * further image the nose moves to the right of the picture. So a drag to the right counts up, in every language.
 */

/** A pointer that moved fewer pixels than this is a click. */
export const dragThreshold = 4
/** Duration and maximum distance of the glide after a throw. */
export const glideMs = 350
const mostGlided = 6
/** A faster pointer is a throw, a slower one is a plain release. Pixels per millisecond. */
const throwSpeed = 0.25

/** Maps any integer to an image of the circle: the first follows the last. */
export const wrapped = (image: number, count: number): number => ((((image - 1) % count) + count) % count) + 1

/** Returns the image after a pointer moved by `dx` pixels: the picture's width is one turn. */
export const imageAfterDrag = (start: number, dx: number, width: number, count: number): number =>
  width > 0 ? wrapped(start + Math.round((dx / width) * count), count) : start

/** Returns how many images a vehicle glides after a release at `speed` pixels per millisecond; negative to the left. */
export function glideOf(speed: number, width: number, count: number): number {
  if (Math.abs(speed) < throwSpeed || width <= 0) return 0
  const far = Math.round(((speed * glideMs) / 3 / width) * count)
  return Math.max(-mostGlided, Math.min(mostGlided, far))
}

/** Returns the completed share of a glide after a share of its time: fast at first. */
export const glided = (share: number): number => 1 - (1 - Math.min(1, Math.max(0, share))) ** 3

/** Returns the image for a slider key; null for any other key. Arrows are physical directions, like the drag. */
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

/** Returns the image at a share of the slider's length. */
export const imageAtShare = (share: number, count: number): number =>
  Math.min(count, Math.max(1, Math.round(share * (count - 1)) + 1))

/** Returns the smallest number of images between two, in either direction. */
export function distance(a: number, b: number, count: number): number {
  const there = wrapped(b - a + 1, count) - 1
  return Math.min(there, count - there)
}

/** Returns the image that is nearest to the current one; null if there is none. */
export function nearestOf(images: Iterable<number>, from: number, count: number): number | null {
  let best: number | null = null
  for (const image of images)
    if (best === null || distance(from, image, count) < distance(from, best, count)) best = image
  return best
}

/** Eighths of the circle: 0 the front, 1 the front right corner, 2 the right side, and so on round. */
export const sideOf = (image: number, count: number): number => Math.round(((image - 1) / count) * 8) % 8
