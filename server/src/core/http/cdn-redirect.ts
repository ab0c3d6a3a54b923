import type { FastifyInstance } from 'fastify'

/**
 * Redirects of immutable public files (scripts, styles, pictures) to a content delivery network (CDN) near the users of
 * a host. The CDN reads the files from the product, under a host name that is not redirected. Films are not redirected,
 * because they need a session.
 */

export interface CdnOrigin {
  /** A host name, `*.` with the end of a host name, or `*` for every host. */
  hosts: string
  /** Has no trailing slash. */
  origin: string
}

/**
 * Parses `*.example.cn=https://static.example.cn, *=https://static.example.com`. Throws with the problem of an entry.
 */
export function parseCdnOrigins(text: string): CdnOrigin[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  return entries.map((entry) => {
    const [, hosts, address] = /^(\*|(?:\*\.)?[a-z0-9.-]+)=(https?:\/\/\S+)$/i.exec(entry) ?? []
    const url = URL.parse(address ?? '')
    if (!hosts || !url || url.pathname !== '/' || url.search || url.hash)
      throw new Error(
        `"${entry}" is not a host, an equals sign and an origin such as *.example.cn=https://static.example.cn`,
      )
    return { hosts: hosts.toLowerCase(), origin: url.origin }
  })
}

/** Returns the origin of static files for a host: the first entry that matches, undefined for the product itself. */
export function cdnOriginOf(origins: readonly CdnOrigin[], host: string): string | undefined {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  // The CDN itself requests files under the name of its origin, and must not be redirected there.
  if (origins.some(({ origin }) => new URL(origin).hostname === name)) return undefined
  return origins.find(({ hosts }) =>
    hosts === '*' ? true : hosts.startsWith('*.') ? name.endsWith(hosts.slice(1)) : name === hosts,
  )?.origin
}

const isStatic = (path: string): boolean =>
  /^\/(assets|vehicles)\/[^?]+$/.test(path) || /^\/films\/[^?]+\.(webp|jpg)$/.test(path)

/** Redirects browsers to the CDN of their host, and lets the CDN cache what it reads here. */
export function registerCdnRedirects(app: FastifyInstance, origins: readonly CdnOrigin[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.url
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const origin = isRead && isStatic(path) ? cdnOriginOf(origins, request.host) : undefined
    if (origin === undefined) return done()
    void reply.header('cache-control', 'private, max-age=3600').redirect(`${origin}${path}`, 302)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isStatic(request.url) && reply.statusCode === 200) {
      const keep = String(reply.getHeader('cache-control') ?? '')
      reply
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', keep.replace('private', 'public'))
    }
    done(null, payload)
  })
}
