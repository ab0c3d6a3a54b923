import type { LinkAnswer, LinkPage } from '@cutaway/contract/rooms/sharing/landing.ts'
import { randomUUID } from 'node:crypto'
import { secondsAfter } from '../../core/clock.ts'
import type { Db } from '../../core/db/database.ts'
import type { Person, World } from '../../testing/world.ts'
import { addressKey } from '../consent/consent.queries.ts'
import { insertLink } from './links/links.queries.ts'
import { newToken } from './links/short-links.ts'
import { findSender, insertRecipient, insertSend } from './send/sends.queries.ts'

/** Shared by tests about sends: inserts sends and customers' actions as the portal stores them. */

export interface Sent {
  site: number
  send_id: number
  recipient_id: number
  link_id: number
  token: string
}

export interface Sending {
  site?: number
  to?: string
  channel?: 'email' | 'sms'
  parts?: string[]
  subject?: string
  message?: string
  ro_number?: string
  notify?: boolean
  /** Seconds ago. */
  ago?: number
  resendOf?: number
  /** Seconds until the link expires; 30 days by default. */
  expiresIn?: number
}

const inTenant = <R>(w: World, site: number, work: (db: Db) => Promise<R>) => w.database.inTenant(site, work)

/** Inserts a send of a user to one recipient. */
export function sent(w: World, userId: number, sending: Sending = {}): Promise<Sent> {
  const { site: siteId = 31, to = 'marcus@hale.test', parts = ['BRKDSC'], ro_number = '48213', ago = 60 } = sending
  const { services } = w.running
  const site = services.sites.byId(siteId)!
  const channel = sending.channel ?? (to.includes('@') ? 'email' : 'sms')
  const created_at = secondsAfter(services.clock.now(), -ago)
  const { subject = 'Your vehicle', message = 'Please have a look.', notify = false } = sending
  return inTenant(w, siteId, async (db) => {
    const { user_id, businessentity_id, location_id, class_id } = (await findSender(db, site, userId))!
    const common = {
      user_id,
      businessentity_id,
      location_id,
      brand_id: 1,
      language_id: 50,
      subject,
      message,
      ro_number,
    }
    const send_id = await insertSend(db, site, {
      ...common,
      class_id,
      request_key: randomUUID(),
      channel,
      part_ids: parts,
      from_address: null,
      recipient_count: 1,
      created_at,
    })
    const token = newToken()
    const expires_at = secondsAfter(services.clock.now(), sending.expiresIn ?? 30 * 86_400)
    const link = { ...common, token, kind: channel, driverside: 'left' as const, notify, created_at, expires_at }
    const link_id = await insertLink(db, site, link, parts)
    const written =
      channel === 'email'
        ? { mail_id: await keptMail(db, siteId, to, created_at) }
        : { message_id: await keptText(db, siteId, to, created_at) }
    const recipient_id = await insertRecipient(db, site, {
      send_id,
      address: to,
      address_key: addressKey(to),
      link_id,
      ...written,
      ...(sending.resendOf === undefined ? {} : { resend_of: sending.resendOf }),
      created_at,
    })
    return { site: siteId, send_id, recipient_id, link_id, token }
  })
}

/** Inserts a sent mail into the outbox. */
async function keptMail(db: Db, web_site_id: number, to_address: string, at: Date): Promise<string> {
  const mail_id = randomUUID()
  const words = {
    from_name: 'Shop',
    subject: 'Your vehicle',
    html: '<p>Hello</p>',
    text: 'Hello',
    language_code: 'en-US',
  }
  const mail = { web_site_id, mail_id, to_address, state: 'moved' as const, created_at: at, ...words }
  await db.insertInto('mails').values(mail).execute()
  await keptDelivery(db, web_site_id, mail_id, 'mail', at)
  return mail_id
}

async function keptText(db: Db, web_site_id: number, to: string, at: Date): Promise<string> {
  const message_id = randomUUID()
  const words = { kind: 'sms' as const, body: 'Hello', segments: 1, language_code: 'en-US' }
  const text = { web_site_id, message_id, to_number: addressKey(to), state: 'moved' as const, ...words }
  await db
    .insertInto('messages')
    .values({ ...text, created_at: at })
    .execute()
  await keptDelivery(db, web_site_id, message_id, 'text', at)
  return message_id
}

async function keptDelivery(db: Db, web_site_id: number, delivery_id: string, channel: 'mail' | 'text', at: Date) {
  const state = { state: 'sent' as const, carrier: 'outbox', due_at: null, sent_at: at, created_at: at }
  await db
    .insertInto('deliveries')
    .values({ web_site_id, delivery_id, channel, ...state })
    .execute()
}

/** Inserts a visit of a customer: the page is opened and, with a percentage, the film played. */
export async function visited(
  w: World,
  { site, link_id }: Pick<Sent, 'site' | 'link_id'>,
  visit: { percent?: number; part?: string; ago?: number; key?: string } = {},
): Promise<string> {
  const { percent, part = 'BRKDSC', ago = 0, key = randomUUID() } = visit
  const at = secondsAfter(w.clock.now(), -ago)
  const watched = { last_at: at, watched_percent: percent ?? 0, first_frame_at: percent === undefined ? null : at }
  await inTenant(w, site, (db) =>
    db
      .insertInto('link_views')
      .values({ web_site_id: site, link_id, view_key: key, part_id: part, language_id: 50, opened_at: at, ...watched })
      .onConflict((c) => c.columns(['web_site_id', 'link_id', 'view_key', 'part_id']).doUpdateSet(watched))
      .execute(),
  )
  return key
}

export async function answered(
  w: World,
  { site, link_id }: Pick<Sent, 'site' | 'link_id'>,
  answer: LinkAnswer,
  ago = 0,
): Promise<void> {
  const at = secondsAfter(w.clock.now(), -ago)
  await inTenant(w, site, (db) =>
    db
      .insertInto('link_answers')
      .values({ web_site_id: site, link_id, request_key: randomUUID(), answer, at })
      .execute(),
  )
}

export async function machineOpened(w: World, { site, link_id }: Pick<Sent, 'site' | 'link_id'>): Promise<void> {
  const at = w.clock.now()
  await inTenant(w, site, (db) =>
    db
      .insertInto('link_hits')
      .values(
        (['scanner', 'preview', 'head', 'page'] as const).map((kind) => ({ web_site_id: site, link_id, at, kind })),
      )
      .execute(),
  )
}

/** Deletes the sends of the demo's people, for tests that start without any. */
export async function nothingSent({ database: { system } }: World): Promise<void> {
  for (const table of ['link_answers', 'link_views', 'link_hits', 'send_recipients', 'sends', 'link_films'] as const)
    await system.deleteFrom(table).execute()
  await system.deleteFrom('links').execute()
}

/** Deletes mails, messages and consents of the demo's people, and rows of further tables, for tests that start without. */
export async function nothingWritten(
  { database: { system } }: World,
  ...further: readonly ('message_credits' | 'automatic_answers')[]
): Promise<void> {
  for (const table of ['suppressions', 'consents', 'mails', 'messages', 'deliveries', ...further] as const)
    await system.deleteFrom(table).execute()
}

/** Landing pages of a world without a web build: the option `pages` of world(). */
export const customerPages = {
  html: () => Promise.resolve(''),
  scripts: () => ['/assets/customer.js'],
  textRooms: () => Promise.resolve<never[]>([]),
}

/** Deletes the customers of the demo's people, for tests that start without any. */
export async function noCustomers({ database: { system } }: World): Promise<void> {
  for (const table of ['customer_messages', 'customer_addresses', 'customers'] as const)
    await system.deleteFrom(table).execute()
}

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'

/** Returns the last segment of a short link, which the customer's page and its calls take. */
export const linkKey = (link: string | null | undefined): string => link?.split('/').at(-1) ?? ''

/** A customer whose browser opened the page of a link and decoded a frame of its film. */
export async function customerOf(token: string, person: Person) {
  const headers = { 'user-agent': phone, 'content-type': 'application/json', 'accept-language': 'en-US' }
  const open = async (query = '') => (await person.request(`/animation_link/${token}${query}`, { headers })).text()
  const page = await open()
  const proof = /"proof":"([\w-]+)"/.exec(page)?.[1] ?? ''
  const view_key = randomUUID()
  const post = async (call: string, body: object) =>
    (
      await person.request(`/api/v1/${call}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ randomNumber: token, ...body }),
      })
    ).json() as Promise<{ status: number; message: string; data: { decision: LinkPage['decision'] } }>
  await post('animationVideoTracking', { view_key, proof, decoded: true })
  const answer = (given: object) =>
    post('answerLink', { request_key: randomUUID(), view_key, proof, gesture: 'pointer', ...given })
  return { open, page, post, answer, proof, view_key }
}
