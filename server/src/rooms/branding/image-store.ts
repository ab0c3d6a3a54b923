import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import { fail, notFound } from '../../core/http/errors.ts'
import { reencodeImage, InvalidImage, type ReencodedImage } from '../../core/storage/images.ts'
import { addRoute } from '../../core/plain-routes.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'

/**
 * Stores the images of mail under unguessable names and serves them without authentication, because mail programs
 * cannot log in. A stored image never changes: a new one has a new name.
 */

const keyOf = (site: Site, name: string) => `branding/${site.web_site_id}/${name}`

export interface StoredImage {
  name: string
  width: number
  height: number
}

/** Re-encodes an image from uploaded or stored bytes; refuses bytes that are not an image. */
export async function drawn(bytes: Buffer, within?: { width: number; height: number }): Promise<ReencodedImage> {
  try {
    return await reencodeImage(bytes, within)
  } catch (error) {
    if (error instanceof InvalidImage) fail('not_a_picture')
    throw error
  }
}

/**
 * Stores an image before `write` references it from a row, so that no row references a missing image. Deletes it again
 * if `write` throws.
 */
export async function storeImage<T>(
  { storage, log }: Pick<Services, 'storage' | 'log'>,
  site: Site,
  { bytes, width, height, extension, mediaType }: ReencodedImage,
  write: (kept: StoredImage) => Promise<T>,
): Promise<T> {
  // Hexadecimal, because storage keys may not start with every character of base64url.
  const name = `${randomBytes(18).toString('hex')}.${extension}`
  await storage.put(keyOf(site, name), bytes, { mediaType })
  try {
    return await write({ name, width, height })
  } catch (error) {
    deleteImage({ storage, log }, site, name)
    throw error
  }
}

/** Returns the bytes of a stored image. */
export async function readImage({ storage }: Pick<Services, 'storage'>, site: Site, name: string): Promise<Buffer> {
  const { stream } = (await storage.get(keyOf(site, name))) ?? notFound()
  return Buffer.concat(await stream.toArray())
}

/** Deletes an unreferenced image. A failure leaves an orphan file and is logged. */
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

/** Serves /pictures/<name>, on the host of the web site that the image belongs to. */
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
