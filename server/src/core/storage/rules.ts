import type { Part } from './storage.ts'

/** Rules that every storage enforces. */

/** The range starts behind the end of the object. HTTP responds with 416. */
export class RangeNotSatisfiable extends Error {
  readonly size: number
  constructor(size: number) {
    super(`the part begins behind the end of ${size} bytes`)
    this.name = 'RangeNotSatisfiable'
    this.size = size
  }
}

/**
 * Throws unless the key consists of names of letters, digits and . _ - between slashes, with at most 512 characters: no
 * parent folder, no hidden file, no backslash, no empty name.
 */
export function checkKey(key: string): void {
  if (key.length > 512 || !/^[A-Za-z0-9_][\w.-]*(?:\/[A-Za-z0-9_][\w.-]*)*$/.test(key))
    throw new Error(`storage: ${JSON.stringify(key.slice(0, 100))} is not a key`)
}

/** Limits a part to an object of `size` bytes. */
export function cutPart({ start, end }: Part, size: number): { start: number; end: number } {
  if (start < 0 || start >= size || (end !== undefined && end < start)) throw new RangeNotSatisfiable(size)
  return { start, end: Math.min(end ?? size - 1, size - 1) }
}
