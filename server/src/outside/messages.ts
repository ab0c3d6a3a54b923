import type { Language } from '@cutaway/contract/rooms/sites.ts'
import { randomUUID } from 'node:crypto'
import type { Db } from '../core/database.ts'
import type { Jobs } from '../core/jobs.ts'
import type { Site } from '../core/tenancy.ts'

/**
 * Text messages. A message is a row of the change that causes it, like a mail; a job hands it over afterwards. The row's
 * state says what became of it.
 */

export interface Message {
  kind: 'sms' | 'mms'
  /** E.164. */
  to: string
  body: string
  /** Absolute address of a picture; MMS only. */
  mediaUrl?: string
  /** Parts in which the text travels; 1 for MMS. */
  segments: number
  language: Language
}

const deliverJob = 'message.deliver'

/** Writes a message into the transaction of `db` and orders its delivery there. Answers the id of the message. */
export async function queueMessage(db: Db, jobs: Pick<Jobs, 'enqueue'>, site: Site, message: Message): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('messages')
    .values({
      web_site_id: site.web_site_id,
      message_id: id,
      kind: message.kind,
      to_number: message.to,
      body: message.body,
      media_url: message.mediaUrl ?? null,
      segments: message.segments,
      language_code: message.language.language_code,
    })
    .execute()
  await jobs.enqueue(db, deliverJob, { web_site_id: site.web_site_id, message_id: id }, { singletonKey: id })
  return id
}
