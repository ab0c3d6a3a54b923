import { LRUCache } from 'lru-cache'
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

/** Makes a cache of at most `size` bytes. Evicts the least recently used responses first. */
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
