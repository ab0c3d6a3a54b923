import type { Clock } from '../clock.ts'
import { HttpRefusal } from './errors.ts'

/**
 * A general limit for signed-in reads: a token bucket per session, in the memory of the node. It keeps one session from
 * taking a whole node; calls that need an exact limit across nodes declare it in the contract.
 */

/** Seconds at the full rate that a session may use up at once, after it was quiet. */
const burstSeconds = 4
/** Sessions that a node remembers; the one that was quiet for longest is forgotten first, and starts with a full bucket. */
const mostSessions = 20_000

/** Takes one read from a session's bucket. Throws 429 with the seconds to wait when it is empty. */
export type TakeRead = (tokenHash: string) => void

/** `perSecond` 0 sets no limit. */
export function sessionBuckets(perSecond: number, clock: Clock): TakeRead {
  if (perSecond === 0) return () => undefined
  const capacity = perSecond * burstSeconds
  const buckets = new Map<string, { reads: number; at: number }>()
  return (tokenHash) => {
    const now = clock.now().getTime()
    const found = buckets.get(tokenHash)
    const filled = found ? found.reads + ((now - found.at) / 1000) * perSecond : capacity
    const reads = Math.min(capacity, filled)
    // Set again at the end of the order, which is the order of last use.
    buckets.delete(tokenHash)
    buckets.set(tokenHash, { reads: Math.max(0, reads - 1), at: now })
    if (buckets.size > mostSessions) buckets.delete(buckets.keys().next().value!)
    if (reads < 1) throw new HttpRefusal(429, 'too_many_requests', Math.ceil((1 - reads) / perSecond))
  }
}
