import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionCheck } from '../../core/auth/caller.ts'
import { pageCheck } from '../../core/auth/page-tokens.ts'
import { screenCookie, sessionTokenHash } from '../../core/auth/cookies.ts'
import { findPairedScreen } from '../../core/auth/screens.ts'
import { HttpRefusal, notFound } from '../../core/http/errors.ts'
import { addRoute } from '../../core/plain-routes.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import type { LibraryPart } from '../catalogue/library/library.ts'
import { filmPasses } from './film-pass.ts'
import { mp4Cache } from './mp4-cache.ts'
import { pageOfPass } from './page-films.ts'
import { masterPlaylist, siteManifest } from './playlists.ts'
import { sampleFilms } from './player.ts'

/**
 * Serves film files under /films/<part>/<version>/<file>, with ranges. The version changes with the media, so browsers
 * may cache them for ever. Pictures are public; films need a session, except those that the site shows to visitors.
 */
export function registerFilms(app: FastifyInstance, services: Services, sessions: SessionCheck): void {
  const plainFilm = plainFilms(services)
  const { library } = services
  const passes = filmPasses(services.config, services.clock)

  addRoute(app, routes.film, async (request, reply) => {
    const asked = askedFile(request)
    const { of, site, file } = asked
    if (!openFile.test(file)) await mayWatch(request, site, of, file)
    return send(reply, asked)
  })

  const framed = pageCheck(services.database.engine, services.clock, services.log)
  addRoute(app, routes.pageFilm, async (request, reply) => {
    const asked = askedFile(request)
    const { of, site, file } = asked
    const tokenHash = pageOfPass((request.params as { pass: string }).pass, services.config, site, of)
    const page = tokenHash === undefined ? null : await framed.find(site, tokenHash)
    if (!page) throw new HttpRefusal(401, 'session_required')
    if (!page.record.permissions.includes(rightFor(of, file))) throw new HttpRefusal(403, 'permission_denied')
    return send(reply, asked)
  })

  function askedFile(request: FastifyRequest) {
    const { folder, version, file } = request.params as Record<'folder' | 'version' | 'file', string>
    const of = library.folder(folder) ?? notFound()
    if (!/^[\w.-]+$/.test(file) || file.startsWith('.')) notFound()
    return { of, version, file, site: services.sites.byHost(request.host) }
  }

  async function send(reply: FastifyReply, { of, version, file, site }: ReturnType<typeof askedFile>) {
    if (openFile.test(file)) openToAll(reply)
    else reply.header('cross-origin-resource-policy', 'same-origin')
    // An old URL still works after the media change, but is not cached.
    const keep = version === of.version ? 'private, max-age=31536000, immutable' : 'private, no-cache'

    if (file === 'master.m3u8') return playlist(reply, keep, of, site)
    if (file === of.part.film?.dash) return manifest(reply, keep, of, site)
    const tag = /^film-([a-z]{2}-[A-Z]{2})\.mp4$/.exec(file)?.[1]
    if (tag) return sendFilm(reply, keep, ...(await plainFilm(of, site, tag)))
    if (!of.media.has(file)) notFound()
    return sendFilm(reply, keep, file, of.mediaFolder)
  }

  async function mayWatch(request: FastifyRequest, site: Site, of: LibraryPart, file: string) {
    if (sampleFilms(library, site).some((f) => f.of === of)) return
    const hash = sessionTokenHash(request, services.config)
    const needed = rightFor(of, file)
    if (hash && passes.fits(request, { site, of, session: hash, right: needed })) return
    const session = hash ? await sessions.find(site, hash) : null
    if (!session && needed === 'allow_view_animations' && (await isPairedScreen(request, site))) return
    if (!session) throw new HttpRefusal(401, 'session_required')
    if (session.requiredTerms || !session.permissions.includes(needed)) throw new HttpRefusal(403, 'permission_denied')
  }

  async function isPairedScreen(request: FastifyRequest, site: Site): Promise<boolean> {
    const token = screenCookie(request, services.config)
    if (token === undefined) return false
    const screen = await services.database.inTenant(site.web_site_id, (db) => findPairedScreen(db, site, token))
    return screen !== undefined
  }
}

const openFile = /\.(webp|jpg|vtt|json)$/

/** Lets any page show a picture and read captions: a frame with `sandbox` may have no origin of its own. */
export const openToAll = (reply: FastifyReply): FastifyReply =>
  reply.header('cross-origin-resource-policy', 'cross-origin').header('access-control-allow-origin', '*')

/** Returns the right that a file of a film requires. */
export const rightFor = (of: LibraryPart, file: string) =>
  file === of.part.interactive_film?.file ? 'allow_interactive_in_kiosk_mode' : 'allow_view_animations'

/**
 * Creates the lookup of a film's plain MP4 in a narration language of the site. The lookup returns file name and
 * folder, and refuses with 404 if there is none.
 */
export function plainFilms({ config }: Pick<Services, 'config'>) {
  const muxed = mp4Cache(join(config.dataDir, 'cache', 'films'), config.filmCacheSize)
  return async (of: LibraryPart, site: Site, tag: string): Promise<[string, string]> => {
    const track = of.streams?.audio.find((t) => t.language === tag || t.also_for.includes(tag))
    const picture = of.streams?.video[0]
    if (!track || !picture || !site.languages.some((l) => l.language_code === tag)) notFound()
    if (!of.media.has(picture.file) || !of.media.has(track.file)) notFound()
    const video = join(of.mediaFolder, picture.file)
    const audio = join(of.mediaFolder, track.file)
    const name = `${of.folder}-${of.version}-${track.language}.mp4`
    const path = await muxed({ video, audio, name })
    return [name, path.slice(0, -name.length)]
  }
}

/** Sends a media file with ranges. */
export function sendFilm(reply: FastifyReply, keep: string, file: string, folder: string) {
  reply.header('cache-control', keep)
  return reply.sendFile(file, folder, { cacheControl: false, acceptRanges: true, index: false, dotfiles: 'deny' })
}

function playlist(reply: FastifyReply, keep: string, of: LibraryPart, site: Site) {
  if (!of.streams) notFound()
  return reply
    .header('cache-control', keep)
    .type('application/vnd.apple.mpegurl')
    .send(masterPlaylist(of.streams, site.languages))
}

async function manifest(reply: FastifyReply, keep: string, of: LibraryPart, site: Site) {
  if (!of.streams) notFound()
  const text = await readFile(join(of.mediaFolder, of.part.film!.dash), 'utf8').catch(() => notFound())
  return reply
    .header('cache-control', keep)
    .type('application/dash+xml')
    .send(siteManifest(text, of.streams, site.languages))
}
