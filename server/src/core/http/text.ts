/**
 * Detects text that PostgreSQL cannot store, or that is invalid: NUL, half of a surrogate pair, bytes that are not
 * UTF-8.
 */

/** Returns whether text can be stored: no NUL, and well-formed Unicode. */
export const isWellFormed = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Matches JSON text that may contain malformed text: only an escape can carry NUL or half of a surrogate pair. */
const mayBeMalformed = /\\u(?:0000|d[89a-f])/i

/** Returns whether every key and text in a value that was parsed from this JSON is well-formed. */
export const isWellFormedJson = (json: string, value: unknown): boolean =>
  !mayBeMalformed.test(json) || areWellFormed(value)

function areWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return isWellFormed(value)
  if (Array.isArray(value)) return value.every(areWellFormed)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isWellFormed(key) && areWellFormed(inner))
}

/** Returns whether the escapes in a path or query decode to well-formed text. */
export function isWellFormedUrl(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    return isWellFormed(decodeURIComponent(url))
  } catch {
    return false
  }
}

/** Returns whether a decoded path parameter or query value is well-formed: as text, and as JSON if it is JSON. */
export function isWellFormedParameter(text: string): boolean {
  if (!isWellFormed(text)) return false
  if (!mayBeMalformed.test(text)) return true
  try {
    return areWellFormed(JSON.parse(text))
  } catch {
    // Not JSON: a backslash has no special meaning.
    return true
  }
}
