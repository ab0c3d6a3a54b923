/** A box of an MP4 file: its type, where it starts and its size, in bytes of the file. */
export interface Box {
  type: string
  at: number
  size: number
}

/** Bytes of the header of a box: size and type. */
const header = 8

/** The boxes that follow each other between two places of a file. Throws where a size makes no sense. */
export function boxesOf(file: Buffer, from = 0, to = file.length): Box[] {
  const boxes: Box[] = []
  for (let at = from; at < to;) {
    const size = at + header <= to ? file.readUInt32BE(at) : 0
    if (size < header || at + size > to) throw new Error(`not an MP4 box at byte ${at}`)
    boxes.push({ type: file.toString('latin1', at + 4, at + header), at, size })
    at += size
  }
  return boxes
}

/** The boxes inside a box; `skip` bytes of own fields come before them. */
export function inside(file: Buffer, box: Box, skip = 0): Box[] {
  return boxesOf(file, box.at + header + skip, box.at + box.size)
}

/** The box at a path of types such as moov, trak. Throws when there is none. */
export function find(file: Buffer, ...path: string[]): Box {
  let boxes = boxesOf(file)
  let found: Box | undefined
  for (const type of path) {
    found = boxes.find((box) => box.type === type)
    if (!found) throw new Error(`no MP4 box ${path.join('/')}`)
    boxes = type === path.at(-1) ? [] : inside(file, found)
  }
  return found!
}

/** Empties the box with the name of the writer in place, so that nothing moves: `udta` becomes `free`. */
export function dropWriter(file: Buffer): void {
  for (const box of inside(file, find(file, 'moov'))) {
    if (box.type !== 'udta') continue
    file.write('free', box.at + 4, 'latin1')
    file.fill(0, box.at + header, box.at + box.size)
  }
}

/** Which fields a `trun` has for the run and for each sample, by their flags. */
const runFields = [0x1, 0x4]
const sampleFields = [0x100, 0x200, 0x400, 0x800]
const hasOffsets = 0x800

/**
 * Shifts the composition offsets of all fragments in place so that the first picture is shown at time 0. Pictures that
 * refer to later ones are decoded ahead of time, and without an edit list a film would else begin some frames late.
 */
export function startAtZero(file: Buffer): void {
  let shift: number | undefined
  for (const moof of boxesOf(file).filter(({ type }) => type === 'moof')) {
    const traf = inside(file, moof).find(({ type }) => type === 'traf')
    for (const run of traf ? inside(file, traf).filter(({ type }) => type === 'trun') : []) {
      const version = file[run.at + header]
      const flags = file.readUIntBE(run.at + header + 1, 3)
      if (version !== 1 || !(flags & hasOffsets)) throw new Error('a fragment without signed composition offsets')
      const count = file.readUInt32BE(run.at + header + 4)
      const first = run.at + header + 8 + 4 * runFields.filter((flag) => flags & flag).length
      const size = 4 * sampleFields.filter((flag) => flags & flag).length
      for (let i = 0; i < count; i += 1) {
        const at = first + i * size + size - 4
        const offset = file.readInt32BE(at)
        shift ??= offset
        file.writeInt32BE(offset - shift, at)
      }
    }
  }
}
