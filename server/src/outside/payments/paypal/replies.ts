import { z } from 'zod'
import type { DeclineClass, NewInstrument, Verdict } from '../../payments.ts'
import { toMinor } from '../money.ts'

/** Reads PayPal's replies: orders with their captures and refunds, and problems with their issues. */

const Amount = z.object({ currency_code: z.string(), value: z.string() })
const Capture = z.object({ id: z.string(), status: z.string(), amount: Amount.optional() })
const Refund = z.object({
  id: z.string(),
  status: z.string(),
  amount: Amount.optional(),
  custom_id: z.string().nullish(),
  invoice_id: z.string().nullish(),
})
export type Refund = z.infer<typeof Refund>
export { Refund }

export const Order = z.object({
  id: z.string(),
  status: z.string(),
  purchase_units: z
    .array(
      z.object({
        payments: z.object({ captures: z.array(Capture).optional(), refunds: z.array(Refund).optional() }).optional(),
      }),
    )
    .optional(),
  payment_source: z
    .object({
      paypal: z
        .object({
          email_address: z.string().nullish(),
          attributes: z
            .object({ vault: z.object({ id: z.string().optional(), status: z.string().optional() }).optional() })
            .optional(),
        })
        .optional(),
    })
    .optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
})
export type Order = z.infer<typeof Order>

const Problem = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
})

const declines: Record<string, DeclineClass> = {
  INSTRUMENT_DECLINED: 'soft',
  TRANSACTION_REFUSED: 'soft',
  PAYER_CANNOT_PAY: 'hard',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'hard',
  PAYER_ACCOUNT_RESTRICTED: 'hard',
  PAYEE_BLOCKED_TRANSACTION: 'soft',
  PAYER_ACTION_REQUIRED: 'authenticate',
  CARD_EXPIRED: 'fix_details',
  TOKEN_ID_NOT_FOUND: 'hard',
  REFUND_NOT_PERMITTED_BY_PAYER: 'soft',
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'soft',
}
/** Issues that say: it was done before. */
const done = new Set([
  'ORDER_ALREADY_CAPTURED',
  'DUPLICATE_INVOICE_ID',
  'PREVIOUS_REQUEST_IN_PROGRESS',
  'CAPTURE_FULLY_REFUNDED',
])

/** Returns the verdict of a refusal. */
export function problemOf(status: number, body: unknown): Verdict {
  const { data } = Problem.safeParse(body)
  const issue = data?.details?.find((detail) => detail.issue)?.issue ?? data?.name ?? String(status)
  if (declines[issue]) return { outcome: 'declined', class: declines[issue], code: issue, reason: `PayPal: ${issue}` }
  if (done.has(issue) || status === 409 || data === undefined)
    return { outcome: 'unclear', code: issue, reason: `PayPal: ${issue}` }
  return { outcome: 'refused', code: issue, reason: `PayPal: ${issue}` }
}

/** Returns the verdict of an order that was captured; undefined without a capture. */
export function captureOf(order: Order): Verdict | undefined {
  const capture = order.purchase_units?.flatMap(({ payments }) => payments?.captures ?? [])[0]
  if (!capture) return undefined
  const amountMinor = toMinor(capture.amount?.value, capture.amount?.currency_code ?? '')
  switch (capture.status) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED': {
      if (amountMinor === undefined || !capture.amount)
        return { outcome: 'unclear', code: null, reason: 'the capture names no amount' }
      const instrument = walletOf(order)
      return {
        outcome: 'paid',
        providerId: capture.id,
        amountMinor,
        currency: capture.amount.currency_code,
        ...(instrument ? { instrument } : {}),
      }
    }
    case 'DECLINED':
    case 'FAILED':
      return { outcome: 'declined', class: 'soft', code: capture.status, reason: 'PayPal declined the capture' }
    default:
      return { outcome: 'unclear', code: capture.status, reason: `the capture is ${capture.status}` }
  }
}

function walletOf(order: Order): NewInstrument | undefined {
  const wallet = order.payment_source?.paypal
  const token = wallet?.attributes?.vault?.id
  return token === undefined ? undefined : walletInstrument(token, wallet?.email_address)
}

export const walletInstrument = (token: string, email: string | null | undefined): NewInstrument => ({
  kind: 'wallet',
  token,
  brand: 'paypal',
  last4: null,
  expiryMonth: null,
  expiryYear: null,
  payerLabel: email ? masked(email) : null,
  networkId: null,
})

/** Returns an address of which only the first letter is readable: 'j•••@example.com'. */
function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${email[0]}•••${email.slice(at)}`
}

/** Returns the verdict of a refund. */
export function refundOf(refund: Refund): Verdict {
  const { id, status, amount } = refund
  const amountMinor = toMinor(amount?.value, amount?.currency_code ?? '')
  if (status === 'COMPLETED' && amount && amountMinor !== undefined)
    return { outcome: 'paid', providerId: id, amountMinor, currency: amount.currency_code }
  if (status === 'FAILED' || status === 'CANCELLED')
    return { outcome: 'declined', class: 'soft', code: status, reason: 'PayPal did not make the refund' }
  return { outcome: 'unclear', code: status, reason: `the refund is ${status}` }
}
