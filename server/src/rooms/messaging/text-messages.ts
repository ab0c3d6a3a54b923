import { randomUUID } from 'node:crypto'
import type { Db } from '../../core/db/database.ts'
import type { Jobs } from '../../core/jobs/jobs.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { standIn } from '../../outside/carrier.stand-in.ts'
import { twilioCarrier, type OutgoingMessage } from '../../outside/twilio.ts'
import { writeCredit } from './credits.ts'
import { afterFailedText } from './failures/after-failure.ts'
import { enqueueDelivery, makeWorker, retryPolicy, type OutboxServices, type Worker } from './outbox.ts'
import type { DeliveryKey } from './outbox.queries.ts'
import { whyWithheld, type RecipientEvents } from './recipient-events.ts'
import { defaultNumber, findMessage, insertMessage, numberOfBusiness } from './text-messages.queries.ts'

/**
 * Queues and sends text messages. A phone does not recognise a second copy. After an attempt with an unknown result the
 * worker therefore asks the provider first, and sends again only if the provider certainly does not have the message.
 */

type Language = Site['languages'][number]

export interface Message {
  kind: 'sms' | 'mms'
  /** E.164. */
  to: string
  body: string
  /** Absolute address of a picture; MMS only. */
  mediaUrl?: string
  /** Number of segments; 1 for MMS. */
  segments: number
  language: Language
  /** The business that paid for the segments; they are given back if the message fails. */
  paidBy?: number | null
  /** The location that writes: the message leaves from its number if it has one. */
  locationId?: number | null
  /** Seconds during which it can be withdrawn. */
  heldFor?: number
}

/** URL to which the provider posts delivery reports. */
export const statusPath = '/hooks/twilio/status'

/** Who writes: a location of a business, the whole business, or the web site itself. */
interface Writer {
  businessId: number | null
  locationId: number | null
}

/**
 * Returns the number from which the messages of a writer come, E.164; null if a messaging service of the carrier chooses
 * one.
 */
export async function sendingNumber(
  db: Db,
  { messages }: Pick<Services['config'], 'messages'>,
  site: Site,
  writer: Writer,
): Promise<string | null> {
  const own = await numberFor(db, site, writer)
  return own ?? (messages.kind === 'twilio' && 'number' in messages.from ? messages.from.number : null)
}

/** A number of the business's own, else the one of the web site; null if it has none. */
const numberFor = async (db: Db, { web_site_id }: Site, { businessId, locationId }: Writer): Promise<string | null> =>
  (businessId === null ? undefined : await numberOfBusiness(db, web_site_id, businessId, locationId)) ??
  defaultNumber(db, web_site_id)

/**
 * Queues a message in the transaction of `db`, and takes what it costs from the business that pays. It is sent if
 * that commits. Returns the id of the message.
 */
export async function queueMessage(db: Db, jobs: Pick<Jobs, 'enqueue'>, site: Site, message: Message): Promise<string> {
  if (!/^\+[1-9]\d{6,14}$/.test(message.to)) throw new Error('invalid number of a text message: not E.164')
  if ((message.kind === 'mms') !== (message.mediaUrl !== undefined))
    throw new Error('an MMS needs a picture, and an SMS has none')
  const key = { web_site_id: site.web_site_id, delivery_id: randomUUID() }
  const paidBy = message.paidBy ?? null
  await insertMessage(db, key, {
    kind: message.kind,
    to_number: message.to,
    from_number: await numberFor(db, site, { businessId: paidBy, locationId: message.locationId ?? null }),
    body: message.body,
    media_url: message.mediaUrl ?? null,
    segments: message.segments,
    language_code: message.language.language_code,
    businessentity_id: paidBy,
  })
  if (paidBy !== null)
    await writeCredit(db, site, {
      businessentity_id: paidBy,
      delta: -message.segments,
      reason: 'send',
      message_id: key.delivery_id,
    })
  await enqueueDelivery(db, jobs, 'text', key, message.heldFor)
  return key.delivery_id
}

/**
 * Returns the worker that sends text messages through the configured provider, or stores them in the outbox of the
 * demo.
 */
export function textWorker(
  services: OutboxServices,
  events: Pick<RecipientEvents, 'optedOut' | 'suppressedBy' | 'textFailed'>,
  policy = retryPolicy,
): Worker {
  const { messages, publicBaseUrl } = services.config
  return makeWorker<OutgoingMessage>(services, {
    name: 'text',
    carrier: messages.kind === 'twilio' ? twilioCarrier(messages) : standIn,
    policy,
    load: (db, _site, key) => loadMessage(db, key, publicBaseUrl),
    withheld: async (db, site, { to }) => whyWithheld(await events.suppressedBy(db, site, to)),
    async failed(db, site, { delivery_id: message_id }, { item, why, words, isOptOut }) {
      await afterFailedText(db, site, events, { message_id, why, now: services.clock.now() })
      if (isOptOut && item) await events.optedOut(db, site, item.to, words)
    },
  })
}

async function loadMessage(
  db: Db,
  key: DeliveryKey,
  publicBaseUrl: string | undefined,
): Promise<OutgoingMessage | undefined> {
  const row = await findMessage(db, key)
  if (!row) return undefined
  // The URL names the message, because a report may arrive before the provider has answered our request.
  const about = new URLSearchParams({ site: String(key.web_site_id), message: key.delivery_id })
  return {
    to: row.to_number,
    from: row.from_number,
    body: row.body,
    mediaUrl: row.media_url,
    writtenAt: row.created_at,
    statusCallback: publicBaseUrl ? `${publicBaseUrl}${statusPath}?${about}` : null,
  }
}
