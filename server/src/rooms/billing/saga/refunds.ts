import { randomUUID } from 'node:crypto'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { Money, Verdict } from '../../../outside/payments.ts'
import { creditRefund } from './credit-notes.ts'
import { nextLook, orderRefund, providerSignal, type Desk } from './desk.ts'
import { post, refundedEntry } from '../ledger.ts'
import * as queries from '../payments.queries.ts'
import type { Attempt, Payment, Refund } from '../payments.queries.ts'
import { newReference } from './reference.ts'
import { looks } from '../states.ts'

/**
 * Pays charges back. A refund is a row with a reference before the provider hears of it; after a crash or an unclear
 * reply the provider is asked by that reference before anything is sent again.
 */

export interface RefundOf {
  payment: Payment
  attempt: Attempt
  money: Money
  /** 'late', 'wrong_amount', 'conflict', or the words of the desk. */
  reason: string
}

/** Adds a refund in the transaction of `db`; a job sends it. */
export async function beginRefund(
  db: Db,
  desk: Desk,
  site: Site,
  { payment, attempt, money, reason }: RefundOf,
): Promise<void> {
  const now = desk.clock.now()
  const reference = newReference(site.web_site_id)
  await db
    .insertInto('refunds')
    .values({
      web_site_id: site.web_site_id,
      refund_id: randomUUID(),
      payment_id: payment.payment_id,
      attempt_id: attempt.attempt_id,
      reference,
      currency: money.currency,
      amount_minor: money.amountMinor,
      kind: 'refund',
      reason,
      state: 'prepared',
      created_at: now,
      next_look_at: now,
      sent_at: null,
      settled_at: null,
    })
    .execute()
  await orderRefund(desk, db, site, { reference, look: 0 })
}

/**
 * Gives back a delivered payment, or a part of it, in the transaction of `db`: what a person at the desk decides. A credit
 * note follows when the provider has done it. Returns why not, as a message key.
 */
export async function refundPayment(
  db: Db,
  desk: Desk,
  site: Site,
  { paymentId, amountMinor, reason }: { paymentId: string; amountMinor: number; reason: string },
): Promise<'begun' | 'payment_not_refundable' | 'refund_above_payment'> {
  const payment = await queries.lockPayment(db, site, paymentId)
  const attempt = (await queries.attemptsOf(db, site, paymentId)).find(({ state }) => state === 'paid')
  if (!payment || !attempt || (payment.state !== 'fulfilled' && payment.state !== 'partly_refunded'))
    return 'payment_not_refundable'
  const left = (attempt.captured_minor ?? 0) - (await queries.givenBack(db, site, attempt.attempt_id))
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 1 || amountMinor > left) return 'refund_above_payment'
  await queries.movePayment(db, site, paymentId, 'refunding')
  const money = { amountMinor, currency: payment.currency }
  await beginRefund(db, desk, site, { payment, attempt, money, reason })
  return 'begun'
}

/** Sends a refund, or asks about one that was sent. */
export async function workRefund(
  desk: Desk,
  site: Site,
  { reference, look }: { reference: string; look: number },
  signal?: AbortSignal,
): Promise<void> {
  const inTenant = <R>(work: (db: Db) => Promise<R>) =>
    desk.database.inTenant(site.web_site_id, work, { lane: 'background' })
  const started = await inTenant(async (db) => {
    const known = await queries.findRefund(db, site, reference)
    const refund = known && (await queries.lockRefund(db, site, known.refund_id))
    if (!refund || refund.looks !== look || refund.next_look_at === null) return undefined
    const attempt = (await queries.attemptsOf(db, site, refund.payment_id)).find(
      (one) => one.attempt_id === refund.attempt_id,
    )
    const wasSent = refund.state !== 'prepared'
    const now = desk.clock.now()
    if (!wasSent) await queries.moveRefund(db, site, refund.refund_id, 'sent', { sent_at: now })
    return { refund: { ...refund, sent_at: refund.sent_at ?? now }, attempt: attempt!, wasSent }
  })
  if (!started) return
  const verdict = await ask(desk, started, providerSignal(signal)).catch((error: unknown): Verdict => ({
    outcome: 'unclear',
    code: null,
    reason: String(error),
  }))
  await inTenant((db) => concludeRefund(db, desk, site, started, verdict))
}

async function ask(
  desk: Desk,
  { refund, attempt, wasSent }: { refund: Refund; attempt: Attempt; wasSent: boolean },
  signal: AbortSignal,
): Promise<Verdict> {
  const provider = desk.payments.provider(attempt.account)
  const { reference } = refund
  if (wasSent) {
    const about = { reference, handle: attempt.handle, kind: 'refund' as const }
    const found = await provider.find({ ...about, sentAt: refund.sent_at!, now: desk.clock.now() }, signal)
    if ('reason' in found || found.outcome === 'paid') return found
    if (found.outcome !== 'none') return { outcome: 'unclear', code: null, reason: 'the refund is not settled' }
  }
  return provider.refund(
    {
      reference,
      amountMinor: refund.amount_minor,
      currency: refund.currency,
      providerId: attempt.provider_id ?? '',
      chargedAt: attempt.settled_at ?? attempt.prepared_at,
      isWhole: refund.amount_minor === attempt.captured_minor,
      reason: refund.reason,
    },
    signal,
  )
}

async function concludeRefund(
  db: Db,
  desk: Desk,
  site: Site,
  { refund, attempt }: { refund: Refund; attempt: Attempt },
  verdict: Verdict,
): Promise<void> {
  const { reference, refund_id } = refund
  const now = desk.clock.now()
  // The payment is locked before the refund, as everywhere.
  const payment = (await queries.lockPayment(db, site, refund.payment_id))!
  if (verdict.outcome === 'paid') {
    const done = { settled_at: now, next_look_at: null, provider_id: verdict.providerId }
    if (!(await queries.moveRefund(db, site, refund_id, 'done', done))) return
    const given = await queries.givenBack(db, site, attempt.attempt_id)
    const isWhole = given === attempt.captured_minor
    const { amount_minor: amountMinor, payment_id: paymentId } = refund
    const credit_note_id = await creditRefund(db, site, { paymentId, amountMinor, now })
    if (credit_note_id !== undefined)
      await queries.moveRefund(db, site, refund_id, 'done', { from: ['done'], credit_note_id })
    if (isWhole) await queries.moveAttempt(db, site, attempt.attempt_id, 'reversed')
    await post(db, site, {
      businessentity_id: payment.businessentity_id,
      currency: refund.currency,
      cause: `refund ${refund_id}`,
      postings: refundedEntry(attempt.provider, refund.amount_minor, credit_note_id !== undefined),
      at: now,
    })
    if (credit_note_id !== undefined)
      await desk.purposes
        .find(({ name }) => name === payment.purpose)
        ?.refunded?.(db, site, payment.order_id, { refundedMinor: given, totalMinor: payment.amount_minor })
    if (payment.state === 'refunding')
      await queries.movePayment(db, site, payment.payment_id, isWhole ? 'refunded' : 'partly_refunded', {
        settled_at: now,
      })
    return
  }
  const last_error = verdict.reason.slice(0, 500)
  if (verdict.outcome === 'declined' || verdict.outcome === 'refused') {
    const refused = { settled_at: now, next_look_at: null, last_error }
    if (!(await queries.moveRefund(db, site, refund_id, 'refused', refused))) return
    // What was delivered stays delivered, and the desk can try another way.
    if (payment.state === 'refunding' && payment.settled_at !== null && (await isDelivered(db, site, payment)))
      await queries.movePayment(db, site, payment.payment_id, await stateAfter(db, site, attempt), {
        from: ['refunding'],
      })
    await toTheDesk('refund_refused')
    return
  }
  // 'later' was certainly not sent; the next look finds nothing and sends it then.
  const seconds = looks[refund.looks]
  if (seconds === undefined) {
    const ends = { from: ['sent', 'unknown'] as const, next_look_at: null, last_error }
    if (!(await queries.moveRefund(db, site, refund_id, 'unknown', ends))) return
    return toTheDesk('refund_unknown')
  }
  const { at, inSeconds } = nextLook(refund.sent_at!, seconds, now)
  const look = refund.looks + 1
  const waits = { from: ['sent', 'unknown'] as const, looks: look, next_look_at: at, last_error }
  if (await queries.moveRefund(db, site, refund_id, 'unknown', waits))
    await orderRefund(desk, db, site, { reference, look, inSeconds })

  async function toTheDesk(kind: string) {
    desk.log.error({ reference, reason: last_error }, 'a refund needs a person')
    const ours = { amount_minor: refund.amount_minor, currency: refund.currency }
    const theirs = { outcome: verdict.outcome, reason: last_error }
    await queries.recordDifference(db, site, { reference, kind, ours, theirs, at: now })
  }
}

/** Whether an invoice was issued for a payment: what was paid was delivered. */
async function isDelivered(db: Db, site: Site, { payment_id }: Payment): Promise<boolean> {
  const invoice = await db
    .selectFrom('invoices')
    .select('invoice_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('payment_id', '=', payment_id)
    .executeTakeFirst()
  return invoice !== undefined
}

const stateAfter = async (db: Db, site: Site, { attempt_id }: Attempt) =>
  (await queries.givenBack(db, site, attempt_id)) > 0 ? 'partly_refunded' : 'fulfilled'
