import { createReadStream } from 'node:fs'
import { copyFile, mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Attempt } from '../../core/jobs/jobs.ts'
import type { Services } from '../../core/services.ts'
import { hasRoom } from '../../core/storage/disk-room.ts'
import type { Site } from '../../core/tenancy.ts'
import { checkFile, type Footage } from './check.ts'
import { convert, plainFile, type Converted } from './convert.ts'
import { FfmpegFailed } from './ffmpeg.ts'
import { fileUrl, mediaTypeOf, removeFiles, storageKey, uploadPath, workFolder } from './places.ts'
import { findById, setVideo, type VideoRow } from './videos.queries.ts'

/**
 * The job of an upload: what the file really is, its conversion, and its files in the storage. It begins anew after a
 * crash: until the last step, the row says that the video is not ready, and the uploaded file is there.
 */

export const VideoJob = z.object({ web_site_id: z.int(), custom_video_id: z.int() })
export const processJob = 'custom_videos.process'

const working = new Set<VideoRow['state']>(['waiting', 'checking', 'converting'])
/** Seconds between two writes of the progress. */
const rest = 2

export async function processVideo(services: Services, job: z.infer<typeof VideoJob>, attempt: Attempt): Promise<void> {
  const { config, ffmpeg } = services
  const site = services.sites.byId(job.web_site_id)
  if (!site) return
  const video = await services.database.inTenant(site.web_site_id, (db) => findById(db, site, job.custom_video_id))
  if (!video?.folder || video.deleted_at || !working.has(video.state)) return
  const one = { services, site, video: video as Upload }
  const input = uploadPath(config, video.folder)
  const folder = workFolder(config, video.folder)
  try {
    await note(one, { state: 'checking', progress: 0 })
    if (!(await stat(input).catch(() => null))) return await failed(one, 'video_upload_lost')
    const footage = await checkFile(input)
    if ('problem' in footage) return await failed(one, footage.problem)
    if (!ffmpeg && !footage.isPlayable) return await failed(one, 'video_needs_mp4')
    if (!(await hasRoom(config, video.bytes))) return await failed(one, 'upload_disk_full')
    await note(one, { state: 'converting' })
    const made = ffmpeg
      ? await convert({ program: ffmpeg, input, folder, footage, signal: attempt.signal, progress: reporter(one) })
      : await asItIs(input, folder)
    await finish(one, footage, made, folder)
  } catch (error) {
    if (isDiskFull(error)) return await failed(one, 'upload_disk_full')
    if (error instanceof FfmpegFailed || attempt.last) {
      services.log.warn({ err: error, video: video.part_id }, 'a video could not be converted')
      return await failed(one, 'video_not_converted')
    }
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Upload extends VideoRow {
  folder: string
}
interface One {
  services: Services
  site: Site
  video: Upload
}

const note = ({ services, site, video }: One, to: Parameters<typeof setVideo>[3]) =>
  services.database.inTenant(
    site.web_site_id,
    (db) => setVideo(db, site, video.custom_video_id, { ...to, touched_at: services.clock.now() }),
    { lane: 'background' },
  )

/** Writes the progress from time to time. It matters to nobody if one of these writes is lost. */
function reporter(one: One): (percent: number) => void {
  let last = 0
  let written = 0
  return (percent) => {
    const now = performance.now()
    if (percent <= written || now - last < rest * 1000) return
    last = now
    written = percent
    note(one, { progress: percent }).catch((err: unknown) => one.services.log.warn({ err }, 'progress was not written'))
  }
}

/** The files of problems with which a second try makes no sense go at once. */
async function failed(one: One, problem: string): Promise<void> {
  const { services, video } = one
  const canRetry = problem === 'upload_disk_full' || problem === 'video_not_converted'
  await note(one, { state: 'failed', problem, progress: 0, ...(canRetry ? {} : { bytes: 0, received: 0 }) })
  if (!canRetry) await removeUpload(services, video.folder)
}

/** Removes an uploaded file and what the protocol noted about it. */
export async function removeUpload({ config }: Pick<Services, 'config'>, folder: string): Promise<void> {
  await rm(uploadPath(config, folder), { force: true })
  await rm(`${uploadPath(config, folder)}.json`, { force: true })
}

/** Without ffmpeg, a file that browsers play is taken as it is. */
async function asItIs(input: string, folder: string): Promise<Converted> {
  await mkdir(folder, { recursive: true })
  await copyFile(input, join(folder, 'plain.mp4'))
  return { files: ['plain.mp4'], posters: [], bytes: (await stat(input)).size }
}

async function finish(one: One, footage: Footage, made: Converted, folder: string): Promise<void> {
  const { services, site, video } = one
  for (const file of made.files)
    await services.storage.put(storageKey(site, video.folder, file), createReadStream(join(folder, file)), {
      mediaType: mediaTypeOf(file),
    })
  const posters = made.posters.map((file) => fileUrl(video.folder, file))
  const isStill = await services.database.inTenant(
    site.web_site_id,
    async (db) => {
      const now = await findById(db, site, video.custom_video_id)
      if (!now || now.purged_at) return false
      await setVideo(db, site, video.custom_video_id, {
        state: 'ready',
        problem: null,
        progress: 100,
        files: made.files,
        posters,
        poster_url: now.poster_url ?? posters[1] ?? posters[0] ?? null,
        video_url: fileUrl(video.folder, plainFile(made.files)!),
        bytes: made.bytes,
        duration: Math.round(footage.duration * 100) / 100,
        width: footage.width,
        height: footage.height,
        touched_at: services.clock.now(),
      })
      return true
    },
    { lane: 'background' },
  )
  // It was deleted while it was converted, and nobody else knows of these files.
  if (!isStill) await removeFiles(services, site, video.folder, made.files)
  await removeUpload(services, video.folder)
}

function isDiskFull(error: unknown): boolean {
  if (error instanceof FfmpegFailed) return error.isDiskFull
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
