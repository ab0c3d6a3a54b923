import { routes } from '@cutaway/contract/routes.ts'
import { largestLoopUpload } from '@cutaway/contract/rooms/signage/loops.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { SessionCheck } from '../../../core/auth/caller.ts'
import { refuseCrossSite, sessionTokenHash } from '../../../core/auth/cookies.ts'
import type { Config } from '../../../core/config.ts'
import { HttpRefusal, notFound } from '../../../core/http/errors.ts'
import { lengthOfPart, sizeOfUpload, tusServer } from '../../../core/http/tus.ts'
import { addRoute } from '../../../core/plain-routes.ts'
import type { Services } from '../../../core/services.ts'
import { hasRoom } from '../../../core/storage/disk-room.ts'

/**
 * Uploads of images and videos of loops in parts, under /loop_uploads/<name>. They are files on the disk until the call
 * addUploadToLoop makes an item of them, or their time is over. The name says who began it; nobody else reaches it.
 */

/** Hours for which an upload can be continued and added. */
const hours = 24

interface Uploader {
  web_site_id: number
  user_id: number
}

type Disk = Pick<Config, 'dataDir'>
const folderOf = ({ dataDir }: Disk): string => resolve(dataDir, 'loop-uploads')
const isOf = ({ web_site_id, user_id }: Uploader, name: string): boolean =>
  new RegExp(`^${web_site_id}-${user_id}-[\\da-f]{36}$`).test(name)

/** Returns the bytes of a user's upload; undefined if it is not there or not whole. */
export async function readUpload(config: Disk, of: Uploader, name: string): Promise<Buffer | undefined> {
  if (!isOf(of, name)) return undefined
  const path = join(folderOf(config), name)
  const [bytes, noted] = await Promise.all([
    readFile(path).catch(() => null),
    readFile(`${path}.json`, 'utf8').catch(() => null),
  ])
  if (!bytes || !noted) return undefined
  const { size } = JSON.parse(noted) as { size?: number }
  return bytes.length === size ? bytes : undefined
}

/** Removes an upload that has become an item. What cannot be removed now goes after its time. */
export function dropUpload(services: Pick<Services, 'config' | 'log'>, name: string): void {
  removeUpload(services, name).catch((err: unknown) => services.log.warn({ err }, 'an upload could not be removed'))
}

/** Removes an upload and what the protocol noted about it. */
async function removeUpload({ config }: Pick<Services, 'config'>, name: string): Promise<void> {
  const path = join(folderOf(config), name)
  await rm(path, { force: true })
  await rm(`${path}.json`, { force: true })
}

export function registerLoopUploads(app: FastifyInstance, services: Services, sessions: SessionCheck): void {
  const { config } = services
  const pass = tusServer<{ name: string }>({
    path: '/loop_uploads',
    directory: folderOf(config),
    nameOf: ({ name }) => name,
    onFinish: () => Promise.resolve(),
  })

  /** Returns who uploads, who may change loops. */
  async function uploaderOf(request: FastifyRequest): Promise<Uploader> {
    const site = services.sites.byHost(request.host)
    const hash = sessionTokenHash(request, config)
    if (request.method !== 'GET' && request.method !== 'HEAD') refuseCrossSite(request, hash !== undefined)
    const session = hash === undefined ? null : await sessions.find(site, hash)
    if (!session) throw new HttpRefusal(401, 'session_required')
    const isOpen = !session.requiredTerms && !session.requiredPasswordChange && !session.requiredSecondStep
    if (!isOpen || !session.permissions.includes('manage_looped_animations'))
      throw new HttpRefusal(403, 'permission_denied')
    return { web_site_id: site.web_site_id, user_id: session.user.user_id }
  }

  /** Returns the name of an upload that the caller began. */
  async function uploadOf(request: FastifyRequest): Promise<string> {
    const { upload } = request.params as { upload: string }
    return isOf(await uploaderOf(request), upload) ? upload : notFound()
  }

  addRoute(app, routes.loopUploadNew, async (request, reply) => {
    const { web_site_id, user_id } = await uploaderOf(request)
    const size = sizeOfUpload(request)
    if (size === 0) throw new HttpRefusal(413, 'loop_file_missing')
    if (size > largestLoopUpload) throw new HttpRefusal(413, 'loop_video_too_large')
    if (!(await hasRoom(config, size))) throw new HttpRefusal(507, 'upload_disk_full')
    await pass(request, reply, { name: `${web_site_id}-${user_id}-${randomBytes(18).toString('hex')}` })
  })

  addRoute(app, routes.loopUploadState, async (request, reply) => {
    const name = await uploadOf(request)
    if (request.method === 'HEAD') return pass(request, reply, { name })
    const { size } = (await stat(join(folderOf(config), name)).catch(() => null)) ?? notFound()
    return { status: 1, message: 'ok', data: { arrived: size } }
  })

  addRoute(
    app,
    routes.loopUploadPart,
    async (request, reply) => {
      const name = await uploadOf(request)
      const length = lengthOfPart(request, config.requestTimeoutSeconds)
      if (!(await hasRoom(config, length))) throw new HttpRefusal(507, 'upload_disk_full')
      await pass(request, reply, { name })
    },
    { bodyLimit: largestLoopUpload },
  )

  addRoute(app, routes.loopUploadCancel, async (request, reply) => {
    await removeUpload(services, await uploadOf(request))
    return reply.code(204).header('tus-resumable', '1.0.0').send()
  })
}

export function registerLoopUploadJobs(services: Services): void {
  services.jobs.every('signage.clean_uploads', 3600, () => cleanUploads(services))
}

/** Removes the uploads that nobody continued or added. */
export async function cleanUploads({ config, clock }: Pick<Services, 'config' | 'clock'>): Promise<void> {
  const folder = folderOf(config)
  const oldest = clock.now().getTime() - hours * 3_600_000
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found && found.mtimeMs < oldest) await rm(join(folder, name), { force: true })
  }
}
