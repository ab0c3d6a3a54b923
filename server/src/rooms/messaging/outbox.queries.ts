import type { FailureReason } from '@cutaway/contract/rooms/messaging.ts'
import { sql } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import { statesBefore, type Change, type DeliveryState, type Failure } from './delivery.rules.ts'

/**
 * Queries of deliveries and their attempts. Leases and due times use the clock of the database, which all nodes share.
 */

export type ChannelName = 'mail' | 'text' | 'webhook'
export interface DeliveryKey {
  web_site_id: number
  delivery_id: string
}

export async function insertDelivery(db: Db, key: DeliveryKey, channel: ChannelName, heldFor = 0): Promise<void> {
  await db
    .insertInto('deliveries')
    .values({ ...key, channel, ...(heldFor > 0 ? { due_at: after(heldFor) } : {}) })
    .execute()
}

export interface Attempt {
  attempt: number
  /** Seconds since the end of the last attempt with an unknown result; null if there is none. */
  abandonedFor: number | null
}
/** Another worker holds the lease, or the next attempt is due later. */
export interface DeliveryPending {
  /** Seconds. */
  dueIn: number
}

/** Begins an attempt. Returns undefined if the delivery needs no more attempts. */
export async function beginAttempt(
  db: Db,
  key: DeliveryKey,
  { node, lease }: { node: string; lease: number },
): Promise<Attempt | DeliveryPending | undefined> {
  const row = await of(db.selectFrom('deliveries'), key)
    .select(['attempts', 'due_at'])
    .select(sql<number>`extract(epoch from due_at - now())::float8`.as('due_in'))
    .where('state', '=', 'pending')
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  if (row.due_in > 0) return { dueIn: row.due_in }
  const abandonedFor = row.attempts === 0 ? null : await settleEarlier(db, key, row.due_at)
  const attempt = row.attempts + 1
  await db
    .insertInto('delivery_attempts')
    .values({ ...key, attempt, node, started_at: sql`now()` })
    .execute()
  await of(db.updateTable('deliveries'), key)
    .set({ attempts: attempt, due_at: after(lease) })
    .execute()
  return { attempt, abandonedFor }
}

/**
 * Ends an attempt whose lease has expired. Returns the seconds since the last attempt with an unknown result; null if
 * there is none.
 */
async function settleEarlier(db: Db, key: DeliveryKey, leaseEnd: Date | null): Promise<number | null> {
  await of(db.updateTable('delivery_attempts'), key)
    .set({ result: 'abandoned', ended_at: leaseEnd })
    .where('ended_at', 'is', null)
    .execute()
  const abandoned = await of(db.selectFrom('delivery_attempts'), key)
    .select(sql<number | null>`extract(epoch from now() - max(ended_at))::float8`.as('seconds'))
    .where('result', 'in', ['abandoned', 'outcome_unknown'])
    .executeTakeFirst()
  return abandoned?.seconds ?? null
}

/** Renews the lease of an attempt. Returns whether it is still the current attempt. */
export async function renewLease(db: Db, key: DeliveryKey, attempt: number, lease: number): Promise<boolean> {
  const { numUpdatedRows } = await of(db.updateTable('deliveries'), key)
    .set({ due_at: after(lease) })
    .where('state', '=', 'pending')
    .where('attempts', '=', attempt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type AttemptResult =
  | 'accepted'
  | 'permanent_failure'
  | 'temporary_failure'
  | 'outcome_unknown'
  | 'found'
  | 'lookup_pending'
  | 'lookup_failed'
  | 'withheld'

export interface Ending {
  attempt: number
  result: AttemptResult
  change: Change
  /** What the failure means; undefined after a success. */
  why?: FailureReason | undefined
  carrier: string
  now: Date
}

/**
 * Records the end of an attempt. Does not overwrite a state that a report has set meanwhile. Returns whether the
 * delivery took the change.
 */
export async function endAttempt(db: Db, key: DeliveryKey, ending: Ending): Promise<boolean> {
  const { attempt, result, change, why, carrier, now } = ending
  const { code, reason } = change.state === 'sent' ? { code: null, reason: null } : change
  // The delivery is locked before its attempts, as in beginAttempt: the other order could deadlock with another node.
  await of(db.selectFrom('deliveries'), key).select('attempts').forUpdate().executeTakeFirst()
  await of(db.updateTable('delivery_attempts'), key)
    .set({ result, ended_at: sql`now()`, error_code: code, reason })
    .where('attempt', '=', attempt)
    .execute()
  if (change.state === 'sent') {
    const isBehind = sql<boolean>`state in (${sql.join(statesBefore.sent)})`
    await of(db.updateTable('deliveries'), key)
      .set({
        carrier,
        carrier_reference: sql`coalesce(carrier_reference, ${change.reference})`,
        sent_at: sql`coalesce(sent_at, ${now}::timestamptz)`,
        due_at: null,
        state: sql`case when ${isBehind} then 'sent' else state end`,
        failure_reason: sql`case when not ${isBehind} then failure_reason end`,
        error_code: sql`case when not ${isBehind} then error_code end`,
        last_error: sql`case when not ${isBehind} then last_error end`,
        ended_at: sql`case when not ${isBehind} then ended_at end`,
      })
      .execute()
    return true
  }
  const isFinal = change.state !== 'pending'
  const { numUpdatedRows } = await of(db.updateTable('deliveries'), key)
    .set({
      state: change.state,
      carrier,
      failure: change.state === 'failed' ? change.failure : null,
      failure_reason: why ?? null,
      error_code: code,
      last_error: reason,
      due_at: change.state === 'pending' ? after(change.retryIn) : null,
      ended_at: isFinal ? now : null,
    })
    .where('state', '=', 'pending')
    .where('attempts', '=', attempt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface Report {
  state: Exclude<DeliveryState, 'pending' | 'outcome_unknown'>
  failure: Failure | null
  /** What the failure means; null without one. */
  why: FailureReason | null
  /** The carrier's id of the item; null if the report has none. A report with another id changes nothing. */
  reference: string | null
  code: string | null
  reason: string | null
  at: Date
}

/**
 * Records a report of the carrier. Returns whether it changed the delivery: reports arrive late, twice and in any
 * order.
 */
export async function recordReport(db: Db, key: DeliveryKey, report: Report): Promise<boolean> {
  const { state, failure, why, reference, code, reason, at } = report
  let update = of(db.updateTable('deliveries'), key)
    .set({
      state,
      failure,
      failure_reason: why,
      error_code: code,
      last_error: reason,
      due_at: null,
      sent_at: sql`coalesce(sent_at, ${at}::timestamptz)`,
      ended_at: state === 'sent' ? null : at,
      ...(reference === null ? {} : { carrier_reference: reference }),
    })
    .where('state', 'in', statesBefore[state])
  if (reference !== null)
    update = update.where((e) => e.or([e('carrier_reference', 'is', null), e('carrier_reference', '=', reference)]))
  const { numUpdatedRows } = await update.executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Assigns to a delivery the first of the references that no other delivery of the web site has. Returns undefined if
 * all are taken. The lock prevents two concurrent lookups from taking the same one.
 */
export async function claimReference(
  db: Db,
  key: DeliveryKey,
  references: readonly string[],
): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('delivery references'), ${key.web_site_id}::int)`.execute(db)
  const taken = await db
    .selectFrom('deliveries')
    .select('carrier_reference')
    .where('web_site_id', '=', key.web_site_id)
    .where('delivery_id', '<>', key.delivery_id)
    .where('carrier_reference', 'in', references)
    .execute()
  const free = references.find((reference) => !taken.some((t) => t.carrier_reference === reference))
  if (free !== undefined) await of(db.updateTable('deliveries'), key).set({ carrier_reference: free }).execute()
  return free
}

/** Ends the lease of every pending attempt. Call only where no other process can use the database. */
export async function endLeases(db: Db): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ due_at: sql`now()` })
    .where('state', '=', 'pending')
    .where('due_at', '>', sql<Date>`now()`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('delivery_attempts as a')
          .select('a.attempt')
          .whereRef('a.web_site_id', '=', 'deliveries.web_site_id')
          .whereRef('a.delivery_id', '=', 'deliveries.delivery_id')
          .where('a.ended_at', 'is', null),
      ),
    )
    .execute()
}

/** Returns deliveries of all web sites that have been due for some seconds, at most a thousand. */
export const findOverdue = (db: Db, seconds: number): Promise<(DeliveryKey & { channel: ChannelName })[]> =>
  db
    .selectFrom('deliveries')
    .select(['web_site_id', 'delivery_id', 'channel'])
    .where('state', '=', 'pending')
    .where('due_at', '<', after(-seconds))
    .orderBy('due_at')
    .limit(1000)
    .execute()

const after = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds}::float8)`

const of = <Q extends { where(column: 'web_site_id' | 'delivery_id', is: '=', value: never): Q }>(
  query: Q,
  { web_site_id, delivery_id }: DeliveryKey,
): Q => query.where('web_site_id', '=', web_site_id as never).where('delivery_id', '=', delivery_id as never)
