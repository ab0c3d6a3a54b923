/**
 * Reads the boxes of an MP4 file (ISO/IEC 14496-12): whether it is whole, how long it is, and how its pictures are coded.
 * The name and the type that a sender gives say nothing.
 */

export interface Mp4 {
  /** Seconds. */
  duration: number
  /** The sample entries of its tracks: 'avc1', 'mp4a'. */
  codecs: string[]
}

export type Mp4Problem = 'no_mp4' | 'incomplete'

interface Box {
  type: string
  from: number
  to: number
}

/** Returns the boxes between two positions; a box that reaches beyond the end is cut and ends the list. */
function boxesIn(bytes: Buffer, from: number, to: number): { boxes: Box[]; isWhole: boolean } {
  const boxes: Box[] = []
  let at = from
  while (at + 8 <= to) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    let size = bytes.readUInt32BE(at)
    let head = 8
    if (size === 1) {
      if (at + 16 > to) return { boxes, isWhole: false }
      size = Number(bytes.readBigUInt64BE(at + 8))
      head = 16
    } else if (size === 0) size = to - at
    if (size < head) return { boxes, isWhole: false }
    boxes.push({ type, from: at + head, to: Math.min(at + size, to) })
    if (at + size > to) return { boxes, isWhole: false }
    at += size
  }
  return { boxes, isWhole: at === to }
}

const inside = (bytes: Buffer, box: Box | undefined, type: string): Box[] =>
  box ? boxesIn(bytes, box.from, box.to).boxes.filter((one) => one.type === type) : []

const mp4Brands = /^(isom|iso\d|mp4\d|avc1|dash|M4V |MSNV|f4v )$/

/** Returns what a file holds, or why it is no whole MP4. */
export function readMp4(bytes: Buffer): Mp4 | Mp4Problem {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return 'no_mp4'
  const { boxes, isWhole } = boxesIn(bytes, 0, bytes.length)
  const [kind] = boxes
  const brands: string[] = []
  for (let at = kind!.from; at + 4 <= kind!.to; at += 4) brands.push(bytes.toString('latin1', at, at + 4))
  if (!brands.some((brand) => mp4Brands.test(brand))) return 'no_mp4'
  const movie = boxes.find(({ type }) => type === 'moov')
  if (!isWhole || !movie || !boxes.some(({ type }) => type === 'mdat')) return 'incomplete'
  const codecs = inside(bytes, movie, 'trak').flatMap((track) => {
    const [media] = inside(bytes, track, 'mdia')
    const [information] = inside(bytes, media, 'minf')
    const [table] = inside(bytes, information, 'stbl')
    const [entries] = inside(bytes, table, 'stsd')
    // Version, flags and the number of entries precede the first one.
    return entries && entries.from + 16 <= entries.to
      ? [bytes.toString('latin1', entries.from + 12, entries.from + 16)]
      : []
  })
  return { duration: durationOf(bytes, inside(bytes, movie, 'mvhd')[0]), codecs }
}

/** Version 1 has times of 64 bits. */
function durationOf(bytes: Buffer, head: Box | undefined): number {
  if (!head || head.to - head.from < 20) return 0
  const isLong = bytes[head.from] === 1
  if (isLong && head.to - head.from < 32) return 0
  const scale = bytes.readUInt32BE(head.from + (isLong ? 20 : 12))
  const length = isLong ? Number(bytes.readBigUInt64BE(head.from + 24)) : bytes.readUInt32BE(head.from + 16)
  return scale > 0 ? length / scale : 0
}

/** Returns whether every browser that the portal supports plays the pictures. */
export const isPlayable = ({ codecs }: Mp4): boolean => codecs.some((codec) => codec === 'avc1' || codec === 'avc3')
