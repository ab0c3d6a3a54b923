import type { UploadLimits } from '@cutaway/contract/rooms/customvideos/videos.ts'
import { randomUUID } from 'node:crypto'
import type { Site } from '../../core/tenancy.ts'

/** Rules of videos that need no database. */

const megabyte = 1024 ** 2
/** Megabytes for all videos of a business, and for one file, where the web site has no setting. */
const defaults = { custom_video_space_mb: 20_480, custom_video_file_mb: 2048 }

const settingOf = ({ settings }: Pick<Site, 'settings'>, name: keyof typeof defaults): number => {
  const given = settings[name]
  return (typeof given === 'number' && given >= 0 ? given : defaults[name]) * megabyte
}

/** Returns the bytes that the videos of a business may use, and those of one file. */
export const spaceOf = (site: Pick<Site, 'settings'>): Pick<UploadLimits, 'space' | 'file'> => ({
  space: settingOf(site, 'custom_video_space_mb'),
  file: settingOf(site, 'custom_video_file_mb'),
})

/** Returns why an upload of a size cannot begin, as a message key; null if it can. */
export function refusalOfSize(size: number, { used, space, file }: Omit<UploadLimits, 'converts'>): string | null {
  if (size === 0) return 'video_empty'
  if (size > file) return 'video_too_large'
  return used + size > space ? 'video_space_full' : null
}

/** Makes the id of a video. It never has the 6 characters of a film of the library. */
export const newPartId = (): string => `video-${randomUUID().replaceAll('-', '').slice(0, 16)}`

/** Returns a name for a video from that of its file: 'IMG_2231.mov' -> 'IMG_2231'. */
export const nameOfFile = (file: string): string => file.replace(/\.[A-Za-z0-9]{1,5}$/, '').trim() || file

/** The sizes of a film, by the shorter side of the picture. */
const ladder = [720, 480, 270] as const

export interface Rung {
  name: string
  width: number
  height: number
  /** The most bits per second of the picture. */
  rate: number
}

const rates: Record<(typeof ladder)[number], number> = { 720: 3_000_000, 480: 1_400_000, 270: 600_000 }
const even = (length: number) => Math.max(2, Math.round(length / 2) * 2)

/** Returns the sizes in which a picture is encoded, the largest first: never larger than it is. */
export function rungsOf(width: number, height: number): Rung[] {
  const short = Math.min(width, height)
  const wanted = ladder.filter((one) => one <= short)
  // A picture that is smaller than all of them keeps its size.
  if (wanted.length === 0) return [{ name: '270', width: even(width), height: even(height), rate: rates[270] }]
  return wanted.map((one) => ({
    name: String(one),
    width: even((width * one) / short),
    height: even((height * one) / short),
    rate: rates[one],
  }))
}

/** Returns six moments of a video, for pictures to choose from. */
export const posterMoments = (duration: number): number[] =>
  [0, 1, 2, 3, 4, 5].map((n) => Math.round(((n + 0.5) / 6) * duration * 100) / 100)
