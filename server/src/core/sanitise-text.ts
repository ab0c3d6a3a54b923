/** What people type or paste, made fit to be kept, sent and put into headers: plain words without signs that act. */

/**
 * Control characters, zero-width spaces, and marks that turn the direction of all that follows. Joiners stay: scripts and
 * emoji are written with them.
 */
// oxlint-disable-next-line no-control-regex -- they are what is removed
const acting = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Text of several lines. Every kind of line end becomes \n; tabs stay; ends are trimmed. */
export const sanitiseText = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(acting, '')
    .trim()

/** The same on one line of at most `most` characters: a line end would begin another header of a mail. */
export const sanitiseLine = (text: string, most = Infinity): string =>
  sanitiseText(text)
    .replaceAll(/\s+/g, ' ')
    .slice(0, most)
    // The first half of a sign that was cut in two.
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
