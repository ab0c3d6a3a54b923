import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Tables } from '../../../core/db/tables.ts'

/** Queries about the whole installation: nodes, queues, deliveries, backups, looked-up records. */

const forgottenAfter = sql`interval '7 days'`

/** Records that a node runs. Nodes that died a week ago are forgotten. */
export async function markNode(
  system: Db,
  node: { node: string; version: string; started_at: Date; last_seen_at: Date },
): Promise<void> {
  await system
    .insertInto('nodes')
    .values(node)
    .onConflict((conflict) => conflict.column('node').doUpdateSet({ last_seen_at: node.last_seen_at }))
    .execute()
  await sql`delete from nodes where last_seen_at < ${node.last_seen_at}::timestamptz - ${forgottenAfter}`.execute(
    system,
  )
}

export const deleteNode = (system: Db, node: string) => system.deleteFrom('nodes').where('node', '=', node).execute()

/** Deletes the rows of all nodes, when none of them can be running. */
export const deleteNodes = (system: Db) => system.deleteFrom('nodes').execute()

/** Seconds for which a paid order may wait for its delivery. */
const undeliveredAfter = sql`interval '10 minutes'`

/** Counts payments that need a person, as the desk of payments lists them. */
export async function countPayments(system: Db, now: Date): Promise<{ open: number; oldest_at: Date | null }> {
  const { rows } = await sql<{ open: number; oldest_at: Date | null }>`
    select count(*)::int as open, min(at) as oldest_at from (
      select found_at as at from payment_differences where resolved_at is null
      union all
      select paid_at from payments where state = 'paid' and paid_at < ${now}::timestamptz - ${undeliveredAfter}
    ) as waiting`.execute(system)
  return rows[0]!
}

export const findNodes = (system: Db) =>
  system.selectFrom('nodes').selectAll().orderBy('last_seen_at', 'desc').orderBy('node').execute()

export interface Queue {
  name: string
  waiting: number
  active: number
  failed: number
  oldest: number | null
}

/** Returns the jobs of each queue that is not empty, or in which a job gave up within a day. */
export async function findQueues(system: Db): Promise<Queue[]> {
  const { rows } = await sql<Queue>`
    select name,
      count(*) filter (where state in ('created', 'retry'))::int as waiting,
      count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'failed')::int as failed,
      floor(extract(epoch from now() - min(start_after)
        filter (where state in ('created', 'retry') and start_after <= now())))::int as oldest
    from pgboss.job
    where state in ('created', 'retry', 'active')
      or (state = 'failed' and completed_on > now() - interval '1 day')
    group by name order by name`.execute(system)
  return rows
}

export interface DeliveryCounts {
  channel: 'mail' | 'text'
  pending: number
  sent: number
  delivered: number
  failed: number
  outcome_unknown: number
  oldest: number | null
  failures: { reason: string; count: number }[]
}

/** Returns the mails and text messages that were queued since a time, and those that still wait. */
export async function countDeliveries(system: Db, since: Date): Promise<DeliveryCounts[]> {
  const state = (name: string) => sql<number>`count(*) filter (where state = ${name} and created_at >= ${since})::int`
  const { rows } = await sql<Omit<DeliveryCounts, 'failures'>>`
    select channel, count(*) filter (where state = 'pending')::int as pending,
      ${state('sent')} as sent, ${state('delivered')} as delivered, ${state('failed')} as failed,
      ${state('outcome_unknown')} as outcome_unknown,
      floor(extract(epoch from now() - min(created_at) filter (where state = 'pending')))::int as oldest
    from deliveries where created_at >= ${since} or state = 'pending'
    group by channel`.execute(system)
  const { rows: reasons } = await sql<{ channel: 'mail' | 'text'; reason: string; count: number }>`
    select channel, coalesce(failure_reason, 'other') as reason, count(*)::int as count
    from deliveries where created_at >= ${since} and state = 'failed'
    group by 1, 2 order by 3 desc, 2`.execute(system)
  const none = { pending: 0, sent: 0, delivered: 0, failed: 0, outcome_unknown: 0, oldest: null }
  return (['mail', 'text'] as const).map((channel) => ({
    ...(rows.find((row) => row.channel === channel) ?? { channel, ...none }),
    failures: reasons.filter((row) => row.channel === channel).map(({ reason, count }) => ({ reason, count })),
  }))
}

export async function readDatabaseFacts(system: Db): Promise<{ version: string; bytes: number }> {
  const { rows } = await sql<{ version: string; bytes: number }>`
    select current_setting('server_version') as version,
      pg_database_size(current_database())::float8 as bytes`.execute(system)
  return rows[0]!
}

export const findLastBackup = (system: Db) =>
  system.selectFrom('backups').selectAll().orderBy('made_at', 'desc').limit(1).executeTakeFirst()

export const findChecks = (system: Db) => system.selectFrom('outside_checks').selectAll().execute()
export type Check = Selectable<Tables['outside_checks']>

/** Replaces the results of all checks: what is no longer looked up disappears. */
export async function replaceChecks(system: Db, checks: Insertable<Tables['outside_checks']>[]): Promise<void> {
  await system.transaction().execute(async (db) => {
    await db.deleteFrom('outside_checks').execute()
    if (checks.length > 0) await db.insertInto('outside_checks').values(checks).execute()
  })
}

/** Returns the DNS names of the keys that sign mail, of web sites and of businesses, with their web sites. */
export async function findMailKeys(system: Db): Promise<{ name: string; web_site_id: number }[]> {
  const { rows } = await sql<{ name: string; web_site_id: number }>`
    select name, min(web_site_id) as web_site_id from (
      select web_site_id, selector || '._domainkey.' || domain as name from mail_domains
      union all
      select web_site_id, selector || '._domainkey.' || domain from business_mail_domains where removed_at is null
    ) keys group by name order by name`.execute(system)
  return rows
}
