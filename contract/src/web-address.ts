/**
 * Returns a URL that a user entered in normalised form, or undefined if it is invalid. Only http and https, a host with
 * a dot (or localhost), and no user name, which could disguise the host.
 */
export function webAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (/\s/.test(text) || !URL.canParse(text)) return undefined
  const { protocol, hostname, username, password, href } = new URL(text)
  if (!/^https?:$/.test(protocol) || username || password) return undefined
  return hostname.includes('.') || hostname === 'localhost' ? href : undefined
}
