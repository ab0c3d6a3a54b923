import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

/**
 * Returns a recipient who is to be reminded, locked until the end of the transaction; undefined if the film has been
 * opened or answered, the link has ended, or the reminder was sent.
 */
export const findToRemind = (db: Db, site: Site, recipientId: number, now: Date) =>
  db
    .selectFrom('send_recipients as r')
    .innerJoin('sends as s', (j) => j.onRef('s.web_site_id', '=', 'r.web_site_id').onRef('s.send_id', '=', 'r.send_id'))
    .innerJoin('links as l', (j) => j.onRef('l.web_site_id', '=', 'r.web_site_id').onRef('l.link_id', '=', 'r.link_id'))
    .select([
      'r.recipient_id',
      'r.customer_id',
      'r.address',
      'r.address_key',
      'l.token',
      'l.short_code',
      'l.driverside',
    ])
    .select(['s.user_id', 's.channel', 's.part_ids', 's.language_id', 's.brand_id', 's.ro_number', 's.reply_to'])
    .where('r.web_site_id', '=', site.web_site_id)
    .where('r.recipient_id', '=', recipientId)
    .where('r.reminded_at', 'is', null)
    .where('r.is_suppressed', '=', false)
    .where('s.remind_at', 'is not', null)
    .where('l.revoked_at', 'is', null)
    .where('l.expires_at', '>', now)
    .where(
      sql<boolean>`not exists (select from link_views v where v.web_site_id = l.web_site_id and v.link_id = l.link_id)`,
    )
    .where(
      sql<boolean>`not exists (select from link_answers n where n.web_site_id = l.web_site_id and n.link_id = l.link_id)`,
    )
    .forUpdate('r')
    .executeTakeFirst()

export async function markReminded(
  db: Db,
  site: Site,
  recipientId: number,
  reminder: { reminded_at: Date; reminder_id: string },
): Promise<void> {
  await db
    .updateTable('send_recipients')
    .set(reminder)
    .where('web_site_id', '=', site.web_site_id)
    .where('recipient_id', '=', recipientId)
    .execute()
}
