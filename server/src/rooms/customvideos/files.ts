import { routes } from '@cutaway/contract/routes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCheck } from '../../core/auth/caller.ts'
import { screenCookie, sessionTokenHash } from '../../core/auth/cookies.ts'
import { findPairedScreen } from '../../core/auth/screens.ts'
import { HttpRefusal, notFound } from '../../core/http/errors.ts'
import { addRoute } from '../../core/plain-routes.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { openToAll } from '../player/films.ts'
import { sendStored } from '../player/stored-film.ts'
import { isFolder, storageKey } from './places.ts'
import { findByFolder, findCaptions } from './videos.queries.ts'

/**
 * Serves the files of uploaded videos under /uploads/<folder>/<file>, with ranges. As for films, pictures and captions
 * are open to anyone who knows the random name; the video needs a session of a user of its business,
 * or a screen of it.
 */
export function registerVideoFiles(app: FastifyInstance, services: Services, sessions: SessionCheck): void {
  addRoute(app, routes.videoFile, async (request, reply) => {
    const { folder, file } = request.params as Record<'folder' | 'file', string>
    if (!isFolder(folder)) notFound()
    const site = services.sites.byHost(request.host)
    const video = await services.database.inTenant(site.web_site_id, (db) => findByFolder(db, site, folder))
    if (!video || video.deleted_at) notFound()
    if (/\.(webp|vtt)$/.test(file)) openToAll(reply)
    else reply.header('cross-origin-resource-policy', 'same-origin')
    const tag = /^captions-([a-z]{2}-[A-Z]{2})\.vtt$/.exec(file)?.[1]
    if (tag !== undefined) return captions(reply, site, video.custom_video_id, tag)
    if (!video.files.includes(file)) notFound()
    if (!file.endsWith('.webp')) await mayWatch(request, site, video.businessentity_id)
    return sendStored(request, reply, services.storage, storageKey(site, folder, file))
  })

  async function captions(reply: FastifyReply, site: Site, id: number, tag: string) {
    const language = site.languages.find(({ language_code }) => language_code === tag) ?? notFound()
    const found =
      (await services.database.inTenant(site.web_site_id, (db) => findCaptions(db, site, id, language.language_id))) ??
      notFound()
    return reply.type('text/vtt; charset=utf-8').header('cache-control', 'private, no-cache').send(found.content)
  }

  async function mayWatch(request: FastifyRequest, site: Site, businessId: number | null) {
    const hash = sessionTokenHash(request, services.config)
    const session = hash ? await sessions.find(site, hash) : null
    if (!session && businessId !== null && (await screenBusiness(request, site)) === businessId) return
    if (!session) throw new HttpRefusal(401, 'session_required')
    if (session.requiredTerms || !session.permissions.includes('allow_view_animations'))
      throw new HttpRefusal(403, 'permission_denied')
    // The same answer as for a file that does not exist.
    if (businessId === null || session.user.businessentity_id !== businessId) notFound()
  }

  async function screenBusiness(request: FastifyRequest, site: Site): Promise<number | undefined> {
    const token = screenCookie(request, services.config)
    if (token === undefined) return undefined
    const screen = await services.database.inTenant(site.web_site_id, (db) => findPairedScreen(db, site, token))
    return screen?.businessentity_id
  }
}
