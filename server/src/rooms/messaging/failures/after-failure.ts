import type { FailureReason } from '@cutaway/contract/rooms/messaging.ts'
import { sql } from 'kysely'
import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { writeCredit } from '../credits.ts'
import type { DeliveryKey } from '../outbox.queries.ts'
import type { RecipientEvents } from '../recipient-events.ts'

/** What follows from a failed delivery. Runs in the transaction that records the failure, at sending or by report. */

/** A mailbox that was full this often within this time is no longer written to. */
export const fullMailboxes = { count: 3, days: 30 }

export interface FailedMail {
  address: string
  why: FailureReason
  /** What the mail server said. */
  words: string
  now: Date
}

/**
 * Suppresses an address that does not exist, or whose mailbox was full too often. Policy, content and network say
 * nothing about the address: the sender may try again.
 */
export async function afterFailedMail(
  db: Db,
  site: Site,
  events: Pick<RecipientEvents, 'bounced'>,
  { address, why, words, now }: FailedMail,
): Promise<void> {
  const isGone =
    why === 'unknown_address' ||
    (why === 'mailbox_full' &&
      (await countFullMailbox(db, site, address, secondsAfter(now, -fullMailboxes.days * 86_400))) >=
        fullMailboxes.count)
  if (isGone) await events.bounced(db, site, address, words)
}

/** Counts the mails to an address that failed since a time because its mailbox was full. */
async function countFullMailbox(db: Db, site: Site, address: string, since: Date): Promise<number> {
  const { n } = await db
    .selectFrom('deliveries as d')
    .innerJoin('mails as m', (j) =>
      j.onRef('m.web_site_id', '=', 'd.web_site_id').onRef('m.mail_id', '=', 'd.delivery_id'),
    )
    .select(sql<number>`count(*)::int`.as('n'))
    .where('d.web_site_id', '=', site.web_site_id)
    .where('d.state', '=', 'failed')
    .where('d.failure_reason', '=', 'mailbox_full')
    .where('d.ended_at', '>', since)
    .where(sql`lower(m.to_address)`, '=', address.trim().toLowerCase())
    .executeTakeFirstOrThrow()
  return n
}

/** Returns the credit of a failed text message, and raises `textFailed`. A repeated report does nothing. */
export async function afterFailedText(
  db: Db,
  site: Site,
  events: Pick<RecipientEvents, 'textFailed'>,
  { message_id, why, now }: { message_id: string; why: FailureReason; now: Date },
): Promise<void> {
  const key = { web_site_id: site.web_site_id, delivery_id: message_id }
  await returnCredit(db, key, now)
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ failed_at: now })
    .where('web_site_id', '=', site.web_site_id)
    .where('message_id', '=', message_id)
    .where('failed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await events.textFailed?.(db, site, { message_id, why })
}

/** Gives the segments of a failed text message back to the business that paid for them, once. */
export async function returnCredit(db: Db, { web_site_id, delivery_id }: DeliveryKey, now: Date): Promise<void> {
  const message = await db
    .updateTable('messages')
    .set({ credited_at: now })
    .where('web_site_id', '=', web_site_id)
    .where('message_id', '=', delivery_id)
    .where('businessentity_id', 'is not', null)
    .where('credited_at', 'is', null)
    .returning(['businessentity_id', 'segments'])
    .executeTakeFirst()
  if (!message) return
  await writeCredit(
    db,
    { web_site_id },
    {
      businessentity_id: message.businessentity_id!,
      delta: message.segments,
      reason: 'return',
      message_id: delivery_id,
    },
  )
}
