import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance } from 'fastify'
import { createHash, randomBytes } from 'node:crypto'
import { HttpRefusal, notFound } from '../../../core/http/errors.ts'
import { addRoute } from '../../../core/plain-routes.ts'
import type { Services } from '../../../core/services.ts'
import { RangeNotSatisfiable } from '../../../core/storage/rules.ts'
import type { Part } from '../../../core/storage/storage.ts'
import type { Site } from '../../../core/tenancy.ts'

/**
 * Stores the images and videos of loops under unguessable names and serves them with ranges. They are shown in public
 * rooms, and a paired screen has no session. A stored file never changes.
 */

const keyOf = (site: Site, name: string) => `loops/${site.web_site_id}/${name}`

/** Returns the path of a stored file, or of a sample of the demo, whose name is a path itself. */
export const loopMediaUrl = (name: string): string => (name.startsWith('/samples/') ? name : `/loop-media/${name}`)

export interface StoredFile {
  file_name: string
  file_size: number
  file_hash: string
}

/** Stores a file before `write` references it from a row. Removes it again if `write` throws. */
export async function storeFile<T>(
  services: Pick<Services, 'storage' | 'log'>,
  site: Site,
  { bytes, extension, mediaType }: { bytes: Buffer; extension: string; mediaType: string },
  write: (stored: StoredFile) => Promise<T>,
): Promise<T> {
  const file_name = `${randomBytes(18).toString('hex')}.${extension}`
  await services.storage.put(keyOf(site, file_name), bytes, { mediaType })
  try {
    const file_hash = createHash('sha256').update(bytes).digest('hex')
    return await write({ file_name, file_size: bytes.length, file_hash })
  } catch (error) {
    removeFiles(services, site, [file_name])
    throw error
  }
}

/** Removes files that no item uses. A failure leaves an orphan and is logged. */
export function removeFiles({ storage, log }: Pick<Services, 'storage' | 'log'>, site: Site, names: readonly string[]) {
  for (const name of names.filter((one) => !one.startsWith('/samples/')))
    storage
      .remove(keyOf(site, name))
      .catch((err: unknown) => log.warn({ err, file: name }, 'a file of a loop could not be removed'))
}

/** Returns the asked range: 'bytes=0-99'. Several ranges, or a suffix, are answered with the whole file. */
function rangeOf(header: string | undefined): Part | undefined {
  const [, start, end] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (start === undefined) return undefined
  return end ? { start: Number(start), end: Number(end) } : { start: Number(start) }
}

/** Serves /loop-media/<name>, on the host of the web site that the file belongs to. */
export function registerLoopMedia(app: FastifyInstance, { sites, storage }: Pick<Services, 'sites' | 'storage'>): void {
  addRoute(app, routes.loopMedia, async (request, reply) => {
    const { name } = request.params as { name: string }
    if (!/^[\da-f]{36}\.(png|jpg|mp4)$/.test(name)) notFound()
    const range = rangeOf(request.headers.range)
    const found = await storage.get(keyOf(sites.byHost(request.host), name), range).catch((error: unknown) => {
      if (!(error instanceof RangeNotSatisfiable)) throw error
      reply.header('content-range', `bytes */${error.size}`)
      throw new HttpRefusal(416, 'invalid_request')
    })
    if (!found) notFound()
    const { part, size } = found
    if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
    return reply
      .type(found.mediaType)
      .header('accept-ranges', 'bytes')
      .header('content-length', part ? part.end - part.start + 1 : size)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(found.stream)
  })
}
