/**
 * Sanitises text that people type or paste, for storage, sending and headers: removes control and invisible characters.
 */

/**
 * Control characters, zero-width spaces, and marks that change the direction of all following text. Joiners are kept:
 * some scripts and emoji need them.
 */
// oxlint-disable-next-line no-control-regex -- they are what is removed
const acting = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Sanitises text of several lines. Every kind of line end becomes \n; tabs are kept; the ends are trimmed. */
export const sanitiseText = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(acting, '')
    .trim()

const isolates = /[\u2066-\u2069]/

/**
 * Sanitises a text of the product that a translator writes. Unlike others, it may isolate a part that is written in the
 * other direction (U+2066 to U+2069).
 */
export const sanitiseTranslation = (text: string): string =>
  text
    .split(/([\u2066-\u2069])/)
    .map((part) =>
      isolates.test(part) ? part : part.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replaceAll(acting, ''),
    )
    .join('')
    .trim()

/** Sanitises text to one line of at most `most` characters: a line end would start another header in a mail. */
export const sanitiseLine = (text: string, most = Infinity): string =>
  sanitiseText(text)
    .replaceAll(/\s+/g, ' ')
    .slice(0, most)
    // Removes the first half of a surrogate pair that was cut in two.
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
