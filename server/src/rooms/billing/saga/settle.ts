import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { PaymentProvider, Verdict } from '../../../outside/payments.ts'
import { conclude, endUnpaid } from './conclude.ts'
import { nextLook, orderLook, providerSignal, type Desk, type LookJob } from './desk.ts'
import { fulfil } from './fulfil.ts'
import { lockPayerOf } from './pay.ts'
import * as queries from '../payments.queries.ts'
import type { Attempt, Payment } from '../payments.queries.ts'
import { approvalLooks, liveAttempts, looks } from '../states.ts'

/**
 * Asks a provider about an attempt. A crash, a lost reply, a webhook, a return page and a timer all end here. What is
 * unclear is asked again, and never sent again on a guess.
 */

/** Seconds after its start at which an approval is still used. */
const approvalTime = approvalLooks.at(-1)!
/** Seconds after the capture was sent at which an approved order that has not been captured is captured again. */
const captureTime = 3600

export async function settle(
  desk: Desk,
  site: Site,
  { reference, look }: Pick<LookJob, 'reference' | 'look'>,
  signal?: AbortSignal,
): Promise<void> {
  const inTenant = <R>(work: (db: Db) => Promise<R>) =>
    desk.database.inTenant(site.web_site_id, work, { lane: 'background' })
  const found = await inTenant(async (db) => {
    const attempt = await queries.findAttempt(db, site, reference)
    return attempt && { attempt, payment: (await queries.findPayment(db, site, attempt.payment_id))! }
  })
  if (!found || !isDue(found.attempt, look)) return
  const { attempt, payment } = found
  const provider = desk.payments.provider(attempt.account)
  const lookup = {
    reference,
    handle: attempt.handle,
    kind: 'charge' as const,
    sentAt: attempt.sent_at ?? attempt.prepared_at,
    now: desk.clock.now(),
  }
  const seen = await provider.find(lookup, providerSignal(signal)).catch(unclear)
  switch (seen.outcome) {
    case 'paid':
    case 'declined':
      await inTenant((db) => conclude(db, desk, site, reference, seen))
      break
    case 'none':
      await inTenant((db) => nothingTaken(db, desk, site, found))
      break
    case 'approved':
      await capture(desk, site, { ...found, look }, provider, inTenant, signal)
      break
    default:
      await inTenant((db) =>
        lookAgain(db, desk, site, attempt, { look, reason: 'reason' in seen ? seen.reason : null }),
      )
  }
  await fulfil(desk, site, payment.payment_id)
}

const unclear = (error: unknown): Verdict => ({ outcome: 'unclear', code: null, reason: String(error) })

/** A look that another one overtook has nothing to do. Attempts that ended without a charge are looked at on request. */
function isDue(attempt: Attempt, look: LookJob['look']): boolean {
  if ((liveAttempts as readonly string[]).includes(attempt.state)) return look === 'now' || look === attempt.looks
  return look === 'now' && (attempt.state === 'not_charged' || attempt.state === 'failed')
}

/** 'none' is certain. A prepared order that nobody approved moved no money, but may still be approved. */
async function nothingTaken(
  db: Db,
  desk: Desk,
  site: Site,
  { attempt, payment: { payment_id } }: { attempt: Attempt; payment: Payment },
): Promise<void> {
  const payment = (await queries.lockPayment(db, site, payment_id))!
  const now = desk.clock.now()
  const wasSent = attempt.state === 'sent' || attempt.state === 'unknown'
  const hasMoved = await queries.moveAttempt(db, site, attempt.attempt_id, 'not_charged', {
    from: [attempt.state],
    settled_at: now,
    next_look_at: null,
  })
  if (hasMoved) await endUnpaid(db, desk, site, payment, wasSent ? 'failed' : 'cancelled', 'released')
}

/** Takes the money of an approved order. An order can be captured once, so nothing is taken twice. */
async function capture(
  desk: Desk,
  site: Site,
  { attempt, payment, look }: { attempt: Attempt; payment: Payment; look: LookJob['look'] },
  provider: PaymentProvider,
  inTenant: <R>(work: (db: Db) => Promise<R>) => Promise<R>,
  signal?: AbortSignal,
): Promise<void> {
  const now = desk.clock.now()
  const age = (since: Date) => (now.getTime() - since.getTime()) / 1000
  const isUsed =
    attempt.sent_at === null ? age(attempt.prepared_at) <= approvalTime : age(attempt.sent_at) <= captureTime
  if (!isUsed) return inTenant((db) => nothingTaken(db, desk, site, { attempt, payment }))
  const isOurs = await inTenant(async (db) => {
    await lockPayerOf(db, site, payment)
    const current = (await queries.lockPayment(db, site, payment.payment_id))!
    if (attempt.sent_at !== null) return current.state === 'processing'
    if (await queries.isOvertaken(db, site, current)) {
      await nothingTaken(db, desk, site, { attempt, payment })
      return false
    }
    const { at, inSeconds } = nextLook(now, 60, now)
    const sent = { sent_at: now, looks: 0, next_look_at: at }
    if (!(await queries.moveAttempt(db, site, attempt.attempt_id, 'sent', sent))) return false
    await queries.movePayment(db, site, payment.payment_id, 'processing')
    await orderLook(desk, db, site, { reference: attempt.reference, look: 0, inSeconds })
    return true
  })
  if (!isOurs) return
  const { order } = payment.quote
  const canSave = desk.payments.account(attempt.account)?.can_save ?? false
  const verdict = await provider
    .charge(
      {
        reference: attempt.reference,
        handle: attempt.handle,
        amountMinor: payment.amount_minor,
        currency: payment.currency,
        means: { kind: 'approval', returnUrl: '', cancelUrl: '', keep: order.keep && canSave },
        initiator: 'customer',
        billing: order.billing,
        invoiceNumber: null,
        description: order.description,
        ip: payment.ip,
      },
      providerSignal(signal),
    )
    .catch(unclear)
  if (verdict.outcome !== 'unclear' || attempt.sent_at === null)
    return inTenant((db) => conclude(db, desk, site, attempt.reference, verdict))
  return inTenant((db) => lookAgain(db, desk, site, attempt, { look, reason: verdict.reason }))
}

/**
 * Returns the seconds after its start at which an approval is looked for next; undefined: it has lapsed. The person may
 * be back already and wait for the result, so that a look without an answer is soon repeated.
 */
function nextApprovalLook(start: Date, now: Date, isUnanswered: boolean): number | undefined {
  const age = (now.getTime() - start.getTime()) / 1000
  const planned = approvalLooks.find((seconds) => seconds > age)
  return planned !== undefined && isUnanswered ? Math.min(planned, age + Math.max(5, age / 8)) : planned
}

/**
 * Orders the next look. After the last one a person has to look, or the approval has lapsed. A look between the planned
 * ones, ordered by a webhook or a return page, uses up none of them: however many come, the planned ones are made.
 */
async function lookAgain(
  db: Db,
  desk: Desk,
  site: Site,
  known: Attempt,
  { look: asked, reason }: { look: LookJob['look']; reason: string | null },
): Promise<void> {
  const payment = (await queries.lockPayment(db, site, known.payment_id))!
  const attempt = (await queries.findAttempt(db, site, known.reference))!
  if (!(liveAttempts as readonly string[]).includes(attempt.state)) return
  const now = desk.clock.now()
  const wasSent = attempt.sent_at !== null
  const seconds = wasSent ? looks[attempt.looks] : nextApprovalLook(attempt.prepared_at, now, reason !== null)
  const last_error = reason?.slice(0, 500) ?? attempt.last_error
  if (wasSent && asked === 'now') return queries.noteAttempt(db, site, attempt.attempt_id, { last_error })
  if (seconds === undefined) {
    if (!wasSent) return nothingTaken(db, desk, site, { attempt, payment })
    desk.log.error({ reference: attempt.reference }, 'a provider did not say in a day whether it charged')
    await queries.noteAttempt(db, site, attempt.attempt_id, { next_look_at: null, last_error })
    await queries.recordDifference(db, site, {
      reference: attempt.reference,
      kind: 'unknown',
      ours: { amount_minor: payment.amount_minor, currency: payment.currency },
      theirs: { reason: last_error },
      at: now,
    })
    return
  }
  const { at, inSeconds } = nextLook(attempt.sent_at ?? attempt.prepared_at, seconds, now)
  const look = attempt.looks + 1
  const facts = { looks: look, next_look_at: at, last_error }
  if (attempt.state === 'sent') await queries.moveAttempt(db, site, attempt.attempt_id, 'unknown', facts)
  else await queries.noteAttempt(db, site, attempt.attempt_id, facts)
  await orderLook(desk, db, site, { reference: attempt.reference, look, inSeconds })
}
