import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { ChargeAsk, Verdict } from '../../../outside/payments.ts'
import { quoteOfOrder } from '../order.ts'
import * as queries from '../payments.queries.ts'
import type { Attempt, Payment } from '../payments.queries.ts'
import type { Order, Purpose } from '../purposes.ts'
import { conclude, endUnpaid } from '../saga/conclude.ts'
import { orderFulfilment, orderLook, providerSignal, type Desk } from '../saga/desk.ts'
import { fulfil } from '../saga/fulfil.ts'
import { needsCaptcha, secondsUntilAllowed } from '../saga/limits.queries.ts'
import { newReference, referenceOf } from '../saga/reference.ts'
import { unfinished } from '../states.ts'
import type { Instrument, Subscription } from './subscriptions.queries.ts'

/**
 * Charges a stored means of payment, for a renewal or when the customer asks. It is the saga of `saga/pay.ts` without a
 * person at the card: the payment and its reference are committed before a byte leaves, and what is unclear is asked.
 */

export interface StoredAsk {
  site: Site
  purpose: Purpose
  orderId: string
  requestKey: string
  /** Payments of these purposes for the order exclude each other. */
  excludes: readonly Purpose['name'][]
  /** Null: without the customer, as a renewal. */
  customer: { ip: string; isHuman: boolean } | null
  /**
   * What is charged, in words that outlast a restore of the database. The provider is asked first whether it made this
   * charge already, after the backup.
   */
  charged?: string
}

export type StoredResult = { refused: string; seconds?: number } | { paymentId: string }

/** Names the open invoice of a subscription: a restored database issues it again, with another id. */
export const chargedFor = ({ subscription_id, period_start }: Subscription): string =>
  `period ${subscription_id} ${period_start}`

/** Seconds after which the provider is asked, if nothing was heard. */
const firstLook = 60

export async function payStored(desk: Desk, ask: StoredAsk): Promise<StoredResult> {
  const { site } = ask
  const inTenant = <R>(work: (db: Db) => Promise<R>) =>
    desk.database.inTenant(site.web_site_id, work, ask.customer ? {} : { lane: 'background' })
  const recalled = await recall(desk, ask, inTenant)
  if (recalled && 'refused' in recalled) return recalled
  const begun = await inTenant((db) => begin(db, desk, ask, recalled))
  if ('refused' in begun) return begun
  const { payment, attempt, instrument } = begun
  if (attempt && recalled?.verdict) {
    desk.log.warn({ reference: attempt.reference }, 'a charge that our books had forgotten was found at the provider')
    const { verdict } = recalled
    await inTenant((db) => conclude(db, desk, site, attempt.reference, verdict))
  } else if (attempt && instrument) await charge(desk, ask, { payment, attempt, instrument }, inTenant)
  await fulfil(desk, site, payment.payment_id).catch((error: unknown) => {
    // The payment stays paid, and the job of the saga delivers it.
    desk.log.warn({ payment: payment.payment_id, err: error }, 'a payment could not be delivered at once; a job will')
  })
  return { paymentId: payment.payment_id }
}

interface Recalled {
  reference: string
  /** Payments of the order so far. */
  number: number
  /** What the provider said about a charge that our books do not know; undefined for none. */
  verdict: Verdict | undefined
}

/** Payments of an order, of all purposes that exclude each other. */
async function countPayments(db: Db, { site, orderId, excludes }: StoredAsk): Promise<number> {
  let count = 0
  for (const name of excludes) count += (await queries.paymentsOfOrder(db, site, name, orderId)).length
  return count
}

/**
 * Asks the provider for a charge that our books do not know. Returns undefined if there is nothing to ask. Without an
 * answer nothing may be charged.
 */
async function recall(
  desk: Desk,
  ask: StoredAsk,
  inTenant: <R>(work: (db: Db) => Promise<R>) => Promise<R>,
): Promise<Recalled | { refused: string } | undefined> {
  const { site, purpose, orderId, charged } = ask
  if (charged === undefined) return undefined
  const now = desk.clock.now()
  const asked = await inTenant(async (db) => {
    if (await queries.findByRequestKey(db, site, `${purpose.name} ${orderId} ${ask.requestKey}`)) return undefined
    const order = await purpose.show(db, site, orderId, now)
    const instrument = order && (await instrumentOf(db, site, order.businessentity_id))
    const account = instrument && desk.payments.account(instrument.account)
    if (!account) return undefined
    const number = await countPayments(db, ask)
    const reference = referenceOf(site.web_site_id, `${charged} ${number}`)
    // What our books know is no forgotten charge.
    return (await queries.findAttempt(db, site, reference)) ? undefined : { account, number, reference }
  })
  if (!asked) return undefined
  const { account, number, reference } = asked
  const lookup = { reference, handle: null, kind: 'charge' as const, sentAt: new Date(0), now, isUnsent: true }
  const found = await desk.payments.provider(account.name).find(lookup, providerSignal()).catch(unclear)
  if (found.outcome === 'paid' || found.outcome === 'declined') return { reference, number, verdict: found }
  if (found.outcome === 'none') return { reference, number, verdict: undefined }
  return { refused: 'unable_to_proceed_please_try_later' }
}

type Begun =
  | { refused: string; seconds?: number }
  | { payment: Payment; attempt: Attempt | undefined; instrument: Instrument | undefined }

async function begin(db: Db, desk: Desk, ask: StoredAsk, recalled: Recalled | undefined): Promise<Begun> {
  const { site, purpose, orderId, customer } = ask
  const now = desk.clock.now()
  const requestKey = `${purpose.name} ${orderId} ${ask.requestKey}`
  const done = (payment: Payment): Begun => ({ payment, attempt: undefined, instrument: undefined })
  const known = await queries.findByRequestKey(db, site, requestKey)
  if (known) return done(known)
  const shown = await purpose.show(db, site, orderId, now)
  if (!shown) return { refused: 'unable_to_proceed_please_try_later' }
  const payer = shown.payerKey ?? shown.email.trim().toLowerCase()
  // Every purpose of the order takes the same locks, in one order.
  for (const name of [...ask.excludes].toSorted()) await queries.lockPayer(db, site, { payer, purpose: name, orderId })
  const meanwhile = await queries.findByRequestKey(db, site, requestKey)
  if (meanwhile) return done(meanwhile)
  for (const name of ask.excludes)
    for (const other of await queries.paymentsOfOrder(db, site, name, orderId))
      if ((unfinished as readonly string[]).includes(other.state)) return { refused: 'payment_in_progress' }
  // Another payment came and went since the provider was asked.
  if (recalled && (await countPayments(db, ask)) !== recalled.number) return { refused: 'payment_in_progress' }
  if (customer) {
    for (const other of await queries.movingOfPayer(db, site, payer))
      if (other.purpose !== 'renewal') return { refused: 'payment_in_progress' }
    const seconds = await secondsUntilAllowed(db, site, customer.ip, now)
    if (seconds > 0) return { refused: 'too_many_payments', seconds }
    if (!customer.isHuman && (await needsCaptcha(db, site, customer.ip, now))) return { refused: 'captcha_required' }
  }
  const opened = await purpose.open(db, site, orderId, {
    now,
    ip: customer?.ip ?? null,
    proof: null,
    isHuman: customer?.isHuman ?? false,
    billing: {},
  })
  if ('refused' in opened) return opened
  return insert(db, desk, ask, { order: opened.order, payer, requestKey, recalled, now })
}

async function insert(
  db: Db,
  desk: Desk,
  { site, purpose, orderId, customer }: StoredAsk,
  {
    order,
    payer,
    requestKey,
    recalled,
    now,
  }: { order: Order; payer: string; requestKey: string; recalled: Recalled | undefined; now: Date },
): Promise<Begun> {
  const quote = quoteOfOrder(order)
  if (!quote) return { refused: 'invalid_number_of_locations' }
  const isDue = quote.total_minor > 0
  const instrument = isDue ? await instrumentOf(db, site, order.businessentity_id) : undefined
  const account = instrument && desk.payments.account(instrument.account)
  if (isDue && (!instrument || !account)) return { refused: 'please_change_billing_details' }
  if (account && !account.currencies.includes(quote.currency))
    return { refused: 'Something went wrong. Please try again' }
  const isPrepared =
    account !== undefined && recalled?.verdict === undefined && desk.payments.provider(account.name).prepare !== null
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
    state: isDue ? 'processing' : 'paid',
    action: null,
    ip: customer?.ip ?? null,
    created_at: now,
    paid_at: isDue ? null : now,
  })
  await purpose.moved(db, site, orderId, 'paying', now)
  if (!isDue || !account) {
    await orderFulfilment(desk, db, site, payment.payment_id, 10)
    return { payment, attempt: undefined, instrument: undefined }
  }
  const reference = recalled?.reference ?? newReference(site.web_site_id)
  const attempt = await queries.insertAttempt(db, site, {
    payment,
    provider: account.provider,
    account: account.name,
    reference,
    state: isPrepared ? 'prepared' : 'sent',
    now,
    nextLookAt: secondsAfter(now, firstLook),
  })
  await orderLook(desk, db, site, { reference, look: 0, inSeconds: firstLook })
  return { payment, attempt, instrument }
}

const instrumentOf = (db: Db, site: Site, businessId: number): Promise<Instrument | undefined> =>
  db
    .selectFrom('instruments')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where('state', '=', 'active')
    .executeTakeFirst()

const unclear = (error: unknown): Verdict => ({ outcome: 'unclear', code: null, reason: String(error) })

/** Charges the means. PayPal makes an order first, whose handle is committed before money moves. */
async function charge(
  desk: Desk,
  { site, customer }: StoredAsk,
  { payment, attempt, instrument }: { payment: Payment; attempt: Attempt; instrument: Instrument },
  inTenant: <R>(work: (db: Db) => Promise<R>) => Promise<R>,
): Promise<void> {
  const provider = desk.payments.provider(attempt.account)
  const { order } = payment.quote
  const { reference } = attempt
  const asked: ChargeAsk = {
    reference,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    means: { kind: 'stored', token: instrument.token, networkId: instrument.network_id },
    initiator: customer ? 'customer' : 'merchant',
    billing: order.billing,
    invoiceNumber: null,
    description: order.description,
    ip: payment.ip,
  }
  let { handle } = attempt
  if (provider.prepare) {
    const made = await provider.prepare(asked, providerSignal()).catch(unclear)
    const isSent = await inTenant(async (db) => {
      const current = await queries.lockPayment(db, site, payment.payment_id)
      if (current?.state !== 'processing') return false
      const now = desk.clock.now()
      if (made.outcome === 'prepared')
        return queries.moveAttempt(db, site, attempt.attempt_id, 'sent', { handle: made.handle, sent_at: now })
      // No money moved: an order without a capture takes nothing.
      const ended = {
        settled_at: now,
        next_look_at: null,
        last_error: ('reason' in made ? made.reason : made.outcome).slice(0, 500),
      }
      await queries.moveAttempt(db, site, attempt.attempt_id, 'failed', ended)
      await endUnpaid(db, desk, site, current, 'failed', 'released')
      return false
    })
    if (!isSent || made.outcome !== 'prepared') return
    handle = made.handle
  }
  const verdict = await provider.charge({ ...asked, handle }, providerSignal()).catch(unclear)
  await inTenant((db) => conclude(db, desk, site, reference, verdict))
}
