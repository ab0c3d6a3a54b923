/** What people write becomes part of headers; it must not begin another one. */

/** Control characters, line ends of Unicode among them, and marks that turn the direction of what follows. */
// oxlint-disable-next-line no-control-regex -- they are what is removed
const unwanted = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\ufeff]+/g

/** One line of at most so many characters. */
export const oneLine = (words: string, most = 250): string =>
  words
    .replaceAll(unwanted, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, most)
    // The first half of a sign that was cut in two.
    .replace(/[\ud800-\udbff]$/, '')

/**
 * Whether it is a single address and nothing else: mail programs and servers read separators, quotes and comments
 * differently, so none may be in it.
 */
export function isAddress(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@')
  const isPlain = (part: string) => /^[^\s\p{Cc}\u2028\u2029<>()[\],;:"\\]+$/u.test(part)
  return more.length === 0 && text.length <= 254 && local.length <= 64 && isPlain(local) && isPlain(domain)
}

/** The address itself; throws for what is none. */
export function checkedAddress(text: string): string {
  if (!isAddress(text)) throw new Error('a mail address is not one')
  return text
}

/** Throws for what is not one address of the web as a header may hold it. */
export function checkedUrl(url: string): string {
  if (!/^https?:\/\/[!#-;=?-~]+$/.test(url) || url.length > 900) throw new Error('an address of the web is not one')
  return url
}
