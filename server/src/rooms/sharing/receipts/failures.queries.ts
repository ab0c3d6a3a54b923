import type { FailureReason } from '@cutaway/contract/rooms/messaging.ts'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { SealedName } from '../customers/sealed-names.ts'

/** Returns a user's messages that failed after a time, newest first. */
export async function findFailures(db: Db, site: Site, userId: number, since: Date, most: number) {
  const { rows } = await sql<
    SealedName & {
      link_id: number
      recipient_id: number
      address: string
      part_id: string
      reason: FailureReason
      at: Date
    }
  >`
    select r.link_id, r.recipient_id, r.address, s.part_ids[1] as part_id, coalesce(d.failure_reason, 'other') as reason,
      d.ended_at as at, c.name_sealed, c.businessentity_id as customer_entity, c.user_id as customer_user
    from deliveries d
    join send_recipients r on r.web_site_id = d.web_site_id
      and (d.channel = 'mail' and r.mail_id = d.delivery_id or d.channel = 'text' and r.message_id = d.delivery_id
        or r.reminder_id = d.delivery_id)
    join sends s on s.web_site_id = r.web_site_id and s.send_id = r.send_id and s.user_id = ${userId}
    left join customers c on c.web_site_id = r.web_site_id and c.customer_id = r.customer_id
    where d.web_site_id = ${site.web_site_id} and d.state = 'failed' and d.ended_at > ${since} and r.link_id is not null
    order by d.ended_at desc
    limit ${most}`.execute(db)
  return rows
}

/** Returns the send or the answer of a user that a text message or reminder belongs to; undefined for automatic messages. */
export async function findFailedText(db: Db, site: Site, messageId: string) {
  const { rows } = await sql<{
    user_id: number
    address_key: string
    link_id: number | null
    recipient_id: number | null
    customer_id: number | null
    part_id: string | null
    ro_number: string
  }>`
    select s.user_id, r.address_key, r.link_id, r.recipient_id, r.customer_id, s.part_ids[1] as part_id, s.ro_number
    from send_recipients r
    join sends s on s.web_site_id = r.web_site_id and s.send_id = r.send_id
    where r.web_site_id = ${site.web_site_id} and (r.message_id = ${messageId} or r.reminder_id = ${messageId})
    union all
    select m.user_id, m.address_key, null, null, m.customer_id, null, ''
    from customer_messages m
    where m.web_site_id = ${site.web_site_id} and m.delivery_id = ${messageId} and m.user_id is not null
    limit 1`.execute(db)
  return rows[0]
}
