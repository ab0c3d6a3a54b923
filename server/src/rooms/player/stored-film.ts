import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../core/http/errors.ts'
import { RangeNotSatisfiable } from '../../core/storage/rules.ts'
import type { Part, Storage } from '../../core/storage/storage.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import type { LibraryPart } from '../catalogue/library/library.ts'
import { plainFilms, sendFilm } from './films.ts'

/** Films from the storage, with ranges, and the plain film of a part wherever it is. */

/** Returns the function that sends the plain MP4 of a narrated film in a language, for pages that the server draws. */
export function plainFilmSender(services: Pick<Services, 'config' | 'storage'>) {
  const plainFilm = plainFilms(services)
  return async (request: FastifyRequest, reply: FastifyReply, of: LibraryPart, site: Site, tag: string) => {
    const keep = 'private, no-cache'
    if (!of.own) return sendFilm(reply, keep, ...(await plainFilm(of, site, tag)))
    const { stored, plain, elsewhere } = of.own
    if (!of.media.has(plain)) notFound()
    // The page of the film lists the host in its policy. A link that has ended leads nowhere.
    if (elsewhere) return reply.header('cache-control', 'no-store').redirect(elsewhere.url, 302)
    if (stored === null) return sendFilm(reply, keep, plain, of.mediaFolder)
    return sendStored(request, reply, services.storage, `${stored}/${plain}`, keep)
  }
}

/** Sends a stored file, or the part that the request asks for. The content under a name never changes. */
export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  key: string,
  cacheControl = 'private, max-age=31536000, immutable',
) {
  const part = await partOf(request.headers.range, storage, key)
  try {
    const found = (await storage.get(key, part)) ?? notFound()
    const { start, end } = found.part ?? { start: 0, end: found.size - 1 }
    reply
      .type(found.mediaType)
      .header('accept-ranges', 'bytes')
      .header('cache-control', cacheControl)
      .header('content-length', end - start + 1)
    if (found.part) reply.code(206).header('content-range', `bytes ${start}-${end}/${found.size}`)
    return reply.send(found.stream)
  } catch (error) {
    if (!(error instanceof RangeNotSatisfiable)) throw error
    return reply.code(416).header('content-range', `bytes */${error.size}`).send()
  }
}

/** Returns the part that a Range header asks for. Several ranges, and other units, get the whole file. */
async function partOf(range: string | undefined, storage: Storage, key: string): Promise<Part | undefined> {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '')
  if (!found) return undefined
  const [, from, to] = found
  if (from !== '') return { start: Number(from), ...(to === '' ? {} : { end: Number(to) }) }
  if (to === '') return undefined
  const whole = await storage.get(key)
  whole?.stream.destroy()
  return whole ? { start: Math.max(0, whole.size - Number(to)) } : undefined
}
