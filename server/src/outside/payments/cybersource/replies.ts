import { z } from 'zod'
import type { DeclineClass, NewInstrument, Verdict } from '../../payments.ts'
import { toMinor } from '../money.ts'

/** Reads CyberSource's replies. A status of 201 says that a request was processed, not that it was approved. */

const Amounts = z.object({
  totalAmount: z.string().optional(),
  authorizedAmount: z.string().optional(),
  currency: z.string().optional(),
})
export const Payment = z.object({
  id: z.string(),
  status: z.string(),
  orderInformation: z.object({ amountDetails: Amounts.optional() }).optional(),
  errorInformation: z.object({ reason: z.string().optional(), message: z.string().optional() }).optional(),
  processorInformation: z.object({ networkTransactionId: z.string().optional() }).optional(),
  tokenInformation: z.object({ customer: z.object({ id: z.string() }).optional() }).optional(),
})
export type Payment = z.infer<typeof Payment>

export const Problem = z.object({
  status: z.string().optional(),
  reason: z.string().optional(),
  message: z.string().optional(),
  errorInformation: z.object({ reason: z.string().optional(), message: z.string().optional() }).optional(),
})

/** A card as the frame's token describes it. */
export type CardFacts = Pick<NewInstrument, 'brand' | 'last4' | 'expiryMonth' | 'expiryYear'>

const classes: Record<string, DeclineClass> = {
  EXPIRED_CARD: 'fix_details',
  CVN_NOT_MATCH: 'fix_details',
  INVALID_CVN: 'fix_details',
  CV_FAILED: 'fix_details',
  AVS_FAILED: 'fix_details',
  INVALID_ACCOUNT: 'fix_details',
  INVALID_CARD: 'fix_details',
  CARD_TYPE_NOT_ACCEPTED: 'fix_details',
  STOLEN_LOST_CARD: 'hard',
  UNAUTHORIZED_CARD: 'hard',
  BLACKLISTED_CUSTOMER: 'hard',
  ACCOUNT_NOT_ALLOWED_CREDIT: 'hard',
  SUSPENDED_ACCOUNT: 'hard',
  CONSUMER_AUTHENTICATION_REQUIRED: 'authenticate',
  CONSUMER_AUTHENTICATION_FAILED: 'authenticate',
  CUSTOMER_AUTHENTICATION_REQUIRED: 'authenticate',
}
/** A reason for which the same request may have been charged before. */
const repeated = new Set(['DUPLICATE_REQUEST'])
/** Reasons of the network between CyberSource and the bank: the bank may have charged. */
const unclear = new Set([
  'PROCESSOR_TIMEOUT',
  'SERVER_TIMEOUT',
  'SYSTEM_ERROR',
  'SERVICE_TIMEOUT',
  'PROCESSOR_UNAVAILABLE',
])

/** Statuses of a payment that holds money which we do not want: it is voided and counts as declined. */
export const mustBeVoided = new Set(['AUTHORIZED_PENDING_REVIEW', 'PARTIAL_AUTHORIZED', 'AUTHORIZED_RISK_DECLINED'])

/** Returns the verdict of a payment reply with status 201. */
export function verdictOf(payment: Payment, asked: { currency: string }, card: CardFacts | null): Verdict {
  const { status, id } = payment
  if (status === 'AUTHORIZED' || status === 'TRANSMITTED' || status === 'PENDING') {
    const amounts = payment.orderInformation?.amountDetails ?? {}
    const currency = amounts.currency ?? asked.currency
    const amountMinor = toMinor(amounts.authorizedAmount ?? amounts.totalAmount, currency)
    if (amountMinor === undefined) return { outcome: 'unclear', code: status, reason: 'the reply names no amount' }
    const network = payment.processorInformation?.networkTransactionId
    const token = payment.tokenInformation?.customer?.id
    return {
      outcome: 'paid',
      providerId: id,
      amountMinor,
      currency,
      ...(network === undefined ? {} : { networkId: network }),
      ...(token === undefined ? {} : { instrument: cardOf(token, card, network ?? null) }),
    }
  }
  return refusalOf(payment.errorInformation?.reason ?? status, payment.errorInformation?.message)
}

/** Returns the verdict of a reply that is no payment: status 400 and its like. */
export function problemOf(httpStatus: number, body: unknown): Verdict {
  const { data } = Problem.safeParse(body)
  const reason = data?.errorInformation?.reason ?? data?.reason
  if (!reason)
    return {
      outcome: httpStatus === 401 || httpStatus === 404 ? 'refused' : 'unclear',
      code: String(httpStatus),
      reason: `CyberSource answered ${httpStatus}`,
    }
  if (classes[reason]) return refusalOf(reason, data?.message)
  if (repeated.has(reason) || unclear.has(reason))
    return { outcome: 'unclear', code: reason, reason: data?.message ?? reason }
  return { outcome: 'refused', code: reason, reason: data?.message ?? reason }
}

function refusalOf(reason: string, message: string | undefined): Verdict {
  if (unclear.has(reason) || repeated.has(reason))
    return { outcome: 'unclear', code: reason, reason: message ?? reason }
  return { outcome: 'declined', class: classes[reason] ?? 'soft', code: reason, reason: message ?? reason }
}

export const cardOf = (token: string, card: CardFacts | null, networkId: string | null): NewInstrument => ({
  kind: 'card',
  token,
  brand: card?.brand ?? null,
  last4: card?.last4 ?? null,
  expiryMonth: card?.expiryMonth ?? null,
  expiryYear: card?.expiryYear ?? null,
  payerLabel: null,
  networkId,
})
