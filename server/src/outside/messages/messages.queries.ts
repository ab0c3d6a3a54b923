import { sql } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import type { OutgoingMessage } from './provider.ts'

export interface MessageKey {
  web_site_id: number
  message_id: string
}

export interface Begun {
  message: OutgoingMessage
  /** The number to end the attempt with. */
  attempt: number
  /** When an earlier attempt began that never ended; null: there is none. */
  leftSince: Date | null
}

/**
 * Marks the message as being sent and answers it, unless it is already out of our hands. One that is marked so already is
 * answered as it was left: it may be out.
 */
export async function beginAttempt(db: Db, key: MessageKey, now: Date): Promise<Begun | undefined> {
  const row = await of(db.selectFrom('messages').selectAll(), key)
    .where('state', 'in', ['waiting', 'sending'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const from = row.from_number ?? (await defaultNumber(db, key.web_site_id))
  const message = {
    id: row.message_id,
    webSiteId: row.web_site_id,
    to: row.to_number,
    from,
    body: row.body,
    mediaUrl: row.media_url,
    writtenAt: row.created_at,
  }
  if (row.state === 'sending') return { message, attempt: row.attempts, leftSince: row.handed_at ?? row.created_at }
  await of(db.updateTable('messages'), key)
    .set({ state: 'sending', attempts: row.attempts + 1, handed_at: now, from_number: from })
    .execute()
  return { message, attempt: row.attempts + 1, leftSince: null }
}

/** Counts one more attempt of a message that is certainly not out. Undefined when somebody else was faster. */
export async function beginAgain(db: Db, key: MessageKey, attempt: number, now: Date): Promise<number | undefined> {
  const row = await current(db, key, attempt)
    .set({ attempts: attempt + 1, handed_at: now })
    .returning('attempts')
    .executeTakeFirst()
  return row?.attempts
}

export interface Outcome {
  state: 'waiting' | 'sending' | 'failed' | 'unknown'
  error_code: string | null
  last_error: string | null
  /** When it was decided that there will be no further attempt. */
  given_up_at: Date | null
}

/** Writes down an attempt that did not succeed. One that a later attempt or a report has overtaken changes nothing. */
export async function endAttempt(db: Db, key: MessageKey, attempt: number, outcome: Outcome): Promise<void> {
  await current(db, key, attempt)
    .set({ ...outcome })
    .execute()
}

/** The provider has the message. Its report of a later state may have come before. */
export async function markSent(db: Db, key: MessageKey, providerId: string, now: Date): Promise<void> {
  await of(db.updateTable('messages'), key)
    .set({
      provider_id: sql`coalesce(provider_id, ${providerId})`,
      state: sql`case when state in ('sending', 'waiting', 'unknown') then 'sent' else state end`,
      sent_at: sql`coalesce(sent_at, ${now}::timestamptz)`,
      last_error: null,
      given_up_at: sql`case when state in ('failed', 'undelivered') then given_up_at end`,
      error_code: sql`case when state in ('failed', 'undelivered') then error_code end`,
    })
    .execute()
}

/** Of messages that the provider has found, those that no other row of the web site is. */
export async function notOfOthers(db: Db, { web_site_id, message_id }: MessageKey, providerIds: string[]) {
  const rows = await db
    .selectFrom('messages')
    .select('provider_id')
    .where('web_site_id', '=', web_site_id)
    .where('message_id', '<>', message_id)
    .where('provider_id', 'in', providerIds)
    .execute()
  return providerIds.filter((id) => !rows.some((r) => r.provider_id === id))
}

/** The stand-in's whole delivery. Answers whether it was this one that kept it. */
export async function keepMessage(db: Db, key: MessageKey, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await of(db.updateTable('messages'), key)
    .set({ state: 'kept', sent_at: now, last_error: null, attempts: sql`attempts + 1` })
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface Report {
  providerId: string
  state: 'sent' | 'delivered' | 'undelivered' | 'failed'
  errorCode: string | null
  at: Date
}

/**
 * What the provider reports. A state never goes back; a report that comes twice or late changes nothing. Answers whom the
 * message was for, where something changed.
 */
export async function takeReport(
  db: Db,
  key: MessageKey,
  { providerId, state, errorCode, at }: Report,
): Promise<string | undefined> {
  const before = ['waiting', 'sending', 'unknown', ...(state === 'sent' ? [] : ['sent' as const])] as const
  const row = await of(db.updateTable('messages'), key)
    .set({
      state,
      provider_id: providerId,
      error_code: errorCode,
      last_error: null,
      sent_at: sql`coalesce(sent_at, ${at}::timestamptz)`,
      ...(state === 'delivered' ? { delivered_at: at } : {}),
      ...(state === 'undelivered' || state === 'failed' ? { given_up_at: at } : {}),
    })
    .where('state', 'in', before)
    .where((e) => e.or([e('provider_id', 'is', null), e('provider_id', '=', providerId)]))
    .returning('to_number')
    .executeTakeFirst()
  return row?.to_number
}

/** Messages of all web sites that are under way since before a time with no job left that would deliver them. */
export function findLeft(db: Db, job: string, before: Date): Promise<MessageKey[]> {
  return db
    .selectFrom('messages')
    .select(['web_site_id', 'message_id'])
    .where('state', 'in', ['waiting', 'sending'])
    .where('created_at', '<', before)
    .where(
      sql<boolean>`not exists (select from pgboss.job j where j.name = ${job}
        and j.singleton_key = messages.message_id::text and j.state in ('created', 'retry', 'active'))`,
    )
    .orderBy('created_at')
    .limit(1000)
    .execute()
}

/** The web site that owns a number; else every one that has written to the other number since a time. */
export async function sitesBetween(db: Db, ours: string, theirs: string, since: Date): Promise<number[]> {
  const owner = await db.selectFrom('message_numbers').select('web_site_id').where('number', '=', ours).execute()
  if (owner.length > 0) return owner.map((o) => o.web_site_id)
  const writers = await db
    .selectFrom('messages')
    .select('web_site_id')
    .distinct()
    .where('to_number', '=', theirs)
    .where('created_at', '>=', since)
    .orderBy('web_site_id')
    .execute()
  return writers.map((w) => w.web_site_id)
}

/** The language of the newest message that a web site wrote to a number. */
export async function languageOfLast(db: Db, webSiteId: number, to: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('messages')
    .select('language_code')
    .where('web_site_id', '=', webSiteId)
    .where('to_number', '=', to)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.language_code
}

async function defaultNumber(db: Db, webSiteId: number): Promise<string | null> {
  const row = await db
    .selectFrom('message_numbers')
    .select('number')
    .where('web_site_id', '=', webSiteId)
    .where('is_default', '=', true)
    .orderBy('number')
    .executeTakeFirst()
  return row?.number ?? null
}

const of = <Q extends { where(column: 'web_site_id' | 'message_id', is: '=', value: never): Q }>(
  query: Q,
  { web_site_id, message_id }: MessageKey,
): Q => query.where('web_site_id', '=', web_site_id as never).where('message_id', '=', message_id as never)

const current = (db: Db, key: MessageKey, attempt: number) =>
  of(db.updateTable('messages'), key).where('state', '=', 'sending').where('attempts', '=', attempt)
