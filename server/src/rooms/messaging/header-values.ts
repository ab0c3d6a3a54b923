/** Values that people write and that become part of header fields. They must not begin another field. */

/**
 * Returns whether a text is a single address and nothing else: mail programs and servers read separators, quotes and comments
 * differently, so none may be in it.
 */
export function isAddress(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@')
  const isPlain = (part: string) => /^[^\s\p{Cc}\u2028\u2029<>()[\],;:"\\]+$/u.test(part)
  return more.length === 0 && text.length <= 254 && local.length <= 64 && isPlain(local) && isPlain(domain)
}

/** Returns the address; throws for anything else. */
export function checkedAddress(text: string): string {
  if (!isAddress(text)) throw new Error('invalid e-mail address')
  return text
}

/** Returns the address; throws for anything but a single web address that a header field may hold. */
export function checkedUrl(url: string): string {
  if (!/^https?:\/\/[!#-;=?-~]+$/.test(url) || url.length > 900) throw new Error('invalid web address')
  return url
}
