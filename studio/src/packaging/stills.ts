import { ffmpeg, reproducible } from '../narration/tools.ts'
import { time } from './captions.ts'

/** A picture: a PNG frame, or the second of a film at which it is taken. */
export type Still = { frame: string } | { film: string; at: number }

/** Of 100. Posters are seen large, tiles small and many. */
const posterQuality = 78
const tileQuality = 70
/** ffmpeg counts from 2 (best) to 31; 5 comes to about 75 of 100 as other programs count. */
const jpegQuality = 5

/** A tile of the sprite, in pixels, and tiles in a row. One tile a second. */
const tile = { width: 160, height: 90 }
const columns = 5

/** Writes a WebP picture of the size given in pixels. */
export async function poster(still: Still, output: string, size: { width: number; height: number }): Promise<void> {
  const form = ['-c:v', 'libwebp', '-quality', String(posterQuality), '-compression_level', '6', '-f', 'webp']
  await ffmpeg(source(still), '-vf', scale(size), form, reproducible, output)
}

/** Writes a JPEG picture of the size given in pixels. */
export async function jpeg(still: Still, output: string, size: { width: number; height: number }): Promise<void> {
  const form = ['-c:v', 'mjpeg', '-q:v', String(jpegQuality), '-pix_fmt', 'yuvj420p', '-f', 'image2', '-update', '1']
  await ffmpeg(source(still), '-vf', `${scale(size)}:out_range=pc`, form, reproducible, output)
}

/** Writes the sprite of a film of `duration` seconds: a WebP picture with a tile for each second begun. */
export async function sprite(film: string, output: string, duration: number): Promise<void> {
  const rows = Math.ceil(tilesOf(duration) / columns)
  const chain = `fps=1,${scale(tile)},tile=${columns}x${rows}`
  const form = ['-frames:v', '1', '-c:v', 'libwebp', '-quality', String(tileQuality), '-compression_level', '6']
  await ffmpeg('-i', film, '-vf', chain, form, reproducible, '-f', 'webp', output)
}

/** The WebVTT file that tells a player which tile of the sprite belongs to which second. */
export function thumbnails(spriteFile: string, duration: number): string {
  const cues = Array.from({ length: tilesOf(duration) }, (_, i) => {
    const x = (i % columns) * tile.width
    const y = Math.floor(i / columns) * tile.height
    const place = `${x},${y},${tile.width},${tile.height}`
    return `\n${time(i)} --> ${time(Math.min(i + 1, duration))}\n${spriteFile}#xywh=${place}\n`
  })
  return `WEBVTT\n${cues.join('')}`
}

function tilesOf(duration: number): number {
  return Math.ceil(duration)
}

function source(still: Still): string[] {
  return 'frame' in still ? ['-i', still.frame] : ['-ss', String(still.at), '-i', still.film, '-frames:v', '1']
}

function scale({ width, height }: { width: number; height: number }): string {
  return `scale=${width}:${height}:flags=lanczos`
}
