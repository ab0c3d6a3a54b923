import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { purposeNamed } from '../accounts.ts'
import { activate, Conflict } from '../activate.ts'
import type { Desk } from './desk.ts'
import { appliedEntry, post } from '../ledger.ts'
import * as queries from '../payments.queries.ts'
import type { Payment } from '../payments.queries.ts'
import type { PaidOrder, Purpose } from '../purposes.ts'
import { beginRefund } from './refunds.ts'

/**
 * Delivers what was paid: the fourth step of the saga. Paid and delivered are two facts; between them only our own
 * database is at work. A definite conflict, and a failure that lasts a day, pay the whole amount back.
 */

/** Seconds after the payment at which a failure is an alarm, and at which the money goes back. */
const alarmAfter = 600
const giveUpAfter = 86_400

/** Delivers a payment that is paid. Does nothing for any other. Throws if it has to be tried again. */
export async function fulfil(desk: Desk, site: Site, paymentId: string): Promise<void> {
  const inTenant = <R>(work: (db: Db) => Promise<R>) => desk.database.inTenant(site.web_site_id, work)
  try {
    await inTenant(async (db) => {
      const payment = await queries.lockPayment(db, site, paymentId)
      if (payment?.state !== 'paid') return
      const purpose = purposeNamed(desk.purposes, payment.purpose)
      try {
        await db.transaction().execute((part) => deliver(part, desk, site, payment, purpose))
      } catch (error) {
        if (!(error instanceof Conflict)) throw error
        await payBack(db, desk, site, payment, purpose, error.message)
      }
    })
  } catch (error) {
    await inTenant((db) => afterFailure(db, desk, site, paymentId, error))
    throw error
  }
}

async function deliver(db: Db, desk: Desk, site: Site, payment: Payment, purpose: Purpose): Promise<void> {
  const { order, quote } = payment.quote
  const { businessentity_id, payment_id: paymentId, instrument_id: instrumentId } = payment
  const now = desk.clock.now()
  const account = (payment.account && desk.payments.account(payment.account)) || null
  const { invoiceNumber } = await activate(db, site, { order, quote, paymentId, account, instrumentId, now })
  await post(db, site, {
    businessentity_id,
    currency: payment.currency,
    cause: `payment ${paymentId}`,
    postings: appliedEntry(payment.amount_minor),
    at: now,
  })
  const result = await purpose.fulfil(db, site, paidOrder(payment, now, invoiceNumber))
  if (result !== 'delivered') throw new Conflict(result.conflict)
  await queries.movePayment(db, site, paymentId, 'fulfilled', { settled_at: now })
}

const paidOrder = (payment: Payment, now: Date, invoiceNumber: string | null): PaidOrder => ({
  order: payment.quote.order,
  paymentId: payment.payment_id,
  currency: payment.currency,
  totalMinor: payment.amount_minor,
  invoiceNumber,
  now,
})

/** Sends the whole amount back. An order for which nothing was due ends without a refund. */
async function payBack(
  db: Db,
  desk: Desk,
  site: Site,
  payment: Payment,
  purpose: Purpose,
  reason: string,
): Promise<void> {
  const now = desk.clock.now()
  desk.log.warn({ payment: payment.payment_id, reason }, 'a payment goes back: what was paid cannot be delivered')
  const attempts = await queries.attemptsOf(db, site, payment.payment_id)
  const attempt = attempts.find(({ state }) => state === 'paid')
  await queries.movePayment(db, site, payment.payment_id, 'refunding', { settled_at: now })
  if (attempt) {
    const money = { amountMinor: payment.amount_minor, currency: payment.currency }
    await beginRefund(db, desk, site, { payment, attempt, money, reason: 'conflict' })
  } else await queries.movePayment(db, site, payment.payment_id, 'refunded')
  await purpose.moved(db, site, payment.order_id, 'released', now)
  await purpose.paidBack(db, site, paidOrder(payment, now, null))
}

/** Counts a failed try, raises the alarm, and pays back what could not be delivered for a day. */
async function afterFailure(db: Db, desk: Desk, site: Site, paymentId: string, error: unknown): Promise<void> {
  const payment = await queries.lockPayment(db, site, paymentId)
  if (payment?.state !== 'paid' || payment.paid_at === null) return
  await queries.countFulfilTry(db, site, paymentId)
  const seconds = (desk.clock.now().getTime() - payment.paid_at.getTime()) / 1000
  const line = { payment: paymentId, seconds: Math.round(seconds), err: error }
  if (seconds >= alarmAfter) desk.log.error(line, 'a payment is not delivered')
  else desk.log.warn(line, 'a payment could not be delivered and will be tried again')
  if (seconds >= giveUpAfter)
    await payBack(db, desk, site, payment, purposeNamed(desk.purposes, payment.purpose), 'not delivered for a day')
}
