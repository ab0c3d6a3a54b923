import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { PackedPartRecord } from './packed-part.ts'
import type { PackedRecord } from './packed-text.ts'

/**
 * The parts of a library as they were read before, in one file. Reading and checking a large library takes seconds;
 * this file is read in a fraction of that time. A part is read again if one of its files changed.
 */

/** What the portal holds in memory of one part. */
export interface PartRecord extends PackedPartRecord {
  /** Hash of the names, sizes and times of the files that the record was made from, and of its media. */
  fingerprint: string
  texts: [tag: string, text: PackedRecord][]
  /** Whether the narrated film has a track of labels. */
  hasLabels: boolean
}

/** The code that makes records. A record of other code may have other fields. */
const madeBy = ['part-records.ts', 'library.ts', 'packed.ts', 'packed-part.ts', 'packed-text.ts', 'part.format.ts'].map(
  (file) => join(import.meta.dirname, file),
)

/**
 * The file begins with the size of the index in bytes (32 bits), and the index (structured clone). What is packed
 * follows, in the order of the index: it is read into the memory in which it stays.
 */
interface Index {
  code: string
  parts: [folder: string, record: PartRecord][]
  /** Bytes of what is packed: of each part, and of each of its texts. */
  sizes: number[]
}
const headerSize = 4

const codeVersion = () => {
  const hash = createHash('sha256')
  for (const file of madeBy) hash.update(readFileSync(file))
  return hash.digest('base64url')
}

/** Returns the records in a file by the folders of their parts; none if the file is missing, damaged or of other code. */
export function readRecords(file: string): Map<string, PartRecord> {
  if (!existsSync(file)) return new Map()
  const descriptor = openSync(file, 'r')
  try {
    const { size } = statSync(file)
    const part = (from: number, length: number): Buffer => {
      const bytes = Buffer.allocUnsafeSlow(length)
      return bytes.subarray(0, readSync(descriptor, bytes, 0, length, from))
    }
    const indexSize = part(0, headerSize).readUInt32LE()
    const { code, parts, sizes } = deserialize(part(headerSize, indexSize)) as Index
    const packedFrom = headerSize + indexSize
    if (code !== codeVersion() || size !== packedFrom + sum(sizes)) return new Map()
    const packed = part(packedFrom, size - packedFrom)
    let at = 0
    let next = 0
    for (const [, record] of parts)
      for (const of of packedOf(record)) of.rest = packed.subarray(at, (at += sizes[next++]!))
    return new Map(parts)
  } catch {
    // Only a faster way to the same data: without it, the parts are read from their own files.
    return new Map()
  } finally {
    closeSync(descriptor)
  }
}

/** Writes the records for the next start. A reader sees the former file or the whole new one. */
export function writeRecords(file: string, records: ReadonlyMap<string, PartRecord>): void {
  const none = new Uint8Array(0)
  const packed = [...records.values()].flatMap((record) => packedOf(record).map(({ rest }) => rest))
  const index: Index = {
    code: codeVersion(),
    parts: [...records].map(([folder, record]) => [
      folder,
      { ...record, rest: none, texts: record.texts.map(([tag, { listed }]) => [tag, { listed, rest: none }]) },
    ]),
    sizes: packed.map(({ length }) => length),
  }
  const bytes = serialize(index)
  const header = Buffer.alloc(headerSize)
  header.writeUInt32LE(bytes.length)
  mkdirSync(dirname(file), { recursive: true })
  const written = `${file}.${process.pid}`
  const descriptor = openSync(written, 'w')
  try {
    for (const piece of [header, bytes, ...packed]) writeFileSync(descriptor, piece)
  } finally {
    closeSync(descriptor)
  }
  renameSync(written, file)
}

/** Everything in a record that is packed, in the order of the file. */
const packedOf = (record: PartRecord): { rest: Uint8Array }[] => [record, ...record.texts.map(([, text]) => text)]

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** Returns a hash over the names, sizes and times of files, and over the version of the media. */
export function fingerprintOf(files: readonly string[], mediaVersion: string): string {
  const hash = createHash('sha256').update(mediaVersion)
  for (const file of files) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`\n${file} ${size} ${mtimeMs}`)
  }
  return hash.digest('base64url')
}
