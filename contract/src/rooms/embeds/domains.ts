/**
 * Returns the domain of a website as embeds store it: 'https://www.Northgate.example/brakes' -> 'northgate.example'.
 * Undefined for anything that is no domain. `www.` is left out, because sub-domains of a domain are included.
 */
export function domainOf(typed: string): string | undefined {
  const text = typed.trim().toLowerCase()
  const address = /^https?:\/\//.test(text) ? text : `https://${text}`
  if (/[\s@\\*]/.test(text) || !URL.canParse(address)) return undefined
  const { hostname } = new URL(address)
  const name = hostname.replace(/\.$/, '').replace(/^www\./, '')
  // A name has at least two labels, and the last one is no number, which would be an IP address.
  const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
  return name.length <= 253 && new RegExp(`^(?:${label}\\.)+(?=[a-z])${label}$`).test(name) ? name : undefined
}

/** Returns whether a host is a domain or one of its sub-domains. */
export const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)
