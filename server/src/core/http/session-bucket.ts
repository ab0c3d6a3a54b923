import type { Clock } from '../clock.ts'
import { HttpRefusal } from './errors.ts'

/**
 * A general limit for signed-in reads: a token bucket for each session, in the memory of the node. It prevents one
 * session from taking a whole node. Calls that need an exact limit across nodes declare it in the contract.
 */

/** The size of the burst after a quiet time, in seconds of the full rate. */
const burstSeconds = 4
/**
 * Maximum of sessions that a node remembers. Evicts the least recently active session, which then starts with a full
 * bucket.
 */
const mostSessions = 20_000

/** Takes one read from a session's bucket. If the bucket is empty, throws 429 with the seconds to wait. */
export type TakeRead = (tokenHash: string) => void

/** Makes the buckets. `perSecond` 0 sets no limit. */
export function sessionBuckets(perSecond: number, clock: Clock): TakeRead {
  if (perSecond === 0) return () => undefined
  const capacity = perSecond * burstSeconds
  const buckets = new Map<string, { reads: number; at: number }>()
  return (tokenHash) => {
    const now = clock.now().getTime()
    const found = buckets.get(tokenHash)
    const filled = found ? found.reads + ((now - found.at) / 1000) * perSecond : capacity
    const reads = Math.min(capacity, filled)
    // Inserts the entry again at the end of the map, whose order is that of last use.
    buckets.delete(tokenHash)
    buckets.set(tokenHash, { reads: Math.max(0, reads - 1), at: now })
    if (buckets.size > mostSessions) buckets.delete(buckets.keys().next().value!)
    if (reads < 1) throw new HttpRefusal(429, 'too_many_requests', Math.ceil((1 - reads) / perSecond))
  }
}
