import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { Readable } from 'node:stream'

/** One file of an archive. */
export interface ZipEntry {
  name: string
  /** The content, or its parts as they are made. */
  bytes: Uint8Array | AsyncIterable<Uint8Array>
  /** The day in the archive's list. */
  at: Date
  /** The file is compressed already, as a PDF is. */
  isCompressed?: boolean
}

/**
 * Writes an archive while its files are made: only one file, or one part of it, is in memory at a time. An error of the files breaks the
 * stream off, so that the reader does not take half an archive for the whole.
 */
export function zipStream(entries: AsyncIterable<ZipEntry>): Readable {
  return Readable.from(chunksOf(entries), { objectMode: false })
}

async function* chunksOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    failure ??= error
    chunks.push(chunk)
  })
  const taken = () => {
    if (failure) throw failure
    const ready = chunks
    chunks = []
    return ready
  }
  for await (const { name, bytes, at, isCompressed } of entries) {
    const file = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    file.mtime = at
    zip.add(file)
    if (bytes instanceof Uint8Array) file.push(bytes, true)
    else {
      for await (const part of bytes) {
        file.push(part)
        yield* taken()
      }
      file.push(new Uint8Array(), true)
    }
    yield* taken()
  }
  zip.end()
  yield* taken()
}
