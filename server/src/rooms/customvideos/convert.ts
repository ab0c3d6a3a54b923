import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Footage } from './check.ts'
import { runFfmpeg } from './ffmpeg.ts'
import { posterMoments, rungsOf, type Rung } from './rules.ts'

/**
 * Converts a video as the films of the library are: H.264 and AAC in up to three sizes, as HLS with one file for each size,
 * and one plain MP4 with the index in front. Writes into a folder and returns the names of its files.
 */

export interface Conversion {
  program: string
  /** Absolute paths. */
  input: string
  folder: string
  footage: Footage
  signal: AbortSignal
  /** Called with per cent. */
  progress: (percent: number) => void
}

export interface Converted {
  /** Names in the folder. */
  files: string[]
  posters: string[]
  bytes: number
}

/** Seconds for the conversion of a video into one size. A slow machine needs some 3 seconds for one of 720p. */
const secondsFor = ({ duration }: Footage) => 120 + duration * 12
const mostFrames = 30

export async function convert(given: Conversion): Promise<Converted> {
  const { folder, footage } = given
  // What an attempt before this one left is of no use.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const rungs = rungsOf(footage.width, footage.height)
  const pixels = rungs.reduce((sum, { width, height }) => sum + width * height, 0)
  let before = 0
  for (const rung of rungs) {
    const share = (rung.width * rung.height) / pixels
    await encode(given, rung, (done) =>
      given.progress(Math.min(95, Math.round((before + share * Math.min(1, done / footage.duration)) * 95))),
    )
    before += share
  }
  const posters = await drawPosters(given)
  await writeFile(join(folder, 'master.m3u8'), masterPlaylist(rungs, footage.hasSound))
  // The largest size is also the plain film; the others are only there to be cut.
  for (const rung of rungs.slice(1)) await rm(join(folder, `plain-${rung.name}.mp4`))
  const files = (await readdir(folder)).filter((name) => /^[\w.-]+$/.test(name)).toSorted()
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).size))
  return { files, posters, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

/** The name of the plain film among the files. */
export const plainFile = (files: readonly string[]): string | undefined =>
  files.find((name) => /^plain(-\d+)?\.mp4$/.test(name))

async function encode(
  { program, input, folder, footage, signal }: Conversion,
  rung: Rung,
  progress: (s: number) => void,
) {
  const plain = join(folder, `plain-${rung.name}.mp4`)
  const seconds = secondsFor(footage)
  const filters = [
    `scale=${rung.width}:${rung.height}:flags=bicubic`,
    'setsar=1',
    ...(footage.frameRate > mostFrames + 0.5 ? [`fps=${mostFrames}`] : []),
    'format=yuv420p',
  ].join(',')
  await runFfmpeg({
    program,
    format: footage.format,
    input,
    output: [
      ['-map', '0:v:0', '-map', '0:a:0?', '-vf', filters],
      '-c:v libx264 -preset veryfast -profile:v high -crf 23'.split(' '),
      ['-maxrate', String(rung.rate), '-bufsize', String(rung.rate * 2)],
      // A size can be changed every two seconds.
      '-force_key_frames expr:gte(t,n_forced*2) -sc_threshold 0'.split(' '),
      '-c:a aac -b:a 128k -ac 2 -ar 48000 -movflags +faststart -f mp4'.split(' '),
      [plain],
    ].flat(),
    signal,
    seconds,
    progress,
  })
  // Only cut, not encoded again.
  await runFfmpeg({
    program,
    format: 'mov',
    input: plain,
    output: [
      '-c copy -f hls -hls_time 4 -hls_playlist_type vod -hls_flags single_file -hls_segment_type fmp4'.split(' '),
      ['-hls_segment_filename', join(folder, `hls-${rung.name}.m4s`), join(folder, `hls-${rung.name}.m3u8`)],
    ].flat(),
    signal,
    seconds,
  })
  // The playlist names the file beside it, wherever it was written.
  const list = join(folder, `hls-${rung.name}.m3u8`)
  await writeFile(list, (await readFile(list, 'utf8')).replaceAll(`file:${folder}/`, '').replaceAll(`${folder}/`, ''))
}

const masterPlaylist = (rungs: readonly Rung[], hasSound: boolean): string =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    ...rungs.flatMap(({ name, width, height, rate }) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${rate + 128_000},RESOLUTION=${width}x${height},CODECS="avc1.640020${hasSound ? ',mp4a.40.2' : ''}"`,
      `hls-${name}.m3u8`,
    ]),
    '',
  ].join('\n')

/** Draws pictures of six moments. */
async function drawPosters({ program, input, folder, footage, signal }: Conversion): Promise<string[]> {
  const names: string[] = []
  for (const [n, moment] of posterMoments(footage.duration).entries()) {
    const raw = join(folder, 'moment.png')
    await runFfmpeg({
      program,
      format: footage.format,
      input,
      before: ['-ss', String(moment)],
      output: ['-map', '0:v:0', '-frames:v', '1', '-c:v', 'png', '-f', 'image2', raw],
      signal,
      seconds: 120,
    })
    const name = `poster-${n + 1}.webp`
    try {
      const picture = sharp(raw).resize(1280, 1280, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 })
      await writeFile(join(folder, name), await picture.toBuffer())
      names.push(name)
    } finally {
      await rm(raw, { force: true })
    }
  }
  return names
}
