import { boxesOf, find, inside } from './boxes.ts'

/** What playlists and manifests say about a fragmented MP4 file. Bytes and seconds. */
export interface Fragments {
  /** Bytes of the part before the index, which a player reads first. */
  initSize: number
  /** First and last byte of the index (`sidx`). */
  index: [number, number]
  segments: { at: number; size: number; duration: number }[]
  duration: number
  /** For CODECS of HLS and codecs of DASH. */
  codecs: string
  /** Bits a second of the greediest segment. */
  peak: number
  /** Bits a second of all. */
  average: number
}

/** The only kind of sound that is made: AAC-LC. */
const aac = 'mp4a.40.2'
/** Seconds. The rest at the end may be so short that its rate says nothing. */
const shortestForPeak = 0.5

/** Reads a single-file CMAF track. Throws when its index does not start at time 0 or does not cover the file. */
export function readFragments(file: Buffer): Fragments {
  const moov = find(file, 'moov')
  const sidx = boxesOf(file).find(({ type }) => type === 'sidx')
  if (!sidx) throw new Error('no index (sidx) in the file')
  const segments: Fragments['segments'] = []
  const isLong = file[sidx.at + 8] === 1
  const number = (at: number) => (isLong ? Number(file.readBigUInt64BE(at)) : file.readUInt32BE(at))
  const width = isLong ? 8 : 4
  const timescale = file.readUInt32BE(sidx.at + 16)
  const earliest = number(sidx.at + 20)
  let at = sidx.at + sidx.size + number(sidx.at + 20 + width)
  let entry = sidx.at + 20 + 2 * width + 4
  for (let left = file.readUInt16BE(entry - 2); left > 0; left -= 1) {
    const size = file.readUInt32BE(entry) & 0x7fffffff
    segments.push({ at, size, duration: file.readUInt32BE(entry + 4) / timescale })
    at += size
    entry += 12
  }
  if (earliest !== 0) throw new Error('the track does not start at time 0')
  if (at !== file.length) throw new Error('the index does not cover the file')
  const duration = segments.reduce((sum, segment) => sum + segment.duration, 0)
  const bytes = segments.reduce((sum, segment) => sum + segment.size, 0)
  const rates = segments.filter((s) => s.duration > shortestForPeak).map((s) => (s.size * 8) / s.duration)
  return {
    initSize: moov.at + moov.size,
    index: [sidx.at, sidx.at + sidx.size - 1],
    segments,
    duration,
    codecs: codecsOf(file),
    peak: Math.ceil(Math.max(...rates, 0)),
    average: Math.ceil((bytes * 8) / duration),
  }
}

/** Bytes of own fields before the boxes inside: of the sample table, and of a video entry in it. */
const tableFields = 8
const videoFields = 78

function codecsOf(file: Buffer): string {
  const table = find(file, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd')
  const [entry] = inside(file, table, tableFields)
  if (entry?.type === 'mp4a') return aac
  const avc = entry?.type === 'avc1' ? inside(file, entry, videoFields).find(({ type }) => type === 'avcC') : undefined
  if (!avc) throw new Error(`a track of kind ${entry?.type}; it must be H.264 or AAC`)
  // Profile, constraints and level stand in the first bytes of the H.264 configuration.
  return `avc1.${file.subarray(avc.at + 9, avc.at + 12).toString('hex')}`
}
