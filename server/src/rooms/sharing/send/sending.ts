import type { z } from 'zod'
import type { SendToCustomer } from '@cutaway/contract/rooms/sharing/customers.ts'
import type { SendReceipt } from '@cutaway/contract/rooms/sharing/send.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import { linkOrigin } from '../../../core/http/origin.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { mostRecipientsADay } from '@cutaway/contract/rooms/sharing/send.ts'
import { addressKey, findSuppressed } from '../../consent/consent.queries.ts'
import type { Suppression } from '../../messaging/recipient-events.ts'
import { expiryDays, insertLink, type NewFinding, type NewLink } from '../links/links.queries.ts'
import { newLinkKeys, tinyUrl } from '../links/short-links.ts'
import { rememberCustomer } from '../customers/remember.ts'
import { enqueueReminder, reminderTime } from './reminder-queue.ts'
import { daysFor } from './sends.rules.ts'
import { textsLeft } from '../../messaging/credits.ts'
import {
  countRecipients,
  insertRecipient,
  insertSend,
  recipientsOf,
  type NewSend,
  type Sender,
} from './sends.queries.ts'

/** The steps common to every channel: a link for each recipient, the log of the send, the response. */

/** Returns the origin of links to the web site: the sender's host, if it is one of the site's. */
export const originOf = (call: { origin: string; site: Site; services: Services }): string =>
  linkOrigin(call.origin, call.site.hosts, call.services.config)

export const languageFor = (services: Services, key: string | number): Language =>
  services.sites.language(String(key)) ?? notFound()

export type ToCustomer = Partial<z.output<typeof SendToCustomer>>

export interface Envelope {
  db: Db
  site: Site
  services: Services
  sender: Sender
  origin: string
  send: Omit<NewSend, 'recipient_count' | 'created_at' | 'user_id' | 'businessentity_id' | 'location_id' | 'class_id'>
  driverside: 'left' | 'right'
  withRelated: boolean
  notify: boolean
  asks: 'decision' | 'information'
  /** The films of the send with what was found, in order. */
  films: readonly NewFinding[]
  days: number | undefined
  /** As typed, without duplicates. */
  recipients: readonly string[]
  /** What the sender said about the customer. */
  to: ToCustomer
  resendOf?: number
  /** Queues the message to one recipient. Returns the id of its row. */
  write(recipient: {
    address: string
    url: string
    customerId: number
  }): Promise<{ mail_id: string } | { message_id: string }>
}

/**
 * Stores a send with its links and messages in the transaction of the request: all or nothing. Refuses if all
 * recipients are suppressed or the sender has reached the daily limit.
 */
export async function writeSend(given: Envelope): Promise<{ sendId: number; recipientIds: number[] }> {
  const { db, site, services, sender, send, recipients } = given
  const now = services.clock.now()
  const keys = recipients.map(addressKey)
  const suppressed = await findSuppressed(db, site, keys)
  const willing = keys.filter((key) => !suppressed.has(key)).length
  if (willing === 0) {
    const reasons = keys.map((key) => suppressed.get(key) ?? 'unsubscribed')
    fail(leftOutMessage[reasons.includes('unsubscribed') ? 'unsubscribed' : 'bounced'], {
      recipients: recipients.map((to, i) => ({ ...leftOut(reasons[i]!), to, link: null })),
    })
  }
  const today = await countRecipients(db, site, sender.user_id, secondsAfter(now, -86_400))
  if (today + willing > mostRecipientsADay) fail('too_many_recipients_today')

  const { user_id, businessentity_id, location_id, class_id } = sender
  const granted = await expiryDays(db, site, send.channel)
  const expires_at = secondsAfter(now, daysFor(granted, given.days) * 86_400)
  const remind_at = reminderTime(given.to.remind_at, now, expires_at)
  const sendId = await insertSend(db, site, {
    ...send,
    remind_at,
    user_id,
    businessentity_id,
    location_id,
    class_id,
    recipient_count: willing,
    created_at: now,
  })
  const recipientIds: number[] = []
  for (const [i, address] of recipients.entries()) {
    const address_key = keys[i]!
    const customer_id = await rememberCustomer(db, services, site, sender, {
      address,
      address_key,
      channel: send.channel,
      // A name belongs to one person.
      ...(recipients.length === 1 ? { name: given.to.customer_name, vehicle: given.to.vehicle } : {}),
      language_id: send.language_id,
      ro_number: send.ro_number,
      part_id: send.part_ids[0],
      at: now,
    })
    const row = { send_id: sendId, address, address_key, created_at: now, resend_of: given.resendOf, customer_id }
    const suppressed_by = suppressed.get(address_key)
    if (suppressed_by) {
      recipientIds.push(await insertRecipient(db, site, { ...row, is_suppressed: true, suppressed_by }))
      continue
    }
    const linkKeys = newLinkKeys()
    const link: NewLink = {
      ...linkKeys,
      kind: send.channel,
      user_id,
      businessentity_id,
      location_id,
      brand_id: send.brand_id,
      driverside: given.driverside,
      language_id: send.language_id,
      subject: send.subject ?? '',
      message: send.message,
      ro_number: send.ro_number,
      with_related: given.withRelated,
      notify: given.notify,
      asks: given.asks,
      currency: site.currency,
      created_at: now,
      language_chosen: given.to.language_chosen ?? false,
      expires_at,
    }
    const link_id = await insertLink(db, site, link, given.films)
    const written = await given.write({ address, url: tinyUrl(given.origin, linkKeys), customerId: customer_id })
    const recipientId = await insertRecipient(db, site, { ...row, link_id, ...written })
    recipientIds.push(recipientId)
    if (remind_at) await enqueueReminder(db, services, site, { recipientId, origin: given.origin, now, remind_at })
  }
  return { sendId, recipientIds }
}

/** The refusal for an address that is left out: only people who did so "have unsubscribed". */
export const leftOutMessage = { unsubscribed: 'error_unsubscribe_user', bounced: 'error_address_bounced' } as const

/** Returns the result for a recipient who was left out. */
const leftOut = (by: Suppression) => ({ outcome: by, message: leftOutMessage[by] })

/** Returns the response to a send, also to a repeated request. */
export async function receiptOf(
  db: Db,
  site: Site,
  sendId: number,
  { origin, entityId, now }: { origin: string; entityId: number | null; now: Date },
): Promise<SendReceipt> {
  const recipients = await recipientsOf(db, site, sendId)
  const expires = recipients.map((r) => r.expires_at).find((at) => at !== null) ?? now
  return {
    send_id: sendId,
    recipients: recipients.map(({ address, is_suppressed, suppressed_by, token, short_code }) => ({
      to: address,
      ...(is_suppressed ? leftOut(suppressed_by ?? 'unsubscribed') : { outcome: 'queued' as const, message: 'ok' }),
      link: token === null ? null : tinyUrl(origin, { token, short_code }),
    })),
    expires_at: expires.toISOString(),
    texts_left: await textsLeft(db, site, entityId),
  }
}
