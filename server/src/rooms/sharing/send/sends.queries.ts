import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Reach } from '../../../core/scope.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of sends, their recipients and the text messages that a business has left. */

export interface Sender {
  user_id: number
  businessentity_id: number | null
  location_id: number | null
  /** The first region of the location. */
  class_id: number | null
  email: string
  first_name: string
  last_name: string
  language_id: number | null
}

/** Returns the sender and the sender's location. */
export function findSender(db: Db, site: Site, userId: number): Promise<Sender | undefined> {
  return db
    .selectFrom('users as u')
    .select(['u.user_id', 'u.businessentity_id', 'u.location_id', 'u.email', 'u.first_name', 'u.last_name'])
    .select('u.language_id')
    .select(
      sql<number | null>`(select min(class_id) from location_class_locations c
        where c.web_site_id = u.web_site_id and c.location_id = u.location_id)`.as('class_id'),
    )
    .where('u.web_site_id', '=', site.web_site_id)
    .where('u.user_id', '=', userId)
    .executeTakeFirst()
}

/** Serialises the sends of a user, so that the counts stay correct until the commit. */
export async function lockSending(db: Db, site: Site, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${site.web_site_id}::int, ${userId}::int)`.execute(db)
}

/** Counts the recipients of a user's sends since a time, without those that were left out. */
export async function countRecipients(db: Db, site: Site, userId: number, since: Date): Promise<number> {
  const { n } = await db
    .selectFrom('sends as s')
    .innerJoin('send_recipients as r', (j) =>
      j.onRef('r.web_site_id', '=', 's.web_site_id').onRef('r.send_id', '=', 's.send_id'),
    )
    .select(sql<number>`count(*)::int`.as('n'))
    .where('s.web_site_id', '=', site.web_site_id)
    .where('s.user_id', '=', userId)
    .where('s.created_at', '>', since)
    .where('r.is_suppressed', '=', false)
    .executeTakeFirstOrThrow()
  return n
}

/** Returns an earlier send with the same key. */
export async function findSendByKey(db: Db, site: Site, userId: number, requestKey: string) {
  const send = await db
    .selectFrom('sends')
    .select(['send_id'])
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
  return send && { send_id: send.send_id, recipients: await recipientsOf(db, site, send.send_id) }
}

/** Returns the recipients of a send with their links. */
export const recipientsOf = (db: Db, site: Site, sendId: number) =>
  db
    .selectFrom('send_recipients as r')
    .leftJoin('links as l', (j) => j.onRef('l.web_site_id', '=', 'r.web_site_id').onRef('l.link_id', '=', 'r.link_id'))
    .select([
      'r.recipient_id',
      'r.address',
      'r.is_suppressed',
      'r.suppressed_by',
      'r.mail_id',
      'r.message_id',
      'l.token',
      'l.short_code',
      'l.expires_at',
    ])
    .where('r.web_site_id', '=', site.web_site_id)
    .where('r.send_id', '=', sendId)
    .orderBy('r.recipient_id')
    .execute()

export interface NewSend {
  request_key: string
  user_id: number
  /** The manager who sent it in the user's place. */
  acting_user_id?: number | null
  businessentity_id: number | null
  location_id: number | null
  class_id: number | null
  channel: 'email' | 'sms' | 'mms'
  brand_id: number
  language_id: number
  part_ids: string[]
  subject?: string
  message: string
  ro_number: string
  from_address: string | null
  /** The chosen address for replies; null: the sender's default. */
  reply_to?: string | null
  banner_id?: number | null
  recipient_count: number
  created_at: Date
  remind_at?: Date | null
}

export async function insertSend(db: Db, site: Site, send: NewSend): Promise<number> {
  const { send_id } = await db
    .insertInto('sends')
    .values({ web_site_id: site.web_site_id, ...send })
    .returning('send_id')
    .executeTakeFirstOrThrow()
  return send_id
}

/** Deletes a send with its recipients and their links. */
export async function deleteSend(db: Db, { web_site_id }: Site, sendId: number): Promise<void> {
  const recipients = await db
    .deleteFrom('send_recipients')
    .where('web_site_id', '=', web_site_id)
    .where('send_id', '=', sendId)
    .returning('link_id')
    .execute()
  const links = recipients.flatMap(({ link_id }) => link_id ?? [])
  if (links.length > 0)
    await db.deleteFrom('links').where('web_site_id', '=', web_site_id).where('link_id', 'in', links).execute()
  await db.deleteFrom('sends').where('web_site_id', '=', web_site_id).where('send_id', '=', sendId).execute()
}

export interface NewRecipient {
  send_id: number
  address: string
  address_key: string
  is_suppressed?: boolean
  suppressed_by?: 'unsubscribed' | 'bounced'
  link_id?: number
  mail_id?: string
  message_id?: string
  resend_of?: number
  customer_id?: number
  created_at: Date
}

export async function insertRecipient(db: Db, site: Site, recipient: NewRecipient): Promise<number> {
  const { recipient_id } = await db
    .insertInto('send_recipients')
    .values({ web_site_id: site.web_site_id, ...recipient })
    .returning('recipient_id')
    .executeTakeFirstOrThrow()
  return recipient_id
}

/** A recipient with its send, to send the same again. */
export type RecipientRow = Awaited<ReturnType<typeof findRecipientsById>>[number]

export const findRecipientsById = (db: Db, site: Site, ids: readonly number[], reach: Reach) =>
  db
    .selectFrom('send_recipients as r')
    .innerJoin('sends as s', (j) => j.onRef('s.web_site_id', '=', 'r.web_site_id').onRef('s.send_id', '=', 'r.send_id'))
    .leftJoin('links as l', (j) => j.onRef('l.web_site_id', '=', 'r.web_site_id').onRef('l.link_id', '=', 'r.link_id'))
    .select([
      'r.recipient_id',
      'r.link_id',
      'l.asks',
      'r.address',
      'r.address_key',
      's.user_id',
      's.channel',
      's.brand_id',
      's.language_id',
    ])
    .select([
      's.part_ids',
      's.subject',
      's.message',
      's.ro_number',
      's.from_address',
      's.reply_to',
      's.banner_id',
      'l.with_related',
      'l.notify',
    ])
    .select(['l.driverside', 'l.language_chosen'])
    .where('r.web_site_id', '=', site.web_site_id)
    .where('r.recipient_id', 'in', ids)
    .where(reach.users('s.user_id'))
    .execute()

export async function hasSeenOptIn(db: Db, site: Site, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('sms_first_views')
    .select('at')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export async function noteOptInSeen(db: Db, site: Site, userId: number, at: Date): Promise<void> {
  await db
    .insertInto('sms_first_views')
    .values({ web_site_id: site.web_site_id, user_id: userId, at })
    .onConflict((c) => c.columns(['web_site_id', 'user_id']).doNothing())
    .execute()
}
