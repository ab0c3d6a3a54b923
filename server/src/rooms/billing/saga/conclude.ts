import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { NewInstrument, Verdict } from '../../../outside/payments.ts'
import { purposeNamed } from '../accounts.ts'
import { orderFulfilment, orderLook, type Desk } from './desk.ts'
import { chargedEntry, post } from '../ledger.ts'
import * as queries from '../payments.queries.ts'
import type { Attempt, Payment } from '../payments.queries.ts'
import { beginRefund } from './refunds.ts'
import { looks, statesBefore, unfinished, type PaymentState } from '../states.ts'
import { insertInstrument } from '../subscriptions.ts'

/**
 * Writes down what a provider said about an attempt: the third step of the saga. It may be told twice, by the reply and
 * by a look, and in any order; the first one wins.
 */

type PaidVerdict = Extract<Verdict, { outcome: 'paid' }>

/** Seconds before the job delivers, if the request that follows does not. */
const fulfilAfter = 10

/** Concludes an attempt in the transaction of `db`. */
export async function conclude(db: Db, desk: Desk, site: Site, reference: string, verdict: Verdict): Promise<void> {
  const known = await queries.findAttempt(db, site, reference)
  const payment = known && (await queries.lockPayment(db, site, known.payment_id))
  const attempt = payment && (await queries.findAttempt(db, site, reference))
  if (!payment || !attempt) throw new Error(`unknown attempt: ${reference}`)
  if (verdict.outcome === 'paid') return paid(db, desk, site, payment, attempt, verdict)

  const now = desk.clock.now()
  const ended = { settled_at: now, next_look_at: null, last_error: verdict.reason.slice(0, 500) }
  if (verdict.outcome === 'unclear') {
    const isUnknown = await queries.moveAttempt(db, site, attempt.attempt_id, 'unknown', {
      last_error: ended.last_error,
      code: verdict.code,
      looks: 1,
      next_look_at: secondsAfter(now, looks[0]),
    })
    if (isUnknown) await orderLook(desk, db, site, { reference, look: 1, inSeconds: looks[0] })
    return
  }
  const isDeclined = verdict.outcome === 'declined'
  const hasMoved = await queries.moveAttempt(db, site, attempt.attempt_id, isDeclined ? 'declined' : 'failed', {
    ...ended,
    code: verdict.code,
    ...(isDeclined ? { decline_class: verdict.class } : {}),
  })
  if (hasMoved) await endUnpaid(db, desk, site, payment, 'failed', isDeclined ? 'declined' : 'released')
}

/** Ends a payment for which nothing was taken, and tells its order. */
export async function endUnpaid(
  db: Db,
  desk: Desk,
  site: Site,
  payment: Payment,
  to: Extract<PaymentState, 'failed' | 'cancelled'>,
  order: 'declined' | 'released',
): Promise<void> {
  const now = desk.clock.now()
  if (!(await queries.movePayment(db, site, payment.payment_id, to, { settled_at: now }))) return
  await purposeNamed(desk.purposes, payment.purpose).moved(db, site, payment.order_id, order, now)
}

async function paid(db: Db, desk: Desk, site: Site, payment: Payment, attempt: Attempt, verdict: PaidVerdict) {
  if (attempt.state === 'paid' || attempt.state === 'reversed') return
  const { reference, attempt_id } = attempt
  const now = desk.clock.now()
  const theirs = { outcome: verdict.outcome, amount_minor: verdict.amountMinor, currency: verdict.currency }
  const differs = async (kind: string, ours: object): Promise<void> => {
    await queries.recordDifference(db, site, { reference, kind, ours, theirs, at: now })
  }
  const hasMoved = await queries.moveAttempt(db, site, attempt_id, 'paid', {
    captured_minor: verdict.amountMinor,
    captured_currency: verdict.currency,
    provider_id: verdict.providerId,
    settled_at: now,
    next_look_at: null,
  })
  if (!hasMoved) {
    desk.log.error({ reference, state: attempt.state }, 'a provider says that an attempt was paid which was declined')
    return differs('paid_after_decline', { state: attempt.state })
  }
  await post(db, site, {
    businessentity_id: payment.businessentity_id,
    currency: verdict.currency,
    cause: `attempt ${attempt_id}`,
    postings: chargedEntry(attempt.provider, verdict.amountMinor),
    at: now,
  })
  const goBack = (reason: string) =>
    beginRefund(db, desk, site, {
      payment,
      attempt: { ...attempt, provider_id: verdict.providerId },
      money: { amountMinor: verdict.amountMinor, currency: verdict.currency },
      reason,
    })

  if (verdict.amountMinor !== payment.amount_minor || verdict.currency !== payment.currency) {
    desk.log.error({ reference, theirs }, 'a provider took another amount than it was told to')
    await differs('amount', { amount_minor: payment.amount_minor, currency: payment.currency })
    await endUnpaid(db, desk, site, payment, 'failed', 'released')
    return goBack('wrong_amount')
  }
  const isLate = payment.state === 'failed' || payment.state === 'cancelled'
  const isWanted =
    statesBefore('payment', 'paid').includes(payment.state) && !(isLate && (await isReplaced(db, site, payment)))
  if (!isWanted) {
    desk.log.warn({ reference, payment: payment.state }, 'money arrived for a payment that needs it no more')
    return goBack('late')
  }
  const { instrument } = verdict
  // A stored means is named again by each charge, with fewer of its facts.
  const isNew = instrument !== undefined && !(await isStored(db, site, payment, attempt, instrument))
  const instrument_id =
    isNew &&
    (await insertInstrument(db, site, payment.businessentity_id, {
      account: attempt.account,
      provider: attempt.provider,
      made: withNetworkId(verdict),
      now,
    }))
  await queries.movePayment(db, site, payment.payment_id, 'paid', {
    paid_at: now,
    action: null,
    ...(instrument_id ? { instrument_id } : {}),
  })
  if (isLate) await purposeNamed(desk.purposes, payment.purpose).moved(db, site, payment.order_id, 'paying', now)
  await orderFulfilment(desk, db, site, payment.payment_id, fulfilAfter)
}

/** Returns whether a means is the active one of the business already. */
async function isStored(
  db: Db,
  site: Site,
  { businessentity_id }: Payment,
  { account }: Attempt,
  { token }: NewInstrument,
): Promise<boolean> {
  const found = await db
    .selectFrom('instruments')
    .select('instrument_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessentity_id)
    .where('account', '=', account)
    .where('token', '=', token)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return found !== undefined
}

const withNetworkId = ({ instrument, networkId }: PaidVerdict): NewInstrument => ({
  ...instrument!,
  networkId: instrument!.networkId ?? networkId ?? null,
})

/** Returns whether the order of a payment that had ended is paid, or being paid, by another one. */
async function isReplaced(db: Db, site: Site, { purpose, order_id, payment_id }: Payment): Promise<boolean> {
  const others = await queries.paymentsOfOrder(db, site, purpose, order_id)
  const states = new Set<PaymentState>([...unfinished, 'fulfilled'])
  return others.some((one) => one.payment_id !== payment_id && states.has(one.state))
}
