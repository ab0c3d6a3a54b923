import { randomBytes } from 'node:crypto'
import { declines, type Behaviour, type Refusal } from './cards.ts'
import type { Charge, Face, Ledger, Source } from './ledger.ts'

/** What all faces share: a charge by a card's behaviour, refunds, and what happens to the reply. */

export interface ChargeOrder {
  face: Face
  reference: string
  invoice: string | null
  amountMinor: number
  currency: string
  source: Source
  initiator: 'customer' | 'merchant'
  /** A stored token that pays; null for a new card. */
  token: string | null
  /** Store the card and give it this token. */
  newToken: string | null
  order: string | null
  authenticated: boolean
}

/** What happens to the reply of a charge, besides its content. */
export type Mishap = 'hold' | 'cut' | 'error' | 'slow' | 'duplicate' | null

export interface ChargeResult {
  /** Null: nothing was charged and nothing declined. */
  charge: Charge | null
  mishap: Mishap
}

const mishaps: Partial<Record<Behaviour, Mishap>> = {
  timeout_after: 'hold',
  cut_after: 'cut',
  error_after: 'error',
  slow: 'slow',
  duplicate: 'duplicate',
}

/** Charges a card or a wallet: the ledger has it when this returns. */
export function chargeIn(ledger: Ledger, order: ChargeOrder): ChargeResult {
  const { behaviour } = order.source
  if (behaviour === 'timeout_before') return { charge: null, mishap: 'hold' }
  const before = order.token === null ? 0 : (ledger.tokens.get(order.token)?.uses ?? 0)
  const refusal: Refusal | null = declines.has(behaviour)
    ? (behaviour as Refusal)
    : behaviour === 'good_once' && before > 0
      ? 'no_funds'
      : behaviour === 'challenge' && order.initiator === 'customer' && order.token === null && !order.authenticated
        ? 'declined'
        : null
  const { newToken, face, source, ...facts } = order
  const charge: Charge = {
    kind: 'charge',
    id: newId(face),
    face,
    source,
    ...facts,
    token: order.token ?? (refusal === null ? newToken : null),
    state: refusal === null ? 'paid' : 'declined',
    refusal,
  }
  const stored = newToken !== null && refusal === null && order.token === null
  ledger.record(...(stored ? [{ kind: 'token' as const, id: newToken, face, source }] : []), charge)
  return { charge, mishap: refusal === null ? (mishaps[behaviour] ?? null) : null }
}

export type RefundResult = { id: string } | { refusal: 'unknown' | 'too_much' | 'refused' }

/** Gives back a charge or a part of it. */
export function refundIn(
  ledger: Ledger,
  {
    id,
    amountMinor,
    reference,
    how,
  }: { id: string; amountMinor: number | null; reference: string | null; how: 'void' | 'refund' },
): RefundResult {
  const charge = ledger.charges.get(id)
  if (!charge || charge.state !== 'paid') return { refusal: 'unknown' }
  const left = ledger.left(charge)
  const amount = amountMinor ?? left
  if (amount <= 0 || amount > left) return { refusal: 'too_much' }
  if (charge.source.behaviour === 'refund_refused') return { refusal: 'refused' }
  const refund = newId(charge.face)
  ledger.record({ kind: 'refund', id: refund, of: id, how, reference, amountMinor: amount, currency: charge.currency })
  return { id: refund }
}

/** Returns an id in the form of a face. */
export function newId(face: Face): string {
  if (face === 'paypal') return randomText('ABCDEFGHJKLMNPQRSTUVWXYZ0123456789', 17)
  const digits = randomText('0123456789', face === 'eway' ? 7 : 21)
  return face === 'eway' ? `1${digits}` : `7${digits}`
}

export const randomText = (letters: string, length: number): string =>
  Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('')
