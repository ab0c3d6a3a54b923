import { join, resolve } from 'node:path'
import type { Config } from '../../core/config.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { ownFolder } from '../catalogue/library/own-films.ts'

/** Where files of videos are: uploads that are not converted on the disk, the others in the storage. */

declare module '../../core/services.ts' {
  interface Services {
    /** The path of ffmpeg; null: videos are not converted. */
    ffmpeg: string | null
  }
}

/** The folder of uploads in parts. */
export const uploadFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => resolve(dataDir, 'video-uploads')
export const uploadPath = (config: Pick<Config, 'dataDir'>, folder: string): string =>
  join(uploadFolder(config), folder)
/** The folder in which a video is converted. */
export const workFolder = (config: Pick<Config, 'dataDir'>, folder: string): string =>
  resolve(config.dataDir, 'video-work', folder)

/** The name of an upload: random, because whoever knows it sees the pictures of the video. */
export const isFolder = (name: string): boolean => /^[\da-f]{36}$/.test(name)

export const storageKey = (site: Pick<Site, 'web_site_id'>, folder: string, file: string): string =>
  `${ownFolder(site, folder)}/${file}`

export const fileUrl = (folder: string, file: string): string => `/uploads/${folder}/${file}`

const mediaTypes: Record<string, string> = {
  mp4: 'video/mp4',
  m4s: 'video/mp4',
  m3u8: 'application/vnd.apple.mpegurl',
  webp: 'image/webp',
}
export const mediaTypeOf = (file: string): string => mediaTypes[file.split('.').at(-1)!] ?? 'application/octet-stream'

/** Removes stored files. Throws if one cannot be removed, so that a job tries again. */
export async function removeFiles(
  { storage }: Pick<Services, 'storage'>,
  site: Site,
  folder: string,
  files: readonly string[],
): Promise<void> {
  for (const file of files) await storage.remove(storageKey(site, folder, file))
}
