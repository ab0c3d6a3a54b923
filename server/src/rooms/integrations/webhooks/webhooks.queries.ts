import { sql } from 'kysely'
import { effectivePermissions } from '../../../core/auth/caller.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Reach } from '../../../core/scope.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of webhooks and of the events that they are sent. */

const live = (db: Db, site: Site) =>
  db.selectFrom('webhooks').selectAll().where('web_site_id', '=', site.web_site_id).where('deleted_at', 'is', null)

export type WebhookRow = NonNullable<Awaited<ReturnType<typeof findWebhook>>>

/** Returns the webhooks of a user, the newest first. */
export const findWebhooks = (db: Db, site: Site, userId: number) =>
  live(db, site).where('user_id', '=', userId).orderBy('webhook_id', 'desc').execute()

export const findWebhook = (db: Db, site: Site, id: number) =>
  live(db, site).where('webhook_id', '=', id).executeTakeFirst()

/** A webhook belongs to one user: nobody else reaches it, since it tells what customers of the business do. */
export const findWebhooksById = (db: Db, site: Site, ids: readonly number[], reach: Reach) =>
  live(db, site)
    .where('webhook_id', 'in', [...ids])
    .where(reach.users('webhooks.user_id'))
    .execute()

/** Serialises changes of a user's webhooks until the end of the transaction. */
export async function lockWebhooks(db: Db, site: Site, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${site.web_site_id} ${userId}`}, 0))`.execute(db)
}

export interface NewWebhook {
  user_id: number
  businessentity_id: number | null
  url: string
  description: string
  events: string[]
  secret_sealed: string
  created_at: Date
}

export const insertWebhook = (db: Db, site: Site, webhook: NewWebhook) =>
  db
    .insertInto('webhooks')
    .values({ web_site_id: site.web_site_id, ...webhook })
    .returningAll()
    .executeTakeFirstOrThrow()

export type WebhookChange = Partial<
  Pick<
    WebhookRow,
    'url' | 'description' | 'events' | 'secret_sealed' | 'failures' | 'disabled_at' | 'disabled_because' | 'deleted_at'
  >
>

export const updateWebhook = (db: Db, site: Site, id: number, change: WebhookChange) =>
  db
    .updateTable('webhooks')
    .set(change)
    .where('web_site_id', '=', site.web_site_id)
    .where('webhook_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Returns the webhooks of a business that want an event. They work like API keys: not while their owner is deleted or
 * locked or has lost the right to keys, or the business is suspended or without a subscription.
 */
export async function findListeners(
  db: Db,
  site: Site,
  about: { businessentity_id: number | null; user_id: number | null },
  type: string,
): Promise<{ webhook_id: number }[]> {
  let query = db
    .selectFrom('webhooks as w')
    .innerJoin('users as u', (j) => j.onRef('u.web_site_id', '=', 'w.web_site_id').onRef('u.user_id', '=', 'w.user_id'))
    .leftJoin('business_entities as b', (j) =>
      j.onRef('b.web_site_id', '=', 'u.web_site_id').onRef('b.businessentity_id', '=', 'u.businessentity_id'),
    )
    .leftJoin('entity_role_permissions as e', (j) =>
      j
        .onRef('e.web_site_id', '=', 'u.web_site_id')
        .onRef('e.businessentity_id', '=', 'u.businessentity_id')
        .onRef('e.user_access_id', '=', 'u.user_access_id'),
    )
    .select([
      'w.webhook_id',
      'u.user_access_id',
      'u.permissions as own_permissions',
      'e.permissions as entity_permissions',
    ])
    .where('w.web_site_id', '=', site.web_site_id)
    .where('w.deleted_at', 'is', null)
    .where('w.disabled_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where('u.active', '=', 1)
    .where('b.suspended_at', 'is', null)
    .where(sql<boolean>`coalesce(b.subscription_status, 'active') <> 'ended'`)
    // A user who has moved to another business hears nothing more of the former one.
    .where(sql<boolean>`u.businessentity_id is not distinct from w.businessentity_id`)
    .where(sql<boolean>`(${type} = any(w.events))`)
  query =
    about.businessentity_id === null
      ? query.where('w.businessentity_id', 'is', null).where('w.user_id', '=', about.user_id)
      : query.where('w.businessentity_id', '=', about.businessentity_id)
  const rows = await query.execute()
  return rows.filter(({ user_access_id, own_permissions, entity_permissions }) =>
    effectivePermissions(site, user_access_id, own_permissions, entity_permissions).includes('manage_api_keys'),
  )
}

export interface NewEvent {
  delivery_id: string
  webhook_id: number
  event_id: string
  type: string
  body: string
  created_at: Date
  once_key?: string | null
  replay_of?: string | null
  about?: string | null
}

/** Stores an event. Returns whether it is new: events that occur once are stored once for each webhook. */
export async function insertEvent(db: Db, site: Site, event: NewEvent): Promise<boolean> {
  const stored = await db
    .insertInto('webhook_events')
    .values({ web_site_id: site.web_site_id, ...event })
    .onConflict((c) =>
      c.columns(['web_site_id', 'webhook_id', 'once_key']).where('once_key', 'is not', null).doNothing(),
    )
    .returning('delivery_id')
    .executeTakeFirst()
  return stored !== undefined
}

/** Returns an event with its webhook; undefined if either was deleted or the webhook is off. */
export const findOutgoing = (db: Db, key: { web_site_id: number; delivery_id: string }) =>
  db
    .selectFrom('webhook_events as e')
    .innerJoin('webhooks as w', (j) =>
      j.onRef('w.web_site_id', '=', 'e.web_site_id').onRef('w.webhook_id', '=', 'e.webhook_id'),
    )
    .select(['e.event_id', 'e.body', 'w.webhook_id', 'w.user_id', 'w.url', 'w.secret_sealed'])
    .where('e.web_site_id', '=', key.web_site_id)
    .where('e.delivery_id', '=', key.delivery_id)
    .where('w.deleted_at', 'is', null)
    .where('w.disabled_at', 'is', null)
    .executeTakeFirst()

/** Records an attempt that succeeded. */
export const noteSuccess = (db: Db, site: Site, id: number, at: Date) =>
  db
    .updateTable('webhooks')
    .set({ failures: 0, last_success_at: at })
    .where('web_site_id', '=', site.web_site_id)
    .where('webhook_id', '=', id)
    .execute()

/** Records an attempt without success. Returns the number of them in a row; undefined if the webhook is off. */
export async function noteFailure(db: Db, site: Site, id: number): Promise<number | undefined> {
  const row = await db
    .updateTable('webhooks')
    .set({ failures: sql<number>`failures + 1` })
    .where('web_site_id', '=', site.web_site_id)
    .where('webhook_id', '=', id)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .returning('failures')
    .executeTakeFirst()
  return row?.failures
}

/** Returns the address and the language of the owner of a webhook. */
export const findOwner = (db: Db, site: Site, userId: number) =>
  db
    .selectFrom('users')
    .select(['email', 'language_id'])
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export type EventState = 'pending' | 'sent' | 'failed'

const eventsOf = (db: Db, site: Site, webhookId: number, state: EventState | 'all') =>
  db
    .selectFrom('webhook_events as e')
    .innerJoin('deliveries as d', (j) =>
      j.onRef('d.web_site_id', '=', 'e.web_site_id').onRef('d.delivery_id', '=', 'e.delivery_id'),
    )
    .where('e.web_site_id', '=', site.web_site_id)
    .where('e.webhook_id', '=', webhookId)
    .$if(state === 'failed', (query) => query.where('d.state', 'in', ['failed', 'outcome_unknown']))
    .$if(state === 'pending' || state === 'sent', (query) => query.where('d.state', '=', state as 'pending' | 'sent'))

export const listEvents = (
  db: Db,
  site: Site,
  webhookId: number,
  { state, page, size }: { state: EventState | 'all'; page: number; size: number },
) =>
  eventsOf(db, site, webhookId, state)
    .select(['e.delivery_id', 'e.event_id', 'e.type', 'e.body', 'e.created_at', 'e.replay_of'])
    .select(['d.state', 'd.attempts', 'd.due_at', 'd.ended_at', 'd.sent_at', 'd.last_error'])
    .orderBy('e.created_at', 'desc')
    .orderBy('e.delivery_id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()

export async function countEvents(db: Db, site: Site, webhookId: number, state: EventState | 'all'): Promise<number> {
  const { n } = await eventsOf(db, site, webhookId, state)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export const findEvent = (db: Db, site: Site, webhookId: number, deliveryId: string) =>
  db
    .selectFrom('webhook_events')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('webhook_id', '=', webhookId)
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()

/** Deletes the events about a customer: what has not been sent is not sent any more. */
export async function deleteEventsOfCustomer(db: Db, site: Site, customerId: number): Promise<void> {
  await sql`delete from webhook_events where web_site_id = ${site.web_site_id} and (about = ${aboutCustomer(customerId)}
    or about in (select ${aboutLinkPrefix} || link_id from send_recipients
      where web_site_id = ${site.web_site_id} and customer_id = ${customerId} and link_id is not null))`.execute(db)
}

const aboutLinkPrefix = 'link '
export const aboutLink = (linkId: number): string => `${aboutLinkPrefix}${linkId}`
export const aboutCustomer = (customerId: number): string => `customer ${customerId}`

/** Deletes events of all web sites that ended before a time, at most a thousand. Returns how many. */
export async function deleteOldEvents(db: Db, before: Date): Promise<number> {
  const { rows } = await sql`
    with old as (
      select e.web_site_id, e.delivery_id from webhook_events e
      join deliveries d on d.web_site_id = e.web_site_id and d.delivery_id = e.delivery_id and d.state <> 'pending'
      where e.created_at < ${before} limit 1000),
    gone as (delete from webhook_events e using old
      where e.web_site_id = old.web_site_id and e.delivery_id = old.delivery_id
      returning e.web_site_id, e.delivery_id)
    delete from deliveries d using gone where d.web_site_id = gone.web_site_id and d.delivery_id = gone.delivery_id
    returning d.delivery_id`.execute(db)
  return rows.length
}
