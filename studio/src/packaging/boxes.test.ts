import { describe, expect, test } from 'vitest'
import { boxesOf, dropWriter, find, inside, startAtZero } from './boxes.ts'
import { sample } from './sample.testing.ts'

/** The composition offsets of the first fragment, each the last field of its picture, and where they stand. */
function firstOffsets(file: Buffer): { at: number; offset: number }[] {
  const moof = boxesOf(file).find(({ type }) => type === 'moof')!
  const traf = inside(file, moof).find(({ type }) => type === 'traf')!
  const run = inside(file, traf).find(({ type }) => type === 'trun')!
  const flags = file.readUInt32BE(run.at + 8)
  const count = file.readUInt32BE(run.at + 12)
  const first = run.at + 16 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0)
  const size = (run.at + run.size - first) / count
  return Array.from({ length: count }, (_, i) => {
    const at = first + (i + 1) * size - 4
    return { at, offset: file.readInt32BE(at) }
  })
}

describe('the boxes of an MP4 file', () => {
  test('are found by their path', () => {
    const file = sample('video-720.mp4')
    expect(
      boxesOf(file)
        .map(({ type }) => type)
        .slice(0, 5),
    ).toEqual(['ftyp', 'moov', 'sidx', 'moof', 'mdat'])
    expect(find(file, 'moov', 'trak', 'mdia').type).toBe('mdia')
    expect(() => find(file, 'moov', 'nope')).toThrow('no MP4 box moov/nope')
  })

  test('are refused when the file is cut or is none', () => {
    expect(() => boxesOf(sample('video-720.mp4').subarray(0, 5000))).toThrow('not an MP4 box')
    expect(() => boxesOf(Buffer.from('WEBVTT\n\n1\n'))).toThrow('not an MP4 box')
  })

  test('lose the name of the writer without moving', () => {
    const file = sample('video-720.mp4')
    const [first] = inside(file, find(file, 'moov'))
    file.write('udta', first!.at + 4, 'latin1')
    const size = file.length
    dropWriter(file)
    expect(inside(file, find(file, 'moov')).map(({ type }) => type)).not.toContain('udta')
    expect(file).toHaveLength(size)
  })

  test('let the first picture stand at time 0, and the others in their order', () => {
    const file = sample('video-720.mp4')
    const before = firstOffsets(file)
    expect(before[0]?.offset).toBe(0)
    for (const { at, offset } of before) file.writeInt32BE(offset + 1024, at)
    startAtZero(file)
    expect(firstOffsets(file)).toEqual(before)
  })
})
