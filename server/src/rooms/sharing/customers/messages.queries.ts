import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

/**
 * Returns what the customer and the shop wrote after a send, the oldest first: until the next send to the same
 * customer, to which later messages belong.
 */
export async function findWritten(db: Db, site: Site, recipientId: number) {
  const { rows } = await sql<{ at: Date; direction: 'in' | 'out'; body: string }>`
    select m.at, m.direction, m.body
    from send_recipients r
    join customer_messages m on m.web_site_id = r.web_site_id and m.customer_id = r.customer_id
      and m.at >= r.created_at and m.at < coalesce((
        select min(later.created_at) from send_recipients later
        where later.web_site_id = r.web_site_id and later.customer_id = r.customer_id
          and later.created_at > r.created_at), 'infinity')
    where r.web_site_id = ${site.web_site_id} and r.recipient_id = ${recipientId}
    order by m.at, m.customer_message_id
    limit 200`.execute(db)
  return rows
}
