import { longestVideo } from '@cutaway/contract/rooms/customvideos/videos.ts'
import { FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'
import { open, stat } from 'node:fs/promises'

/** Says what an uploaded file really is, from its content: neither its name nor the type that the browser named counts. */

export interface Footage {
  /** The demuxer of ffmpeg. */
  format: 'mov' | 'matroska'
  duration: number
  /** As people see it, after the rotation of a telephone. */
  width: number
  height: number
  frameRate: number
  hasSound: boolean
  /** An MP4 with H.264 and AAC or without sound, which every browser plays. */
  isPlayable: boolean
}

/** Message keys. */
export type FileProblem =
  | 'video_empty'
  | 'video_not_a_video'
  | 'video_cut'
  | 'video_without_picture'
  | 'video_too_long'
  | 'video_picture_too_large'
  | 'video_damaged'

const longestSide = 8192

/** Returns what a file holds, or what is wrong with it. */
export async function checkFile(path: string): Promise<Footage | { problem: FileProblem }> {
  const { size } = await stat(path)
  if (size === 0) return { problem: 'video_empty' }
  const boxes = await boxesOf(path, size)
  if (boxes === 'cut') return { problem: 'video_cut' }
  using input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, MATROSKA, WEBM] })
  if (!(await input.canRead())) return { problem: 'video_not_a_video' }
  try {
    return await footageOf(input)
  } catch {
    // The container is known, but its index leads nowhere.
    return { problem: 'video_damaged' }
  }
}

async function footageOf(input: Input): Promise<Footage | { problem: FileProblem }> {
  const picture = await input.getPrimaryVideoTrack()
  if (!picture) return { problem: 'video_without_picture' }
  const sound = await input.getPrimaryAudioTrack()
  const duration = await picture.computeDuration()
  if (!(duration > 0)) return { problem: 'video_damaged' }
  if (duration > longestVideo) return { problem: 'video_too_long' }
  const [width, height] = [await picture.getDisplayWidth(), await picture.getDisplayHeight()]
  if (width < 2 || height < 2) return { problem: 'video_damaged' }
  if (width > longestSide || height > longestSide) return { problem: 'video_picture_too_large' }
  const { averagePacketRate } = await picture.computePacketStats(120)
  const format = await input.getFormat()
  const isMp4 = format === MP4 || format === QTFF
  const codecs = [await picture.getCodec(), sound ? await sound.getCodec() : 'aac']
  return {
    format: isMp4 ? 'mov' : 'matroska',
    duration,
    width,
    height,
    frameRate: averagePacketRate,
    hasSound: sound !== null,
    isPlayable: format === MP4 && codecs[0] === 'avc' && codecs[1] === 'aac',
  }
}

/**
 * Walks the outer boxes of an MP4. Returns 'cut' if the file ends before one of its boxes, or without the index, which
 * telephones write at the end; null for other files.
 */
async function boxesOf(path: string, size: number): Promise<'whole' | 'cut' | null> {
  await using file = await open(path)
  const head = Buffer.alloc(16)
  let at = 0
  const seen = new Set<string>()
  for (let box = 0; at < size && box < 10_000; box += 1) {
    const { bytesRead } = await file.read(head, 0, 16, at)
    const type = head.toString('latin1', 4, 8)
    if (box === 0 && type !== 'ftyp') return null
    if (bytesRead < 8) return 'cut'
    const short = head.readUInt32BE(0)
    // 0: up to the end of the file; 1: a long size follows.
    const length = short === 0 ? size - at : short === 1 ? Number(head.readBigUInt64BE(8)) : short
    if (length < 8) return seen.has('moov') ? 'whole' : 'cut'
    seen.add(type)
    at += length
  }
  return at > size || !seen.has('moov') ? 'cut' : 'whole'
}
