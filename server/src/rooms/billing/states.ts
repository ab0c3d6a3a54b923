import { addDays, type Day } from './days.ts'

/** The legal moves of everything that has a state, and the days on which an unpaid renewal is tried again. */

export const moves = {
  payment: {
    created: ['requires_action', 'processing', 'paid', 'cancelled', 'failed'],
    requires_action: ['processing', 'failed', 'cancelled'],
    processing: ['paid', 'failed', 'cancelled'],
    paid: ['fulfilled', 'refunding'],
    fulfilled: ['refunding', 'disputed'],
    // Back to fulfilled: the provider refused a refund of something that was delivered.
    refunding: ['refunded', 'partly_refunded', 'fulfilled'],
    partly_refunded: ['refunding'],
    // Money that is found after we thought that nothing was taken.
    failed: ['paid'],
    cancelled: ['paid'],
    refunded: [],
    disputed: [],
  },
  attempt: {
    prepared: ['waiting', 'sent', 'failed', 'not_charged'],
    waiting: ['sent', 'not_charged', 'paid'],
    sent: ['paid', 'declined', 'failed', 'unknown', 'not_charged'],
    unknown: ['paid', 'declined', 'not_charged'],
    paid: ['reversed'],
    // Late money.
    not_charged: ['paid'],
    failed: ['paid'],
    declined: [],
    reversed: [],
  },
  instrument: {
    pending: ['active', 'revoked'],
    active: ['replaced', 'expired', 'revoked'],
    replaced: [],
    expired: [],
    revoked: [],
  },
  subscription: {
    trialing: ['active', 'ended'],
    active: ['past_due', 'cancelled', 'ended'],
    past_due: ['active', 'suspended', 'ended'],
    suspended: ['active', 'ended'],
    cancelled: ['active', 'ended'],
    ended: [],
  },
  invoice: { open: ['paid', 'credited', 'written_off'], paid: ['credited'], credited: [], written_off: [] },
  refund: {
    prepared: ['sent'],
    sent: ['done', 'refused', 'unknown'],
    unknown: ['done', 'refused'],
    done: [],
    refused: [],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>

export type Thing = keyof typeof moves
export type StateOf<T extends Thing> = Extract<keyof (typeof moves)[T], string>
export type PaymentState = StateOf<'payment'>
export type AttemptState = StateOf<'attempt'>
export type InstrumentState = StateOf<'instrument'>
export type SubscriptionState = StateOf<'subscription'>
export type InvoiceState = StateOf<'invoice'>
export type RefundState = StateOf<'refund'>

/** Returns the states from which a thing may move to a state. */
export function statesBefore<T extends Thing>(thing: T, to: StateOf<T>): StateOf<T>[] {
  const table = moves[thing] as Record<string, readonly string[]>
  return Object.keys(table).filter((from) => table[from]?.includes(to)) as StateOf<T>[]
}

/** Payments that are not settled, or settled and not yet delivered: an order has at most one of them. */
export const unfinished = [
  'created',
  'requires_action',
  'processing',
  'paid',
] as const satisfies readonly PaymentState[]
/** Payments whose money moves now, or has moved and is not delivered yet. */
export const moving = ['processing', 'paid'] as const satisfies readonly PaymentState[]
/** Attempts about which the provider may still say something. An attempt may take money only in these states. */
export const liveAttempts = ['prepared', 'waiting', 'sent', 'unknown'] as const satisfies readonly AttemptState[]

/** Seconds after an attempt was sent at which the provider is asked about it. */
export const looks = [5, 15, 45, 120, 300, 900, 3600, 14_400, 43_200, 86_400] as const
/** Seconds after the person went to the provider's page at which an approval is looked for. */
export const approvalLooks = [120, 300, 900, 3600, 7200, 10_800] as const

/** What other rooms read of a subscription: business_entities.subscription_status. */
export function statusOfBusiness(state: SubscriptionState): 'active' | 'cancelled' | 'ended' {
  if (state === 'cancelled') return 'cancelled'
  return state === 'suspended' || state === 'ended' ? 'ended' : 'active'
}

/** Days after the end of the paid period. */
const triesOn = [0, 1, 3, 7]
export const suspendedAfter = 10
export const endedAfter = 30

/** Returns the days of an unpaid renewal. A hard decline and one that the person has to mend are not tried again. */
export function dunning(due: Day): { tries: Day[]; suspendedOn: Day; endedOn: Day } {
  return {
    tries: triesOn.map((days) => addDays(due, days)),
    suspendedOn: addDays(due, suspendedAfter),
    endedOn: addDays(due, endedAfter),
  }
}
