import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of memberships. */

/** Returns the business that a number's subscription belongs to, if it is another than `own`. */
export async function isInUse(db: Db, site: Site, number: string, own: number): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .select('businessentity_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('membership_number', '=', number)
    .where('subscribed_at', 'is not', null)
    .where('businessentity_id', '<>', own)
    .executeTakeFirst()
  return row !== undefined
}

/** Serialises subscriptions of one number until the transaction ends. */
export async function lockNumber(db: Db, site: Site, number: string): Promise<void> {
  const key = `membership ${site.web_site_id} ${number}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
}

/** Keeps the checked number of a business; a later one replaces it until the subscription is charged to it. */
export async function putChecked(db: Db, site: Site, businessId: number, number: string, now: Date): Promise<void> {
  await db
    .insertInto('memberships')
    .values({
      web_site_id: site.web_site_id,
      businessentity_id: businessId,
      membership_number: number,
      checked_at: now,
      subscribed_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['web_site_id', 'businessentity_id'])
        .doUpdateSet({ membership_number: number, checked_at: now })
        .where('memberships.subscribed_at', 'is', null),
    )
    .execute()
}

/** Returns the checked number of a business. */
export const findChecked = (db: Db, site: Site, businessId: number) =>
  db
    .selectFrom('memberships')
    .select(['membership_number', 'checked_at', 'subscribed_at'])
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .executeTakeFirst()

/** Marks the number of a business as the one that its subscription is charged to. */
export async function markSubscribed(db: Db, site: Site, businessId: number, now: Date): Promise<void> {
  await db
    .updateTable('memberships')
    .set({ subscribed_at: now })
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .execute()
}
