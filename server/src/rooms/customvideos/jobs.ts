import { secondsToUndo } from '@cutaway/contract/rooms/customvideos/videos.ts'
import { sql } from 'kysely'
import { readdir, stat } from 'node:fs/promises'
import { secondsAfter } from '../../core/clock.ts'
import type { Db } from '../../core/db/database.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { isFolder, removeFiles, uploadFolder, uploadPath } from './places.ts'
import { processJob, processVideo, removeUpload, VideoJob } from './process.ts'
import { findById, removeVideo, setVideo } from './videos.queries.ts'

/** The jobs of videos: conversion, the end of what was deleted, and what nobody continues. */

const purgeJob = 'custom_videos.purge'
/** Seconds after which an upload that nobody continues is given up. */
const abandonedSeconds = 3 * 24 * 3600
/** A long video on a slow machine. */
const longestConversion = 6 * 3600

export function registerVideoJobs(services: Services): void {
  services.jobs.define(processJob, { data: VideoJob, timeout: longestConversion, retries: 2 }, (job, attempt) =>
    processVideo(services, job, attempt),
  )
  services.jobs.define(purgeJob, { data: VideoJob, retries: 5 }, (job) => purge(services, job))
  services.jobs.every('custom_videos.clean_up', 3600, () => cleanUp(services))
}

export const enqueueProcess = (db: Db, { jobs }: Pick<Services, 'jobs'>, site: Site, id: number) =>
  jobs.enqueue(db, processJob, { web_site_id: site.web_site_id, custom_video_id: id })

/** Orders the end of the files of a deleted video, after the time in which it can be restored. */
export const enqueuePurge = (db: Db, { jobs }: Pick<Services, 'jobs'>, site: Site, id: number) =>
  jobs.enqueue(db, purgeJob, { web_site_id: site.web_site_id, custom_video_id: id }, { startAfter: secondsToUndo + 1 })

/** Removes the files of a deleted video. The row stays, because reports and receipts name the video. */
export async function purge(services: Services, job: { web_site_id: number; custom_video_id: number }): Promise<void> {
  const site = services.sites.byId(job.web_site_id)
  if (!site) return
  const latest = secondsAfter(services.clock.now(), -secondsToUndo)
  const gone = await services.database.inTenant(site.web_site_id, async (db) => {
    const video = await findById(db, site, job.custom_video_id)
    if (!video?.deleted_at || video.deleted_at > latest) return undefined
    if (!video.purged_at) await setVideo(db, site, video.custom_video_id, { purged_at: services.clock.now() })
    return video
  })
  // From here on nobody can restore it. A crash leaves the rest to the next attempt.
  if (!gone?.folder) return
  await removeFiles(services, site, gone.folder, gone.files)
  await removeUpload(services, gone.folder)
  await services.database.inTenant(site.web_site_id, (db) =>
    setVideo(db, site, gone.custom_video_id, { bytes: 0, received: 0 }),
  )
}

interface Open {
  web_site_id: number
  custom_video_id: number
  folder: string
  state: string
  bytes: number
  is_old: boolean
}

/**
 * Gives up uploads that nobody continued, begins the conversion of those whose last request was lost, and removes files
 * without a row, which a crash left.
 */
export async function cleanUp(services: Services): Promise<void> {
  const { config, clock } = services
  const { rows } = await sql<Open>`
    select web_site_id, custom_video_id, folder, state, bytes,
      touched_at < ${secondsAfter(clock.now(), -abandonedSeconds)} as is_old
    from custom_videos where folder is not null and purged_at is null and state <> 'ready'`.execute(
    services.database.system,
  )
  const open = new Set(rows.map(({ folder }) => folder))
  for (const { web_site_id, custom_video_id, folder, state, bytes, is_old } of rows) {
    const site = services.sites.byId(web_site_id)
    if (!site || state !== 'uploading') continue
    const arrived = (await stat(uploadPath(config, folder)).catch(() => null))?.size ?? 0
    if (arrived === bytes) await beginProcess(services, site, custom_video_id)
    else if (is_old) {
      await services.database.inTenant(web_site_id, (db) => removeVideo(db, site, custom_video_id))
      await removeUpload(services, folder)
    }
  }
  for (const name of await readdir(uploadFolder(config)).catch(() => [])) {
    const folder = name.replace(/\.json$/, '')
    const found = await stat(uploadPath(config, name)).catch(() => null)
    // A file that has just begun may have a row that is not committed.
    const isYoung = found !== null && Date.now() - found.mtimeMs < 3_600_000
    if (isFolder(folder) && !open.has(folder) && !isYoung) await removeUpload(services, folder)
  }
}

/** Begins the conversion of an upload that is complete, once. */
export const beginProcess = (services: Services, site: Site, id: number): Promise<boolean> =>
  services.database.inTenant(site.web_site_id, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('custom_videos')
      .set((eb) => ({ state: 'waiting', received: eb.ref('bytes'), touched_at: services.clock.now() }))
      .where('web_site_id', '=', site.web_site_id)
      .where('custom_video_id', '=', id)
      .where('state', '=', 'uploading')
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    await enqueueProcess(db, services, site, id)
    return true
  })
