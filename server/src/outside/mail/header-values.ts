/** What people write becomes part of headers; it must not begin another one. */

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
