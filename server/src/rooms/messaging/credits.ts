import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'

/**
 * The text messages that a business has left, as an account with entries. The database changes the balance with each entry
 * and refuses one that would take it below 0.
 *
 * The account is opened with 0 when a business becomes active: with its subscription (sign-up, upgrade of a free trial,
 * reactivation, payment by invoice), or when the operator adds it. Only businesses that were active before accounts existed
 * have none: they are not counted and send as before, until they buy a bundle or subscribe anew.
 */

/** Returns the text messages that a business has left; null if they are not counted. */
export async function textsLeft(db: Db, site: Site, entityId: number | null): Promise<number | null> {
  if (entityId === null) return null
  const row = await accountOf(db, site, entityId).executeTakeFirst()
  return row?.remaining ?? null
}

/**
 * Returns whether a business has so many text messages left, and keeps others from taking them until the transaction
 * ends; `queueMessage` takes them. True also if they are not counted.
 */
export async function takeTexts(db: Db, site: Site, entityId: number | null, count: number): Promise<boolean> {
  if (entityId === null) return true
  const row = await accountOf(db, site, entityId).forUpdate().executeTakeFirst()
  return row === undefined || row.remaining >= count
}

const accountOf = (db: Db, site: Pick<Site, 'web_site_id'>, entityId: number) =>
  db
    .selectFrom('message_credits')
    .select('remaining')
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', entityId)

/** Opens the account of a business with 0 text messages, from when on they are counted. Does nothing if it has one. */
export async function openCredits(db: Db, site: Pick<Site, 'web_site_id'>, entityId: number): Promise<void> {
  await db
    .insertInto('message_credits')
    .values({ web_site_id: site.web_site_id, businessentity_id: entityId, remaining: 0 })
    .onConflict((c) => c.doNothing())
    .execute()
}

export interface CreditEntry {
  businessentity_id: number
  delta: number
  reason: 'purchase' | 'send' | 'return' | 'grant' | 'reversal'
  order_id?: string
  message_id?: string
}

/**
 * Writes an entry, which changes the balance. Returns false if it was written before, or the business is not counted.
 * Throws if the balance would fall below 0.
 */
export async function writeCredit(db: Db, site: Pick<Site, 'web_site_id'>, entry: CreditEntry): Promise<boolean> {
  const { businessentity_id, order_id, message_id, reason } = entry
  const locked = await accountOf(db, site, businessentity_id).forUpdate().executeTakeFirst()
  if (!locked) return false
  // Written before, under the same lock. The trigger would count a second one before its key is checked.
  if (reason !== 'reversal' && (order_id ?? message_id) !== undefined) {
    const before = await db
      .selectFrom('message_credit_entries')
      .select('entry_id')
      .where('web_site_id', '=', site.web_site_id)
      .where('reason', '=', reason)
      .where(order_id === undefined ? 'message_id' : 'order_id', '=', order_id ?? message_id!)
      .executeTakeFirst()
    if (before) return false
  }
  await db
    .insertInto('message_credit_entries')
    .values({ web_site_id: site.web_site_id, ...entry })
    .execute()
  return true
}
