import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import type { SerialisedResponse } from './endpoints.ts'

/**
 * Responses that are the same for everybody with the same key, serialised once. A key names all that the response depends
 * on: language, brand, driver side, rights, and `site.revision` where it depends on the web site. What a key cannot name
 * (the library, texts) clears the cache when it changes.
 */
export interface ResponseCache {
  /** Returns the response of a key; makes and stores it when there is none. */
  of(key: string, make: () => SerialisedResponse): SerialisedResponse
  clear(): void
  /** Bytes that are held now. */
  readonly size: number
}

/** Films are "new" for a number of days, so that a response grows old. */
const keepFor = 15 * 60_000
/** Bytes of bookkeeping for each response, roughly. */
const overhead = 500

/** Makes a cache of at most `size` bytes; the least recently used responses are removed first. */
export function makeResponseCache(size: number, clock: Clock): ResponseCache {
  const responses = new LRUCache<string, SerialisedResponse>({
    maxSize: size,
    sizeCalculation: ({ bytes }, key) => bytes.length + key.length * 2 + overhead,
    ttl: keepFor,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })
  return {
    of(key, make) {
      let response = responses.get(key)
      if (!response) {
        response = make()
        responses.set(key, response)
      }
      return response
    },
    clear: () => responses.clear(),
    get size() {
      return responses.calculatedSize
    },
  }
}
