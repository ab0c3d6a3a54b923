/** Checks values that people enter and that become part of header fields. A value must not start another field. */

/**
 * Returns whether a text is exactly one address. Separators, quotes and comments are refused, because mail programs and
 * servers parse them differently.
 */
export function isAddress(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@')
  const isPlain = (part: string) => /^[^\s\p{Cc}\u2028\u2029<>()[\],;:"\\]+$/u.test(part)
  return more.length === 0 && text.length <= 254 && local.length <= 64 && isPlain(local) && isPlain(domain)
}

/** Returns the address. Throws unless it is a single e-mail address. */
export function checkedAddress(text: string): string {
  if (!isAddress(text)) throw new Error('invalid e-mail address')
  return text
}

/** Returns the URL. Throws unless it is a single web address that a header field can hold. */
export function checkedUrl(url: string): string {
  if (!/^https?:\/\/[!#-;=?-~]+$/.test(url) || url.length > 900) throw new Error('invalid web address')
  return url
}
