import type { Db } from '../../core/db/database.ts'
import type { DeliveryKey } from './outbox.queries.ts'

export interface MailRow {
  to_address: string
  from_name: string
  from_address: string | null
  sender_address: string
  reply_to: string
  subject: string
  html: string
  text: string
  language_code: string
  unsubscribe_url: string | null
  dkim_domain: string | null
  dkim_selector: string | null
  about: string | null
}

export async function insertMail(db: Db, { web_site_id, delivery_id }: DeliveryKey, mail: MailRow): Promise<void> {
  await db
    .insertInto('mails')
    .values({ web_site_id, mail_id: delivery_id, state: 'moved', ...mail })
    .execute()
}

export const findMail = (db: Db, { web_site_id, delivery_id }: DeliveryKey) =>
  db
    .selectFrom('mails')
    .selectAll()
    .where('web_site_id', '=', web_site_id)
    .where('mail_id', '=', delivery_id)
    .executeTakeFirst()
