/** Text that PostgreSQL cannot store, or that is no text: NUL, half of a surrogate pair, bytes that are not UTF-8. */

/** Whether text can be stored: no NUL, and well-formed Unicode. */
export const isWellFormed = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Whether JSON text may hold malformed text: only an escape can carry NUL or half of a surrogate pair. */
const mayBeMalformed = /\\u(?:0000|d[89a-f])/i

/** Whether every key and text in a value that was read from this JSON is well-formed. */
export const isWellFormedJson = (json: string, value: unknown): boolean =>
  !mayBeMalformed.test(json) || areWellFormed(value)

function areWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return isWellFormed(value)
  if (Array.isArray(value)) return value.every(areWellFormed)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isWellFormed(key) && areWellFormed(inner))
}

/** Whether the escapes in a path or query decode to well-formed text. */
export function isWellFormedUrl(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    return isWellFormed(decodeURIComponent(url))
  } catch {
    return false
  }
}

/** Whether a path parameter or query value, decoded, is well-formed: as text, and as JSON where it is that. */
export function isWellFormedParameter(text: string): boolean {
  if (!isWellFormed(text)) return false
  if (!mayBeMalformed.test(text)) return true
  try {
    return areWellFormed(JSON.parse(text))
  } catch {
    // Not JSON: a backslash is only a backslash.
    return true
  }
}
