import type { DeliveryResult } from '../../outside/carrier.ts'

/**
 * The states of whatever leaves the portal. A delivery begins `pending`; an attempt, a later report of the carrier or the end
 * of all attempts changes that. A state never goes back.
 */

export type DeliveryState = 'pending' | 'sent' | 'delivered' | 'failed' | 'outcome_unknown'

/** Why a delivery failed: refused at sending, still not accepted at the last attempt, or reported later. */
export type Failure = 'rejected' | 'expired' | 'undelivered' | 'bounced'

/** From which states a delivery comes to another one. */
export const statesBefore = {
  sent: ['pending', 'outcome_unknown'],
  delivered: ['pending', 'outcome_unknown', 'sent'],
  failed: ['pending', 'outcome_unknown', 'sent'],
  outcome_unknown: ['pending'],
} as const satisfies Record<Exclude<DeliveryState, 'pending'>, readonly DeliveryState[]>

export interface RetryPolicy {
  /** The most attempts. */
  attempts: number
  /** Seconds before the second attempt; each further one waits twice as long. */
  delay: number
  /** The longest wait between two attempts in seconds. */
  delayMax: number
  /** Seconds for which an attempt is the node's own. It renews them while it sends; without that, another node takes over. */
  lease: number
  /** Seconds after an attempt before a carrier that does not show the item certainly does not have it. */
  settle: number
}

/** What an attempt changes. */
export type Change =
  | { state: 'sent'; reference: string | null }
  | { state: 'failed'; failure: Failure; code: string | null; reason: string }
  | { state: 'outcome_unknown'; code: string | null; reason: string }
  | { state: 'pending'; retryIn: number; code: string | null; reason: string }

interface Circumstances {
  /** From 1. */
  attempt: number
  /** The carrier may have the item from an earlier attempt. */
  isUndecided: boolean
  policy: RetryPolicy
}

/** Returns what follows from the result of an attempt. Only what the carrier answered is final before the last attempt. */
export function afterAttempt(result: DeliveryResult, { attempt, isUndecided, policy }: Circumstances): Change {
  if (result.outcome === 'accepted') return { state: 'sent', reference: result.reference }
  const { outcome, code, reason } = result
  if (outcome === 'permanent_failure') return { state: 'failed', failure: 'rejected', code, reason }
  if (attempt < policy.attempts) return { state: 'pending', retryIn: retryDelay(attempt, policy), code, reason }
  return isUndecided || outcome === 'outcome_unknown'
    ? { state: 'outcome_unknown', code, reason }
    : { state: 'failed', failure: 'expired', code, reason }
}

/** What a lookup has found: a reference that belongs to this delivery, nothing, or too much to tell. */
export type Lookup = { found: 'some'; reference: string } | { found: 'none' } | { found: 'unclear' }

/** Returns what follows from looking an item up at the carrier. `send`: the carrier certainly does not have it. */
export function afterLookup(
  lookup: Lookup,
  { abandonedFor, policy }: { abandonedFor: number; policy: Pick<RetryPolicy, 'settle'> },
): 'send' | Change {
  if (lookup.found === 'some') return { state: 'sent', reference: lookup.reference }
  if (lookup.found === 'unclear')
    return { state: 'outcome_unknown', code: null, reason: 'there are too many messages to look through' }
  const remaining = policy.settle - abandonedFor
  return remaining <= 0
    ? 'send'
    : { state: 'pending', retryIn: remaining, code: null, reason: 'the carrier does not show it yet' }
}

/** Seconds until the next attempt. */
export const retryDelay = (attempt: number, { delay, delayMax }: Pick<RetryPolicy, 'delay' | 'delayMax'>): number =>
  Math.min(delay * 2 ** (attempt - 1), delayMax)
