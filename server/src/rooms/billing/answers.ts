import type { ResponseType } from '@cutaway/contract/rooms/billing.ts'
import type { Db } from '../../core/db/database.ts'
import { fail } from '../../core/http/errors.ts'
import type { Site } from '../../core/tenancy.ts'
import { toDecimal, wireCurrency } from './money.ts'
import * as queries from './payments.queries.ts'
import type { Attempt, Payment } from './payments.queries.ts'

/** The stored result of a payment, as people read it: the last step of the saga. It is the same for every request. */

export interface Told {
  responseType: ResponseType
  /** Why it is no success. */
  error?: string
  /** Seconds until the page may ask or try again. */
  seconds?: number
}

type Receipt = Awaited<ReturnType<typeof queries.findReceipt>>

/** Seconds between two questions of a page about a payment that is not settled. */
const askAgainIn = 5

/** Returns what a payment and its last attempt say. */
export function toldOf(payment: Pick<Payment, 'state' | 'action'>, attempt: Attempt | undefined): Told {
  switch (payment.state) {
    case 'fulfilled':
    case 'partly_refunded':
    case 'disputed':
      return { responseType: 'success' }
    case 'paid':
      return { responseType: 'payment_success_data_update_failed', error: 'payment_arrived', seconds: askAgainIn }
    case 'requires_action':
      return { responseType: 'action_required' }
    case 'created':
    case 'processing':
      return { responseType: 'payment_error', error: 'payment_being_checked', seconds: askAgainIn }
    case 'refunding':
    case 'refunded':
      return { responseType: 'failed', error: 'payment_goes_back' }
    case 'cancelled':
      return { responseType: 'failed', error: 'payment_cancelled' }
    case 'failed':
      if (payment.action?.kind === 'refused') return { responseType: 'failed', error: 'payment_not_confirmed' }
      if (attempt?.state === 'declined') return { responseType: 'failed', error: declineKey(attempt) }
      return { responseType: 'payment_error', error: 'payment_not_taken' }
  }
}

/** Maps declines to message keys; only those that the person can correct have their own. */
function declineKey({ code, decline_class }: Pick<Attempt, 'code' | 'decline_class'>): string {
  const said = (code ?? '').toUpperCase()
  if (/EXPIRED|^54$|D4454/.test(said)) return 'card_expired'
  if (/CVV|CVN|SECURITY_CODE|D4482/.test(said)) return 'card_cvv_wrong'
  if (/INSUFFICIENT|NO_FUNDS|D4451/.test(said)) return 'card_no_funds'
  return decline_class === 'fix_details' ? 'please_change_billing_details' : 'payment_declined'
}

/** Returns the result of a payment as data; throws it as a refusal where it is no success. */
export function resultOf(payment: Payment, attempt: Attempt | undefined, receipt?: Receipt) {
  const { responseType, error, seconds } = toldOf(payment, attempt)
  if (responseType !== 'success' && responseType !== 'action_required')
    fail(
      responseType,
      { responseType, payment: payment.payment_id },
      {
        ...(error ? { error_message: { error } } : {}),
        ...(seconds === undefined ? {} : { timeCount: seconds }),
      },
    )
  const { action } = payment
  return {
    responseType,
    payment: payment.payment_id,
    amount: toDecimal(payment.amount_minor, payment.currency),
    currency: wireCurrency(payment.currency),
    email: payment.quote.order.email,
    action: responseType === 'action_required' ? actionOf(action) : null,
    ...(receipt ? { receipt } : {}),
  }
}

function actionOf(action: Payment['action']) {
  if (action?.kind === 'approve') return { kind: 'approve' as const, url: action.url, post: {}, hidden: false }
  if (action?.kind !== 'authenticate' || !action.frame) return null
  const { url, post, isHidden } = action.frame
  return { kind: 'authenticate' as const, url, post, hidden: isHidden }
}

/** Reads a payment with its last attempt, and the receipt of one that is delivered. */
export async function readResult(db: Db, site: Site, paymentId: string) {
  const payment = await queries.findPayment(db, site, paymentId)
  const [attempt] = payment ? await queries.attemptsOf(db, site, paymentId) : []
  const receipt = payment?.state === 'fulfilled' ? await queries.findReceipt(db, site, paymentId) : undefined
  return payment && { payment, attempt, receipt }
}
