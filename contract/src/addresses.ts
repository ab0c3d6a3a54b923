/** Parsing and validation of e-mail addresses. */

/**
 * Parses the recipients field: commas, semicolons and white space separate addresses; a trailing separator is allowed.
 */
export function parseAddresses(typed: string | readonly string[]): { valid: string[]; invalid: string[] } {
  const entries = (typeof typed === 'string' ? typed : typed.join(',')).split(/[,;\s]+/).filter(Boolean)
  const valid = new Map<string, string>()
  const invalid: string[] = []
  for (const entry of entries)
    if (isEmail(entry)) valid.set(entry.toLowerCase(), valid.get(entry.toLowerCase()) ?? entry)
    else invalid.push(entry)
  return { valid: [...valid.values()], invalid }
}

/** One @, a dot in the domain, no characters that end a header or open a comment; at most 254 characters (RFC 5321). */
export const isEmail = (text: string): boolean =>
  text.length <= 254 &&
  /^[^\s@"<>()[\]\\,;:\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u.test(
    text,
  ) &&
  !/^\.|\.\.|\.@/.test(text)
