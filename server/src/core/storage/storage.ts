import type { Readable } from 'node:stream'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { folderStorage } from './folder.ts'
import { s3Storage } from './s3.ts'

/** Storage of uploads and films: a folder, or a bucket of an S3-compatible service. */
export interface Storage {
  /**
   * Stores bytes under a key and replaces what was there. A half-written object is never visible: the object appears
   * whole when the promise resolves, or not at all when it rejects.
   */
  put(key: string, content: Uint8Array | Readable, about: { mediaType: string }): Promise<void>
  /**
   * Returns the object, or a part of it; null if there is none. Throws RangeNotSatisfiable for a part that starts
   * behind the end. The stream must be read to its end or destroyed.
   */
  get(key: string, part?: Part): Promise<StoredObject | null>
  has(key: string): Promise<boolean>
  /** Removes the object. A missing object is not an error. */
  remove(key: string): Promise<void>
}

/** Bytes from `start` to `end`, both included; without `end`, up to the last byte. */
export interface Part {
  start: number
  end?: number
}

export interface StoredObject {
  stream: Readable
  /** The size of the whole object in bytes, also if a part was requested. */
  size: number
  mediaType: string
  /** The range of the stream, limited to the object. */
  part?: { start: number; end: number }
}

/** Makes the storage that the configuration describes. */
export function makeStorage(config: Pick<Config, 'storage' | 'dataDir'>): Storage {
  return config.storage.kind === 's3' ? s3Storage(config.storage) : folderStorage(resolve(config.dataDir, 'storage'))
}
