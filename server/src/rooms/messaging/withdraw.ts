import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import { returnCredit } from './failures/after-failure.ts'

/**
 * Deletes messages and mails that are still held, and credits the texts. Returns false, and changes nothing, if an
 * attempt to send one of them has begun: a worker locks the same rows before it sends.
 */
export async function withdrawMessages(
  db: Db,
  { web_site_id }: Site,
  { mails, messages }: { mails: readonly string[]; messages: readonly string[] },
  now: Date,
): Promise<boolean> {
  const ids = [...mails, ...messages]
  if (ids.length === 0) return true
  const held = await db
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('web_site_id', '=', web_site_id)
    .where('delivery_id', 'in', ids)
    .where('state', '=', 'pending')
    .where('attempts', '=', 0)
    .orderBy('delivery_id')
    .forUpdate()
    .execute()
  if (held.length < ids.length) return false
  for (const delivery_id of messages) await returnCredit(db, { web_site_id, delivery_id }, now)
  if (messages.length > 0)
    await db.deleteFrom('messages').where('web_site_id', '=', web_site_id).where('message_id', 'in', messages).execute()
  if (mails.length > 0)
    await db.deleteFrom('mails').where('web_site_id', '=', web_site_id).where('mail_id', 'in', mails).execute()
  await db.deleteFrom('deliveries').where('web_site_id', '=', web_site_id).where('delivery_id', 'in', ids).execute()
  return true
}
