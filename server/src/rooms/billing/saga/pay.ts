import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { AuthEvidence, BillingAddress, ChargeAsk, Means, Verdict } from '../../../outside/payments.ts'
import { accountOf, type PaymentAccount } from '../accounts.ts'
import { conclude, endUnpaid } from './conclude.ts'
import { orderFulfilment, orderLook, providerSignal, type Desk } from './desk.ts'
import { fulfil } from './fulfil.ts'
import { needsCaptcha, secondsUntilAllowed } from './limits.queries.ts'
import { billingOf, quoteOfOrder } from '../order.ts'
import * as queries from '../payments.queries.ts'
import type { Attempt, Payment } from '../payments.queries.ts'
import type { OpenAsk, Order, Purpose } from '../purposes.ts'
import { newReference } from './reference.ts'
import { approvalLooks, unfinished } from '../states.ts'

/**
 * The saga of a payment. Begin: the payment and its attempt, with its reference, are committed before a byte leaves.
 * Charge: no transaction is open. Conclude: what the provider said. Fulfil: what was bought. A crash between any two of
 * them is picked up by a job, which asks the provider by the reference.
 */

export interface PayAsk {
  site: Site
  purpose: Purpose
  orderId: string
  /** A uuid of the page, made when the step opens. */
  requestKey: string | null
  /** Null where nothing is due. */
  means:
    | { kind: 'card'; paymentToken: string; cardName?: string }
    | { kind: 'approval'; returnUrl: string; cancelUrl: string }
    | null
  proof: OpenAsk['proof']
  isHuman: boolean
  billing: Partial<BillingAddress>
  ip: string
  userAgent: string
  /** Where the cardholder's bank sends the person back to. */
  authReturnUrl: string
}

export type Refused = { refused: string; seconds?: number }

/** Seconds after the begin at which the provider is asked, if nothing was heard. */
const firstLook = 60
/** Seconds that a second request waits for the first one, and the time between two reads. */
const waitTime = 20
const waitStep = 250
/** Seconds after which a payment that was only created belongs to a dead process. */
const abandonedAfter = 60

/** Pays for an order. Returns the payment, whose stored result is the answer to every request with its key. */
export async function pay(desk: Desk, ask: PayAsk): Promise<Refused | { paymentId: string }> {
  const begun = await inTenant(desk, ask.site, (db) => begin(db, desk, ask))
  if ('refused' in begun) return begun
  const { payment } = begun
  const paymentId = payment.payment_id
  if (begun.isNew || waitsForUs(desk, ask, payment)) await advance(desk, ask, payment)
  else await waitUntilSettled(desk, ask.site, paymentId)
  return { paymentId }
}

const inTenant = <R>(desk: Desk, site: Site, work: (db: Db) => Promise<R>): Promise<R> =>
  desk.database.inTenant(site.web_site_id, work)

/** Returns whether this request has to take the next step of a payment that exists. */
function waitsForUs(desk: Desk, { means }: PayAsk, { state, action, created_at }: Payment): boolean {
  if (state === 'requires_action') return means?.kind === 'card' && action?.kind === 'authenticate'
  return state === 'created' && created_at <= secondsAfter(desk.clock.now(), -abandonedAfter)
}

async function begin(db: Db, desk: Desk, ask: PayAsk): Promise<Refused | { payment: Payment; isNew: boolean }> {
  const { site, purpose, orderId } = ask
  const now = desk.clock.now()
  const before = await queries.paymentsOfOrder(db, site, purpose.name, orderId)
  const shown = await purpose.show(db, site, orderId, now)
  const requestKey = keyOf(ask, shown, before)
  const known = await queries.findByRequestKey(db, site, requestKey)
  if (known) return { payment: known, isNew: false }
  // An order that was paid says so, whichever key a later request has.
  const paid = before.find(({ state }) => state === 'paid' || state === 'fulfilled')
  if (paid) return { payment: paid, isNew: false }
  if (!shown) return { refused: 'unable_to_proceed_please_try_later' }

  const payer = shown.payerKey ?? shown.email.trim().toLowerCase()
  await queries.lockPayer(db, site, { payer, purpose: purpose.name, orderId })
  // Another request may have begun this payment while this one waited for the lock.
  const meanwhile = await queries.findByRequestKey(db, site, requestKey)
  if (meanwhile) return { payment: meanwhile, isNew: false }
  // Read again: another request may have begun one while this one waited for the lock.
  const unended = new Set<string>(unfinished)
  const others = await queries.paymentsOfOrder(db, site, purpose.name, orderId)
  for (const other of others.filter(({ state }) => unended.has(state)))
    if (!(await giveUp(db, desk, site, other.payment_id))) return { refused: 'payment_in_progress' }
  if ((await queries.movingOfPayer(db, site, payer)).length > 0) return { refused: 'payment_in_progress' }
  const seconds = await secondsUntilAllowed(db, site, ask.ip, now)
  if (seconds > 0) return { refused: 'too_many_payments', seconds }
  // Nobody tests cards at the provider's own page, where a captcha of ours could not be shown.
  if (ask.means?.kind === 'card' && !ask.isHuman && (shown.needsCaptcha || (await needsCaptcha(db, site, ask.ip, now))))
    return { refused: 'captcha_required' }

  const opened = await purpose.open(db, site, orderId, {
    now,
    ip: ask.ip,
    proof: ask.proof,
    isHuman: ask.isHuman,
    billing: ask.billing,
  })
  if ('refused' in opened) return opened
  const order: Order = { ...opened.order, billing: billingOf(opened.order, ask.billing) }
  const quote = quoteOfOrder(order)
  if (!quote) return { refused: 'invalid_number_of_locations' }
  const isDue = quote.total_minor > 0
  const account = isDue ? accountOf(desk.payments, order, quote.currency) : undefined
  if (account && ask.means === null) return { refused: 'message_bill' }
  if (isDue && (!account || !suits(account, ask.means))) return { refused: 'Something went wrong. Please try again' }

  const { needsAuthentication } = stepsOf(desk, account, ask.means)
  const reference = newReference(site.web_site_id)
  const payment = await queries.insertPayment(db, {
    web_site_id: site.web_site_id,
    purpose: purpose.name,
    businessentity_id: order.businessentity_id,
    order_id: orderId,
    email_key: payer,
    request_key: requestKey,
    currency: quote.currency,
    amount_minor: quote.total_minor,
    provider: account?.provider ?? null,
    account: account?.name ?? null,
    order: { order, quote },
    state: isDue ? (needsAuthentication || ask.means?.kind === 'approval' ? 'created' : 'processing') : 'paid',
    action: needsAuthentication ? { kind: 'authenticate', reference, frame: null, progress: null } : null,
    ip: ask.ip,
    created_at: now,
    paid_at: isDue ? null : now,
  })
  await purpose.moved(db, site, orderId, 'paying', now)
  if (!isDue) await orderFulfilment(desk, db, site, payment.payment_id, 10)
  else if (!needsAuthentication)
    await addAttempt(db, desk, site, payment, reference, ask.means?.kind === 'approval' ? 'prepared' : 'sent')
  return { payment, isNew: true }
}

/** Without a key of the page, the order, its price and its history make one: two clicks are one payment. */
function keyOf({ purpose, orderId, requestKey, means }: PayAsk, shown: Order | undefined, before: Payment[]): string {
  if (requestKey !== null) return `${purpose.name} ${orderId} ${requestKey}`
  const due = shown && quoteOfOrder(shown)
  const plan = shown?.due.kind === 'subscription' ? `${shown.due.plan.billing_plan_id} ${shown.due.locations}` : ''
  const ended = before.filter(({ state }) => ['failed', 'cancelled', 'refunded'].includes(state)).length
  return [purpose.name, orderId, means?.kind, plan, due?.currency, due?.total_minor, ended].join(' ')
}

/** A card needs a provider with fields; an approval needs one where the person approves. */
const suits = ({ provider }: PaymentAccount, means: PayAsk['means']): boolean =>
  means !== null && (provider === 'paypal') === (means.kind === 'approval')

const stepsOf = (desk: Desk, account: PaymentAccount | undefined, means: PayAsk['means']) => ({
  needsAuthentication:
    account !== undefined && means?.kind === 'card' && desk.payments.provider(account.name).authenticate !== null,
})

/**
 * Gives up another payment of the same order that only waits for the person, so that a closed window does not lock the
 * order. Returns false if money may be moving.
 */
async function giveUp(db: Db, desk: Desk, site: Site, paymentId: string): Promise<boolean> {
  const payment = await queries.lockPayment(db, site, paymentId)
  return !payment || cancelWaiting(db, desk, site, payment)
}

/** Serialises what follows with the other payments of the same payer. */
export const lockPayerOf = (db: Db, site: Site, { email_key: payer, purpose, order_id: orderId }: Payment) =>
  queries.lockPayer(db, site, { payer, purpose, orderId })

/** Cancels a payment that waits for the person. Returns whether it has ended; the payment is locked. */
export async function cancelWaiting(db: Db, desk: Desk, site: Site, payment: Payment): Promise<boolean> {
  if (payment.state !== 'created' && payment.state !== 'requires_action')
    return payment.state !== 'processing' && payment.state !== 'paid'
  const attempt = await queries.liveAttemptOf(db, site, payment.payment_id)
  const now = desk.clock.now()
  if (attempt) {
    const ended = { from: ['prepared', 'waiting'] as const, settled_at: now, next_look_at: null }
    if (!(await queries.moveAttempt(db, site, attempt.attempt_id, 'not_charged', ended))) return false
  }
  await endUnpaid(db, desk, site, payment, 'cancelled', 'released')
  return true
}

async function addAttempt(
  db: Db,
  desk: Desk,
  site: Site,
  payment: Payment,
  reference: string,
  state: 'prepared' | 'sent',
): Promise<Attempt> {
  const now = desk.clock.now()
  const attempt = await queries.insertAttempt(db, site, {
    payment,
    provider: payment.provider!,
    account: payment.account!,
    reference,
    state,
    now,
    nextLookAt: secondsAfter(now, firstLook),
  })
  await orderLook(desk, db, site, { reference, look: 0, inSeconds: firstLook })
  return attempt
}

/** Takes the steps outside the database, from where the payment is. */
async function advance(desk: Desk, ask: PayAsk, payment: Payment): Promise<void> {
  const { site, means } = ask
  const { payment_id } = payment
  if (payment.amount_minor > 0) {
    if (payment.action?.kind === 'authenticate' && means?.kind === 'card') await authenticate(desk, ask, payment)
    else {
      const attempt = await inTenant(desk, site, (db) => queries.liveAttemptOf(db, site, payment_id))
      if (attempt?.state === 'prepared') await prepare(desk, ask, payment, attempt)
      else if (attempt?.state === 'sent' && means)
        await charge(desk, ask, payment, attempt, meansOf(desk, payment, means))
    }
  }
  await fulfil(desk, site, payment_id).catch((error: unknown) => {
    // The payment stays paid, and the job of the saga delivers it.
    desk.log.warn({ payment: payment_id, err: error }, 'the request could not deliver a payment; a job will')
  })
}

function meansOf(desk: Desk, payment: Payment, means: NonNullable<PayAsk['means']>, evidence?: AuthEvidence): Means {
  const keep = payment.quote.order.keep && (desk.payments.account(payment.account!)?.can_save ?? false)
  if (means.kind === 'approval') return { ...means, keep }
  const { paymentToken, cardName } = means
  return { kind: 'fresh', paymentToken, keep, ...(cardName ? { cardName } : {}), ...(evidence ? { evidence } : {}) }
}

function chargeAsk(payment: Payment, reference: string, means: Means): ChargeAsk {
  const { order } = payment.quote
  return {
    reference,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    means,
    initiator: 'customer',
    billing: order.billing,
    invoiceNumber: null,
    description: order.description,
    ip: payment.ip,
  }
}

const unclear = (error: unknown): Verdict => ({ outcome: 'unclear', code: null, reason: String(error) })

async function charge(desk: Desk, { site }: PayAsk, payment: Payment, attempt: Attempt, means: Means): Promise<void> {
  const provider = desk.payments.provider(attempt.account)
  const verdict = await provider
    .charge({ ...chargeAsk(payment, attempt.reference, means), handle: attempt.handle }, providerSignal())
    .catch(unclear)
  await inTenant(desk, site, (db) => conclude(db, desk, site, attempt.reference, verdict))
}

/** Makes an order at the provider, which moves no money, and sends the person there. */
async function prepare(desk: Desk, ask: PayAsk, payment: Payment, attempt: Attempt): Promise<void> {
  const { site, means } = ask
  const provider = desk.payments.provider(attempt.account)
  if (!provider.prepare || !means) throw new Error(`${attempt.provider} has nothing to prepare`)
  const asked = chargeAsk(payment, attempt.reference, meansOf(desk, payment, means))
  const made = await provider.prepare(asked, providerSignal()).catch(unclear)
  await inTenant(desk, site, async (db) => {
    const current = await queries.lockPayment(db, site, payment.payment_id)
    if (current?.state !== 'created') return
    const now = desk.clock.now()
    if (made.outcome === 'prepared' && made.approveAt !== null) {
      const next_look_at = secondsAfter(now, approvalLooks[0])
      const waiting = { handle: made.handle, looks: 1, next_look_at }
      await queries.moveAttempt(db, site, attempt.attempt_id, 'waiting', waiting)
      await queries.movePayment(db, site, payment.payment_id, 'requires_action', {
        action: { kind: 'approve', url: made.approveAt },
      })
      return orderLook(desk, db, site, { reference: attempt.reference, look: 1, inSeconds: approvalLooks[0] })
    }
    // No money moved, so the next request can begin another payment.
    const reason = 'reason' in made ? made.reason : 'the provider gave no page for the approval'
    const ended = { settled_at: now, next_look_at: null, last_error: reason.slice(0, 500) }
    await queries.moveAttempt(db, site, attempt.attempt_id, 'failed', ended)
    await endUnpaid(db, desk, site, current, 'failed', 'released')
  })
}

/** Takes one step of 3-D Secure. There is no attempt until it is done: nothing that could charge was sent. */
async function authenticate(desk: Desk, ask: PayAsk, payment: Payment): Promise<void> {
  const { site, means } = ask
  const { action, payment_id } = payment
  const provider = desk.payments.provider(payment.account!)
  if (action?.kind !== 'authenticate' || means?.kind !== 'card' || !provider.authenticate) return
  const { reference, progress } = action
  const { amount_minor: amountMinor, currency } = payment
  const step = await provider
    .authenticate(
      {
        reference,
        amountMinor,
        currency,
        paymentToken: means.paymentToken,
        billing: payment.quote.order.billing,
        returnUrl: ask.authReturnUrl,
        ip: ask.ip,
        userAgent: ask.userAgent,
        ...(progress ? { progress } : {}),
      },
      providerSignal(),
    )
    .catch((error: unknown) => ({ step: 'unreachable' as const, reason: String(error) }))
  const attempt = await inTenant(desk, site, async (db) => {
    await lockPayerOf(db, site, payment)
    const current = await queries.lockPayment(db, site, payment_id)
    if (current?.state !== payment.state || current.action?.kind !== 'authenticate') return undefined
    if (step.step === 'frame') {
      const { url, post, isHidden } = step
      await queries.movePayment(db, site, payment_id, 'requires_action', {
        from: ['created', 'requires_action'],
        action: { kind: 'authenticate', reference, frame: { url, post, isHidden }, progress: step.progress },
      })
      return undefined
    }
    if (step.step === 'done' && (await queries.isOvertaken(db, site, current))) {
      await endUnpaid(db, desk, site, current, 'cancelled', 'released')
      return undefined
    }
    if (step.step === 'done') {
      await queries.movePayment(db, site, payment_id, 'processing', { action: null })
      return addAttempt(db, desk, site, current, reference, 'sent')
    }
    if (step.step === 'refused')
      await queries.movePayment(db, site, payment_id, payment.state, {
        from: [payment.state],
        action: { kind: 'refused', code: step.code, reason: step.reason.slice(0, 500) },
      })
    await endUnpaid(db, desk, site, current, 'failed', step.step === 'refused' ? 'declined' : 'released')
    return undefined
  })
  if (attempt && step.step === 'done')
    await charge(desk, ask, payment, attempt, meansOf(desk, payment, means, step.evidence))
}

/** Waits for the request that is processing the payment. */
async function waitUntilSettled(desk: Desk, site: Site, paymentId: string): Promise<void> {
  for (let waited = 0; waited < waitTime * 1000; waited += waitStep) {
    const payment = await inTenant(desk, site, (db) => queries.findPayment(db, site, paymentId))
    if (payment?.state !== 'created' && payment?.state !== 'processing' && payment?.state !== 'paid') return
    const attempt = await inTenant(desk, site, (db) => queries.liveAttemptOf(db, site, paymentId))
    // Waiting does not settle an unclear payment.
    if (attempt?.state === 'unknown') return
    await desk.clock.wait(waitStep)
  }
}
