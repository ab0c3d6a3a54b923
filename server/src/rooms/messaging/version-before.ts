import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../core/db/database.ts'
import type { OutboxServices } from './outbox.ts'

/**
 * Moves deliveries that nodes of the previous version queue or finish while they still run beside this one. One of
 * their jobs reaches one node only: either their node delivers, or this one moves the row. To be removed in the next
 * release.
 */
export function registerVersionBefore({ database, jobs }: OutboxServices): void {
  const move = (id: string) => moveToDeliveries(database.system, [id])
  jobs.define('mail.deliver', { data: z.object({ mail_id: z.uuid() }) }, ({ mail_id }) => move(mail_id))
  jobs.define('message.deliver', { data: z.object({ message_id: z.uuid() }) }, ({ message_id }) => move(message_id))
  jobs.every('outbox.moveLeftovers', 600, () => moveLeftovers(database.system))
}

/**
 * Moves rows that no job of the previous version will change any more. The sweeper then queues those that are pending.
 */
export async function moveLeftovers(db: Db): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select mail_id as id, state, created_at, 'mail.deliver' as job from mails where state <> 'moved'
      union all
      select message_id, state, created_at, 'message.deliver' from messages where state <> 'moved'
    ) row
    where state not in ('waiting', 'sending') or (created_at < now() - interval '1 minute' and not exists (
      select from pgboss.job j
      where j.name = row.job and j.singleton_key = row.id::text and j.state in ('created', 'retry', 'active')))
    limit 1000`.execute(db)
  if (rows.length > 0)
    await moveToDeliveries(
      db,
      rows.map(({ id }) => id),
    )
}

const moveToDeliveries = async (db: Db, ids: string[]): Promise<void> => {
  await sql`select move_to_deliveries(${ids}::uuid[])`.execute(db)
}
