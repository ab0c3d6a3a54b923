import { randomUUID } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import type { Tables } from '../../core/db/tables.ts'
import type { Site } from '../../core/tenancy.ts'
import type { PurposeName } from './purposes.ts'
import { liveAttempts, moving, statesBefore, type AttemptState, type PaymentState, type RefundState } from './states.ts'

/** Queries of payments, attempts and refunds. Every change of a state compares the old one. */

export type Payment = Selectable<Tables['payments']>
export type Attempt = Selectable<Tables['payment_attempts']>
export type Refund = Selectable<Tables['refunds']>

export type { FrozenOrder } from './order.ts'

/** The step that a payment waits for, or why it ended before anything was sent. */
export type PaymentAction =
  | {
      kind: 'authenticate'
      reference: string
      /** The page that the card frame shows; null before the first step. */
      frame: { url: string; post: Record<string, string>; isHidden: boolean } | null
      progress: Record<string, string> | null
    }
  | { kind: 'approve'; url: string }
  | { kind: 'refused'; code: string; reason: string }

/** Serialises payments of the same payer or for the same order until the transaction ends. */
export async function lockPayer(
  db: Db,
  site: Site,
  { payer, purpose, orderId }: { payer: string; purpose: PurposeName; orderId: string },
): Promise<void> {
  for (const key of [`payer ${site.web_site_id} ${payer}`, `order ${site.web_site_id} ${purpose} ${orderId}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
}

const ofSite = (db: Db, site: Site) => db.selectFrom('payments').selectAll().where('web_site_id', '=', site.web_site_id)

export const findPayment = (db: Db, site: Site, paymentId: string): Promise<Payment | undefined> =>
  ofSite(db, site).where('payment_id', '=', paymentId).executeTakeFirst()

/** Returns the number of the invoice of a payment, and the card that paid; undefined before the invoice is issued. */
export const findReceipt = (db: Db, site: Site, paymentId: string) =>
  db
    .selectFrom('invoices as i')
    .innerJoin('payments as p', (j) =>
      j.onRef('p.web_site_id', '=', 'i.web_site_id').onRef('p.payment_id', '=', 'i.payment_id'),
    )
    .leftJoin('instruments as n', (j) =>
      j.onRef('n.web_site_id', '=', 'p.web_site_id').onRef('n.instrument_id', '=', 'p.instrument_id'),
    )
    .select(['i.full_number as number', 'n.brand', 'n.last4'])
    .where('i.web_site_id', '=', site.web_site_id)
    .where('i.payment_id', '=', paymentId)
    .where('i.kind', '=', 'invoice')
    .executeTakeFirst()

export const findByRequestKey = (db: Db, site: Site, requestKey: string): Promise<Payment | undefined> =>
  ofSite(db, site).where('request_key', '=', requestKey).executeTakeFirst()

export const lockPayment = (db: Db, site: Site, paymentId: string): Promise<Payment | undefined> =>
  ofSite(db, site).where('payment_id', '=', paymentId).forUpdate().executeTakeFirst()

/** Returns the payments of an order, the latest first. */
export const paymentsOfOrder = (db: Db, site: Site, purpose: PurposeName, orderId: string): Promise<Payment[]> =>
  ofSite(db, site)
    .where('purpose', '=', purpose)
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .orderBy('payment_id')
    .limit(50)
    .execute()

/** The payments of a payer that move money now, or have and are not delivered yet. */
export const movingOfPayer = (db: Db, site: Site, payer: string): Promise<Payment[]> =>
  ofSite(db, site).where('email_key', '=', payer).where('state', 'in', moving).execute()

/**
 * Returns whether another order of the same payer moves money now, or was delivered after a payment began. Payments that
 * only wait for a person do not count: an e-mail is not verified, so anybody can begin one with it.
 */
export async function isOvertaken(db: Db, site: Site, payment: Payment): Promise<boolean> {
  const row = await ofSite(db, site)
    .where('email_key', '=', payment.email_key)
    .where('payment_id', '<>', payment.payment_id)
    .where((q) =>
      q.or([
        q('state', 'in', moving),
        q.and([
          q('state', '=', 'fulfilled'),
          q('purpose', '=', payment.purpose),
          q('order_id', '<>', payment.order_id),
          q('paid_at', '>=', payment.created_at),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
export const lastPaymentOfBusiness = (db: Db, site: Site, businessId: number): Promise<Payment | undefined> =>
  ofSite(db, site).where('businessentity_id', '=', businessId).orderBy('created_at', 'desc').executeTakeFirst()

export const insertPayment = (db: Db, row: Parameters<typeof valuesOfPayment>[0]) =>
  db.insertInto('payments').values(valuesOfPayment(row)).returningAll().executeTakeFirstOrThrow()

function valuesOfPayment({
  order,
  action,
  ...row
}: Omit<Payment, 'quote' | 'action' | 'instrument_id' | 'fulfil_tries' | 'payment_id' | 'settled_at'> & {
  order: Payment['quote']
  action: PaymentAction | null
}) {
  return {
    ...row,
    payment_id: randomUUID(),
    quote: JSON.stringify(order),
    action: action && JSON.stringify(action),
    settled_at: null,
  }
}

/** Moves a payment if its state allows it. Returns whether it did. */
export async function movePayment(
  db: Db,
  site: Site,
  paymentId: string,
  to: PaymentState,
  more: {
    action?: PaymentAction | null
    paid_at?: Date
    settled_at?: Date
    instrument_id?: string
    /** Only from these states; default: from every state that may move there. */
    from?: readonly PaymentState[]
  } = {},
): Promise<boolean> {
  const { action, from, ...columns } = more
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({
      state: to,
      ...columns,
      ...(action === undefined ? {} : { action: action && JSON.stringify(action) }),
    })
    .where('web_site_id', '=', site.web_site_id)
    .where('payment_id', '=', paymentId)
    .where('state', 'in', from ?? statesBefore('payment', to))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countFulfilTry(db: Db, site: Site, paymentId: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ fulfil_tries: sql<number>`fulfil_tries + 1` })
    .where('web_site_id', '=', site.web_site_id)
    .where('payment_id', '=', paymentId)
    .execute()
}

const attemptsOfSite = (db: Db, site: Site) =>
  db.selectFrom('payment_attempts').selectAll().where('web_site_id', '=', site.web_site_id)

export const attemptsOf = (db: Db, site: Site, paymentId: string): Promise<Attempt[]> =>
  attemptsOfSite(db, site).where('payment_id', '=', paymentId).orderBy('number', 'desc').execute()

export const findAttempt = (db: Db, site: Site, reference: string): Promise<Attempt | undefined> =>
  attemptsOfSite(db, site).where('reference', '=', reference).executeTakeFirst()

export const liveAttemptOf = (db: Db, site: Site, paymentId: string): Promise<Attempt | undefined> =>
  attemptsOfSite(db, site).where('payment_id', '=', paymentId).where('state', 'in', liveAttempts).executeTakeFirst()

export interface NewAttempt {
  payment: Payment
  provider: Attempt['provider']
  account: string
  reference: string
  state: 'prepared' | 'sent'
  now: Date
  nextLookAt: Date
}

export async function insertAttempt(
  db: Db,
  site: Site,
  { payment, provider, account, reference, state, now, nextLookAt }: NewAttempt,
): Promise<Attempt> {
  const { web_site_id } = site
  return db
    .insertInto('payment_attempts')
    .values({
      web_site_id,
      attempt_id: randomUUID(),
      payment_id: payment.payment_id,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from payment_attempts
        where web_site_id = ${web_site_id} and payment_id = ${payment.payment_id})`,
      provider,
      account,
      reference,
      state,
      ip: payment.ip,
      prepared_at: now,
      sent_at: state === 'sent' ? now : null,
      next_look_at: nextLookAt,
      settled_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type AttemptColumns = Partial<
  Pick<
    Attempt,
    | 'handle'
    | 'sent_at'
    | 'settled_at'
    | 'next_look_at'
    | 'looks'
    | 'captured_minor'
    | 'captured_currency'
    | 'provider_id'
    | 'code'
    | 'decline_class'
    | 'last_error'
  >
>

/** Moves an attempt if its state allows it. Returns whether it did. */
export async function moveAttempt(
  db: Db,
  site: Site,
  attemptId: string,
  to: AttemptState,
  { from, ...columns }: AttemptColumns & { from?: readonly AttemptState[] } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_attempts')
    .set({ state: to, ...columns })
    .where('web_site_id', '=', site.web_site_id)
    .where('attempt_id', '=', attemptId)
    .where('state', 'in', from ?? statesBefore('attempt', to))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Changes facts of a live attempt that keeps its state. */
export async function noteAttempt(db: Db, site: Site, attemptId: string, columns: AttemptColumns): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set(columns)
    .where('web_site_id', '=', site.web_site_id)
    .where('attempt_id', '=', attemptId)
    .where('state', 'in', liveAttempts)
    .execute()
}

const refundsOfSite = (db: Db, site: Site) =>
  db.selectFrom('refunds').selectAll().where('web_site_id', '=', site.web_site_id)

export const lockRefund = (db: Db, site: Site, refundId: string): Promise<Refund | undefined> =>
  refundsOfSite(db, site).where('refund_id', '=', refundId).forUpdate().executeTakeFirst()

export const findRefund = (db: Db, site: Site, reference: string): Promise<Refund | undefined> =>
  refundsOfSite(db, site).where('reference', '=', reference).executeTakeFirst()

/** Returns what has gone back of an attempt, in minor units. */
export async function givenBack(db: Db, site: Site, attemptId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('refunds')
    .select((q) => q.fn.coalesce(q.fn.sum<string>('amount_minor'), sql<string>`0`).as('sum'))
    .where('web_site_id', '=', site.web_site_id)
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow()
  return Number(sum)
}

export async function moveRefund(
  db: Db,
  site: Site,
  refundId: string,
  to: RefundState,
  columns: Partial<
    Pick<Refund, 'sent_at' | 'settled_at' | 'next_look_at' | 'looks' | 'provider_id' | 'last_error' | 'credit_note_id'>
  > & { from?: readonly RefundState[] },
): Promise<boolean> {
  const { from, ...set } = columns
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ state: to, ...set })
    .where('web_site_id', '=', site.web_site_id)
    .where('refund_id', '=', refundId)
    .where('state', 'in', from ?? statesBefore('refund', to))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records something that a person has to look at, once. Returns whether it is new. */
export async function recordDifference(
  db: Db,
  site: Site,
  difference: { reference: string; kind: string; ours: object; theirs: object; at: Date },
): Promise<boolean> {
  const { reference, kind, ours, theirs, at } = difference
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payment_differences')
    .values({
      web_site_id: site.web_site_id,
      reference,
      kind,
      ours: JSON.stringify(ours),
      theirs: JSON.stringify(theirs),
      found_at: at,
      resolved_at: null,
    })
    .onConflict((c) => c.columns(['web_site_id', 'reference', 'kind']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
