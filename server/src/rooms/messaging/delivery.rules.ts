import type { DeliveryResult } from '../../outside/carrier.ts'

/**
 * The states of a delivery. A delivery begins as `pending`; an attempt, a later report of the carrier or the end of all
 * attempts changes it. A state never goes back.
 */

export type DeliveryState = 'pending' | 'sent' | 'delivered' | 'failed' | 'outcome_unknown'

/**
 * How a delivery failed: rejected at sending, not accepted by the last attempt, reported later, or withheld because the
 * recipient wants no messages or cannot be reached.
 */
export type Failure = 'rejected' | 'expired' | 'undelivered' | 'bounced' | 'suppressed'

/** The states from which a delivery can reach each state. */
export const statesBefore = {
  sent: ['pending', 'outcome_unknown'],
  delivered: ['pending', 'outcome_unknown', 'sent'],
  failed: ['pending', 'outcome_unknown', 'sent'],
  outcome_unknown: ['pending'],
} as const satisfies Record<Exclude<DeliveryState, 'pending'>, readonly DeliveryState[]>

export interface RetryPolicy {
  /** Maximum number of attempts. */
  attempts: number
  /** Seconds before the second attempt. Each further wait is twice as long. */
  delay: number
  /** Longest wait between two attempts, in seconds. */
  delayMax: number
  /**
   * Length of an attempt's lease in seconds. The node renews it while it sends; when it ends, another node takes over.
   */
  lease: number
  /** Seconds after an attempt until an item that the carrier does not list is certainly not there. */
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

/**
 * Returns the change that the result of an attempt causes. Before the last attempt only a carrier's answer is final.
 */
export function afterAttempt(result: DeliveryResult, { attempt, isUndecided, policy }: Circumstances): Change {
  if (result.outcome === 'accepted') return { state: 'sent', reference: result.reference }
  const { outcome, code, reason } = result
  if (outcome === 'permanent_failure') return { state: 'failed', failure: 'rejected', code, reason }
  if (attempt < policy.attempts) return { state: 'pending', retryIn: retryDelay(attempt, policy), code, reason }
  return isUndecided || outcome === 'outcome_unknown'
    ? { state: 'outcome_unknown', code, reason }
    : { state: 'failed', failure: 'expired', code, reason }
}

/** The result of a lookup: a reference that belongs to this delivery, nothing, or too many candidates. */
export type Lookup = { found: 'some'; reference: string } | { found: 'none' } | { found: 'unclear' }

/** Returns the change that a lookup at the carrier causes. `send`: the carrier certainly does not have the item. */
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
