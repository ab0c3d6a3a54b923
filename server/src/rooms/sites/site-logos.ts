import { routes } from '@cutaway/contract/routes.ts'
import { siteLogoSize } from '@cutaway/contract/rooms/sites/operator.ts'
import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { notFound } from '../../core/http/errors.ts'
import { addRoute } from '../../core/plain-routes.ts'
import type { Services } from '../../core/services.ts'
import { squareLogo } from '../../core/storage/logos.ts'

/**
 * The logos of web sites. A stored logo is named by a hash of its content and never changes. It is kept when a web site
 * no longer uses it, because letters that were sent show it.
 */

/** Returns the path of a logo by its name; empty for none. */
export const logoUrl = (name: string): string => name && `/site-logos/${name}`

const keyOf = (name: string) => `site-logos/${name}`
const isName = (name: string) => /^[\da-f]{40}\.png$/.test(name)

/** Stores a logo and returns its name. Throws InvalidImage or EmptyImage. */
export async function storeLogo({ storage }: Pick<Services, 'storage'>, upload: Buffer): Promise<string> {
  const bytes = await squareLogo(upload, siteLogoSize)
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}.png`
  if (!(await storage.has(keyOf(name)))) await storage.put(keyOf(name), bytes, { mediaType: 'image/png' })
  return name
}

export const hasLogo = ({ storage }: Pick<Services, 'storage'>, name: string): Promise<boolean> =>
  storage.has(keyOf(name))

/** Returns the bytes of a logo by its URL; null if it is missing. */
export async function readLogo({ storage }: Pick<Services, 'storage'>, url: string): Promise<Buffer | null> {
  const found = await storage.get(keyOf(url.slice(url.lastIndexOf('/') + 1)))
  return found && Buffer.concat(await found.stream.toArray())
}

/** Serves /site-logos/<name>, on every host: the operator's console shows the logos of all web sites. */
export function registerLogos(app: FastifyInstance, { storage }: Pick<Services, 'storage'>): void {
  addRoute(app, routes.siteLogo, async (request, reply) => {
    const { name } = request.params as { name: string }
    if (!isName(name)) notFound()
    const found = (await storage.get(keyOf(name))) ?? notFound()
    return reply
      .type('image/png')
      .header('content-length', found.size)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(found.stream)
  })
}
