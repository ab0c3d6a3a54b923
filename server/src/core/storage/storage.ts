import type { Readable } from 'node:stream'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { folderStorage } from './folder.ts'
import { s3Storage } from './s3.ts'

/** Where uploads and films are kept: a folder, or a bucket of an S3-compatible service. */
export interface Storage {
  /**
   * Keeps bytes under a key and replaces what was there. Nobody ever reads a half-written object: it appears whole when
   * the promise resolves, or not at all when it rejects.
   */
  put(key: string, content: Uint8Array | Readable, about: { mediaType: string }): Promise<void>
  /**
   * The object, or a part of it; null when there is none. Throws RangeNotSatisfiable for a part that begins behind the
   * end. The stream must be read to its end or destroyed.
   */
  get(key: string, part?: Part): Promise<StoredObject | null>
  has(key: string): Promise<boolean>
  /** Removes the object; no error when there is none. */
  remove(key: string): Promise<void>
}

/** Bytes from `start` to `end`, both included; without `end` to the last one. */
export interface Part {
  start: number
  end?: number
}

export interface StoredObject {
  stream: Readable
  /** Bytes of the whole object, also when a part was asked for. */
  size: number
  mediaType: string
  /** The part that the stream holds, cut to what there is. */
  part?: { start: number; end: number }
}

/** The storage of the configuration. */
export function makeStorage(config: Pick<Config, 'storage' | 'dataDir'>): Storage {
  return config.storage.kind === 's3' ? s3Storage(config.storage) : folderStorage(resolve(config.dataDir, 'storage'))
}
