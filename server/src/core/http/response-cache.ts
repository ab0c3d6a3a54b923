import { LRUCache } from 'lru-cache'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Clock } from '../clock.ts'
import type { SerialisedResponse } from './endpoints.ts'

/**
 * A cache of serialised responses that are the same for everyone with the same key. A key names everything that the
 * response depends on: language, brand, driver side, rights, and `site.revision` if it depends on the web site. When
 * something that a key cannot name changes (the library, texts), the cache is cleared.
 */
export interface ResponseCache {
  /** Returns the response of a key. Makes and stores it if there is none. */
  of(key: string, make: () => SerialisedResponse): SerialisedResponse
  clear(): void
  /** The current size in bytes. */
  readonly size: number
}

/** A response becomes outdated with time, because films are "new" for a number of days. */
const keepFor = 15 * 60_000
/** Approximate overhead of each response in bytes. */
const overhead = 500
/**
 * A body of this many bytes or more is compressed once, after it is stored; until then it is sent as it is. A smaller
 * one fits into a few packets.
 */
const compressFrom = 32_000
/** Compresses the lists of a large library to a twentieth at 200 MB a second. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
/** The size of a compressed list, as a share of its body, at most. */
const compressedShare = 1 / 4
const compress = promisify(brotliCompress)

/** Makes a cache of at most `size` bytes. Evicts the least recently used responses first. */
export function makeResponseCache(size: number, clock: Clock): ResponseCache {
  const responses = new LRUCache<string, SerialisedResponse>({
    maxSize: size,
    sizeCalculation: ({ bytes }, key) => Math.ceil(bytes.length * (1 + compressedShare)) + key.length * 2 + overhead,
    ttl: keepFor,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })
  /** One at a time: each compression needs up to 20 MB, and several would also keep several processors busy. */
  let compressed: Promise<unknown> = Promise.resolve()
  return {
    of(key, make) {
      let response = responses.get(key)
      if (!response) {
        const made = make()
        responses.set(key, made)
        if (made.bytes.length >= compressFrom) {
          const add = () => addBrotli(made)
          compressed = compressed.then(add, add)
        }
        response = made
      }
      return response
    },
    clear: () => responses.clear(),
    get size() {
      return responses.calculatedSize
    },
  }
}

async function addBrotli(response: SerialisedResponse): Promise<void> {
  response.brotli = await compress(response.bytes, quality)
}
