import { LRUCache } from 'lru-cache'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Data that few requests read of each part: JSON that stays compressed in memory until it is read. */

/** Number of packed texts and parts that are held as objects too: those of the films that are being watched. */
const mostUnpacked = 500
const unpacked = new LRUCache<Uint8Array, object>({ max: mostUnpacked })

/** Compresses data (raw deflate). */
export function pack(data: object): Uint8Array {
  // A copy of the exact size: the compressor's own buffer is larger and would stay in memory as a whole.
  return Uint8Array.from(deflateRawSync(JSON.stringify(data)))
}

/** Returns the data that `pack` compressed. Its type is that of the caller, who packed it. */
export function unpack<T extends object>(packed: Uint8Array): T {
  let data = unpacked.get(packed)
  if (!data) {
    data = JSON.parse(inflateRawSync(packed).toString()) as object
    unpacked.set(packed, data)
  }
  return data as T
}
