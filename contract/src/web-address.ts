/**
 * An address of the web that people type, as it is kept; undefined for what is none. http and https only, a host with a dot
 * (or this computer), and no user name, which would make one host look like another.
 */
export function webAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (/\s/.test(text) || !URL.canParse(text)) return undefined
  const { protocol, hostname, username, password, href } = new URL(text)
  if (!/^https?:$/.test(protocol) || username || password) return undefined
  return hostname.includes('.') || hostname === 'localhost' ? href : undefined
}
