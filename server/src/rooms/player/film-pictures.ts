import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { join } from 'node:path'
import sharp from 'sharp'
import { notFound } from '../../core/http/errors.ts'
import { addRoute } from '../../core/plain-routes.ts'
import type { Services } from '../../core/services.ts'
import type { Storage } from '../../core/storage/storage.ts'
import type { Film } from '../catalogue/library/library.ts'
import { withOwnFilms } from '../catalogue/library/own-films.ts'

/**
 * Serves pictures of films as JPEG under /film-pictures/<part>.jpg, because mail programs and telephones support no
 * newer format. `?play` adds a play sign in the colour of the web site. Public, as posters are.
 */
export function registerFilmPictures(app: FastifyInstance, services: Services): void {
  const pictures = new LRUCache<string, Buffer>({ maxSize: mostBytes, sizeCalculation: ({ length }) => length })
  const drawing = new Map<string, Promise<Buffer>>()

  /** Concurrent requests for a picture share one rendering. */
  function draw(key: string, read: () => Promise<string | Buffer>, sign: Buffer | undefined): Promise<Buffer> {
    const known = drawing.get(key)
    if (known) return known
    const picture = read()
      .then((source) => jpegOf(source, sign))
      .then((bytes) => {
        pictures.set(key, bytes)
        return bytes
      })
      .finally(() => drawing.delete(key))
    drawing.set(key, picture)
    return picture
  }

  addRoute(app, routes.filmPicture, async (request, reply) => {
    const { file } = request.params as { file: string }
    const partId = /^([A-Za-z0-9_-]{1,40})\.jpg$/.exec(file)?.[1] ?? notFound()
    const site = services.sites.byHost(request.host)
    const library = services.library.film(partId)
      ? services.library
      : await services.database.inTenant(site.web_site_id, (db) =>
          withOwnFilms(db, site, services.library, [partId], 'any'),
        )
    const film = library.film(partId) ?? notFound()
    const path = posterPath(film) ?? notFound()
    const sign = (request.query as Record<string, unknown>)['play'] === undefined ? undefined : site.theme
    // A video of a business may get another picture.
    const key = `${path} ${film.of.version} ${sign ? `${sign.brand} ${sign.on_brand}` : ''}`
    return reply
      .type('image/jpeg')
      .header('cache-control', 'public, max-age=86400')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(
        pictures.get(key) ??
          (await draw(key, () => pictureOf(services.storage, film, path), sign && playSign(sign.brand, sign.on_brand))),
      )
  })
}

/** Returns the URL of a film's picture on the web site's own host. */
export const filmPictureUrl = (origin: string, film: Film, { play = false } = {}): string =>
  `${origin}/film-pictures/${film.partId}.jpg${play ? '?play' : ''}`

function posterPath({ of, kind }: Film): string | undefined {
  const footage = kind === 'narrated' ? of.part.film : of.part.interactive_film
  if (!footage || !of.media.has(footage.poster)) return undefined
  return of.own?.stored ? `${of.own.stored}/${footage.poster}` : join(of.mediaFolder, footage.poster)
}

/** Returns the picture of a film: the path of its file, or the bytes of one in the storage. */
async function pictureOf(storage: Storage, { of }: Film, path: string): Promise<string | Buffer> {
  if (!of.own?.stored) return path
  const { stream } = (await storage.get(path)) ?? notFound()
  return Buffer.concat(await stream.toArray())
}

/** Maximum bytes of pictures in memory. */
const mostBytes = 16 * 1024 ** 2
const width = 992
const height = 558

async function jpegOf(source: string | Buffer, sign: Buffer | undefined): Promise<Buffer> {
  const picture = sharp(source).resize(width, height, { fit: 'cover' })
  return (sign ? picture.composite([{ input: sign }]) : picture).jpeg({ quality: 78, mozjpeg: true }).toBuffer()
}

const playSign = (colour: string, ink: string) =>
  Buffer.from(`<svg width="${width}" height="${height}" viewBox="-496 -279 992 558" xmlns="http://www.w3.org/2000/svg">
    <circle r="72" fill="${colour}"/><path d="M-22-36v72l62-36z" fill="${ink}"/></svg>`)
