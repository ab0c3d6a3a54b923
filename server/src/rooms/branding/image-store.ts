import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import { fail, notFound } from '../../core/http/errors.ts'
import { reencodeImage, InvalidImage, type ReencodedImage } from '../../core/storage/images.ts'
import { addRoute } from '../../core/plain-routes.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'

/**
 * The pictures of mail: kept in the storage under names that nobody guesses, and shown to everybody who has the address,
 * because mail programs log in nowhere. A picture never changes: a new one has a new name.
 */

const keyOf = (site: Site, name: string) => `branding/${site.web_site_id}/${name}`

export interface StoredImage {
  name: string
  width: number
  height: number
}

/** A picture from bytes that somebody uploaded, or of one that is kept; refuses what is none. */
export async function drawn(bytes: Buffer, within?: { width: number; height: number }): Promise<ReencodedImage> {
  try {
    return await reencodeImage(bytes, within)
  } catch (error) {
    if (error instanceof InvalidImage) fail('not_a_picture')
    throw error
  }
}

/**
 * Keeps a picture while `write` puts it into its row, so that no row is ever without its picture: kept first, and taken
 * away again when the row is refused.
 */
export async function storeImage<T>(
  { storage, log }: Pick<Services, 'storage' | 'log'>,
  site: Site,
  { bytes, width, height, extension, mediaType }: ReencodedImage,
  write: (kept: StoredImage) => Promise<T>,
): Promise<T> {
  // Hexadecimal: a key of the storage may not begin with every sign that base64url has.
  const name = `${randomBytes(18).toString('hex')}.${extension}`
  await storage.put(keyOf(site, name), bytes, { mediaType })
  try {
    return await write({ name, width, height })
  } catch (error) {
    deleteImage({ storage, log }, site, name)
    throw error
  }
}

/** The bytes of a kept picture. */
export async function readImage({ storage }: Pick<Services, 'storage'>, site: Site, name: string): Promise<Buffer> {
  const { stream } = (await storage.get(keyOf(site, name))) ?? notFound()
  return Buffer.concat(await stream.toArray())
}

/** Takes a picture away after no row names it any more. One that cannot be removed is only rubbish, and is logged. */
export function deleteImage(
  { storage, log }: Pick<Services, 'storage' | 'log'>,
  site: Site,
  name: string | null | undefined,
): void {
  if (!name) return
  storage
    .remove(keyOf(site, name))
    .catch((error: unknown) => log.warn({ err: error, picture: name }, 'a picture could not be removed'))
}

/** /pictures/<name>, on the host of the web site that it belongs to. */
export function registerImages(app: FastifyInstance, { sites, storage }: Pick<Services, 'sites' | 'storage'>): void {
  addRoute(app, routes.picture, async (request, reply) => {
    const { name } = request.params as { name: string }
    if (!/^[\da-f]{36}\.(png|jpg)$/.test(name)) notFound()
    const found = (await storage.get(keyOf(sites.byHost(request.host), name))) ?? notFound()
    return reply
      .type(found.mediaType)
      .header('content-length', found.size)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(found.stream)
  })
}
