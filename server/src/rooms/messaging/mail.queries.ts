import type { Db } from '../../core/db/database.ts'
import type { Attachment } from '../../outside/mail.smtp.ts'
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

export async function insertAttachments(
  db: Db,
  { web_site_id, delivery_id: mail_id }: DeliveryKey,
  attachments: readonly Attachment[],
): Promise<void> {
  if (attachments.length === 0) return
  await db
    .insertInto('mail_attachments')
    .values(
      attachments.map(({ fileName, mediaType, contentId, content }, position) => ({
        web_site_id,
        mail_id,
        position,
        file_name: fileName,
        media_type: mediaType,
        content_id: contentId ?? null,
        content_base64: content.toString('base64'),
      })),
    )
    .execute()
}

export async function findAttachments(db: Db, { web_site_id, delivery_id }: DeliveryKey): Promise<Attachment[]> {
  const rows = await db
    .selectFrom('mail_attachments')
    .selectAll()
    .where('web_site_id', '=', web_site_id)
    .where('mail_id', '=', delivery_id)
    .orderBy('position')
    .execute()
  return rows.map(({ file_name, media_type, content_id, content_base64 }) => ({
    fileName: file_name,
    mediaType: media_type,
    content: Buffer.from(content_base64, 'base64'),
    ...(content_id === null ? {} : { contentId: content_id }),
  }))
}
