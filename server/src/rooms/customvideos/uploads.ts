import { routes } from '@cutaway/contract/routes.ts'
import { mostVideos } from '@cutaway/contract/rooms/customvideos/videos.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { writeAudit } from '../../core/audit.ts'
import type { SessionCheck, SessionRecord } from '../../core/auth/caller.ts'
import { refuseCrossSite, sessionTokenHash } from '../../core/auth/cookies.ts'
import { HttpRefusal, notFound } from '../../core/http/errors.ts'
import { largestPart, lengthOfPart, sizeOfUpload, tusServer } from '../../core/http/tus.ts'
import { addRoute } from '../../core/plain-routes.ts'
import { sanitiseLine } from '../../core/sanitise-text.ts'
import type { Services } from '../../core/services.ts'
import { hasRoom } from '../../core/storage/disk-room.ts'
import type { Site } from '../../core/tenancy.ts'
import { beginProcess } from './jobs.ts'
import { isFolder, uploadFolder, uploadPath } from './places.ts'
import { removeUpload } from './process.ts'
import { nameOfFile, newPartId, refusalOfSize, spaceOf } from './rules.ts'
import * as queries from './videos.queries.ts'

/**
 * Uploads in parts by the tus protocol (https://tus.io), under /video_uploads/<name>. An upload continues where it broke
 * off, also after a restart of the server: its bytes are on the disk and its row is in the database. Only the user who
 * began it reaches it.
 */

interface Running {
  site: Site
  folder: string
  id: number
}

export function registerVideoUploads(app: FastifyInstance, services: Services, sessions: SessionCheck): void {
  const { config, database, clock } = services
  const pass = tusServer<Running>({
    path: '/video_uploads',
    directory: uploadFolder(config),
    nameOf: ({ folder }) => folder,
    onFinish: ({ site, id }) => beginProcess(services, site, id),
  })

  /** Returns the user of a request, who may manage videos. */
  async function userOf(request: FastifyRequest, site: Site): Promise<SessionRecord & { businessId: number }> {
    const hash = sessionTokenHash(request, config)
    if (request.method !== 'GET' && request.method !== 'HEAD') refuseCrossSite(request, hash !== undefined)
    const session = hash === undefined ? null : await sessions.find(site, hash)
    if (!session) throw new HttpRefusal(401, 'session_required')
    const isOpen = !session.requiredTerms && !session.requiredPasswordChange && !session.requiredSecondStep
    const businessId = session.user.businessentity_id
    if (!isOpen || !session.permissions.includes('manage_custom_videos') || businessId === null)
      throw new HttpRefusal(403, 'permission_denied')
    return { ...session, businessId }
  }

  /** Returns the row of an upload that the user began. */
  async function uploadOf(request: FastifyRequest, site: Site): Promise<queries.VideoRow & { folder: string }> {
    const { user } = await userOf(request, site)
    const { upload } = request.params as { upload: string }
    if (!isFolder(upload)) notFound()
    const row = await database.inTenant(site.web_site_id, (db) => queries.findByFolder(db, site, upload))
    if (row?.user_id !== user.user_id || row.deleted_at) notFound()
    return { ...row, folder: upload }
  }

  const arrivedOf = async (folder: string) => (await stat(uploadPath(config, folder)).catch(() => null))?.size ?? 0

  addRoute(app, routes.videoUploadNew, async (request, reply) => {
    const site = services.sites.byHost(request.host)
    const session = await userOf(request, site)
    const size = sizeOfUpload(request)
    const fileName = fileNameOf(request)
    if (!(await hasRoom(config, size))) throw new HttpRefusal(507, 'upload_disk_full')
    const folder = randomBytes(18).toString('hex')
    const id = await database.inTenant(site.web_site_id, async (db) => {
      await queries.lockBusiness(db, site, session.businessId)
      const used = await queries.useOf(db, site, session.businessId)
      const refusal = refusalOfSize(size, { used: used.bytes, ...spaceOf(site) })
      if (refusal) throw new HttpRefusal(413, refusal)
      if (used.videos >= mostVideos) throw new HttpRefusal(413, 'too_many_custom_videos')
      const row = {
        part_id: newPartId(),
        user_id: session.user.user_id,
        businessentity_id: session.businessId,
        video_name: nameOfFile(fileName),
        video_url: '',
        on_home: false,
        state: 'uploading' as const,
        folder,
        file_name: fileName,
        bytes: size,
        created_at: clock.now(),
      }
      const inserted = await queries.insertVideo(db, site, row)
      await writeAudit(db, site, {
        at: clock.now(),
        action: 'custom_video.add',
        outcome: 'ok',
        user_id: session.acting?.user_id ?? session.user.user_id,
        acted_for: session.acting ? session.user.user_id : null,
        api_key_id: null,
        target: { kind: 'custom_video', id: inserted },
        after: { video_name: row.video_name, bytes: size },
        ip: request.ip,
        user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
        request_id: request.id,
      })
      return inserted
    })
    await pass(request, reply, { site, folder, id })
    if (reply.raw.statusCode === 201) return
    await database.inTenant(site.web_site_id, (db) => queries.removeVideo(db, site, id))
    await removeUpload(services, folder)
  })

  addRoute(app, routes.videoUploadState, async (request, reply) => {
    const site = services.sites.byHost(request.host)
    const row = await uploadOf(request, site)
    const arrived = await arrivedOf(row.folder)
    // The answer to the last part may have been lost, or the server ended before it was noted.
    if (row.state === 'uploading' && arrived === row.bytes) await beginProcess(services, site, row.custom_video_id)
    if (request.method !== 'HEAD') return { status: 1, message: 'ok', data: { arrived, bytes: row.bytes } }
    if (row.state !== 'uploading') notFound()
    await pass(request, reply, { site, folder: row.folder, id: row.custom_video_id })
    return undefined
  })

  addRoute(
    app,
    routes.videoUploadPart,
    async (request, reply) => {
      const site = services.sites.byHost(request.host)
      const length = lengthOfPart(request, config.requestTimeoutSeconds)
      const row = await uploadOf(request, site)
      if (row.state !== 'uploading') notFound()
      if (!(await hasRoom(config, length))) throw new HttpRefusal(507, 'upload_disk_full')
      await pass(request, reply, { site, folder: row.folder, id: row.custom_video_id })
      const received = await arrivedOf(row.folder)
      if (received < row.bytes)
        await database.inTenant(site.web_site_id, (db) =>
          queries.setVideo(db, site, row.custom_video_id, { received, touched_at: clock.now() }),
        )
    },
    { bodyLimit: largestPart },
  )

  addRoute(app, routes.videoUploadCancel, async (request, reply) => {
    const site = services.sites.byHost(request.host)
    const row = await uploadOf(request, site)
    if (row.state !== 'uploading') notFound()
    await database.inTenant(site.web_site_id, (db) => queries.removeVideo(db, site, row.custom_video_id))
    await removeUpload(services, row.folder)
    return reply.code(204).header('tus-resumable', '1.0.0').send()
  })
}

/** Returns the name of the file, from "filename <base64>" in the header of the protocol. */
function fileNameOf(request: FastifyRequest): string {
  const given = request.headers['upload-metadata']
  const coded = typeof given === 'string' ? /(?:^|,)\s*filename ([A-Za-z0-9+/=]{1,2000})/.exec(given)?.[1] : undefined
  const name = sanitiseLine(Buffer.from(coded ?? '', 'base64').toString('utf8'))
    .split(/[\\/]/)
    .at(-1)!
  return name.slice(0, 200) || 'video'
}
