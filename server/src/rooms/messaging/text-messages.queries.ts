import type { Db } from '../../core/db/database.ts'
import type { DeliveryKey } from './outbox.queries.ts'

export interface TextMessageRow {
  kind: 'sms' | 'mms'
  to_number: string
  from_number: string | null
  body: string
  media_url: string | null
  segments: number
  language_code: string
  businessentity_id: number | null
}

export async function insertMessage(
  db: Db,
  { web_site_id, delivery_id }: DeliveryKey,
  message: TextMessageRow,
): Promise<void> {
  await db
    .insertInto('messages')
    .values({ web_site_id, message_id: delivery_id, state: 'moved', ...message })
    .execute()
}

export const findMessage = (db: Db, { web_site_id, delivery_id }: DeliveryKey) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('web_site_id', '=', web_site_id)
    .where('message_id', '=', delivery_id)
    .executeTakeFirst()

/**
 * Returns the number of a business's own from which the messages of a location leave: that of the location, else one of
 * the whole business; undefined if there is none that can send. Customers call back where a message came from, so the
 * number of another location is not used. The number of a location that was deleted is one of the whole business.
 */
export async function numberOfBusiness(
  db: Db,
  webSiteId: number,
  businessId: number,
  locationId: number | null,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('message_numbers as n')
    .leftJoin('locations as l', (j) =>
      j
        .onRef('l.web_site_id', '=', 'n.web_site_id')
        .onRef('l.location_id', '=', 'n.location_id')
        .on('l.deleted_at', 'is', null),
    )
    .select('n.number')
    .where('n.web_site_id', '=', webSiteId)
    .where('n.businessentity_id', '=', businessId)
    .where('n.can_send', '=', true)
    .where('n.released_at', 'is', null)
    .where((q) => q.or([q('l.location_id', 'is', null), q('l.location_id', '=', locationId)]))
    .orderBy((q) => q('l.location_id', 'is', null))
    .orderBy('n.is_default')
    .orderBy('n.number')
    .executeTakeFirst()
  return row?.number
}

/** Returns the sender number of a web site; null: the carrier's default. */
export async function defaultNumber(db: Db, webSiteId: number): Promise<string | null> {
  const row = await db
    .selectFrom('message_numbers')
    .select('number')
    .where('web_site_id', '=', webSiteId)
    .where('is_default', '=', true)
    .where('released_at', 'is', null)
    .orderBy('number')
    .executeTakeFirst()
  return row?.number ?? null
}

/**
 * Returns the web site that owns a number, else every web site that has written to the other number since a time. A
 * message to a number that was released is for nobody.
 */
export async function sitesBetween(db: Db, ours: string, theirs: string, since: Date): Promise<number[]> {
  const owners = await db
    .selectFrom('message_numbers')
    .select(['web_site_id', 'released_at'])
    .where('number', '=', ours)
    .execute()
  if (owners.length > 0)
    return owners.filter(({ released_at }) => released_at === null).map(({ web_site_id }) => web_site_id)
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

/** Returns the language of the newest message that a web site wrote to a number. */
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
