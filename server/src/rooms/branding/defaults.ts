import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import * as queries from './addresses.queries.ts'

/**
 * Brings the default address of a user in order after any change, under the lock of the user's settings: none with
 * no-reply, else exactly one as long as there is a confirmed address, and the oldest where it has to be found.
 */
export async function settleDefault(db: Db, site: Site, userId: number): Promise<void> {
  const noReply = await queries.findNoReply(db, site, userId)
  const confirmed = (await queries.findAddresses(db, site, userId)).filter((a) => a.verified_at)
  if (noReply === true) return queries.writeDefault(db, site, userId, null)
  if (!confirmed.some((a) => a.is_default)) {
    const oldest = confirmed.toSorted((a, b) => a.address_id - b.address_id)[0]
    await queries.writeDefault(db, site, userId, oldest?.address_id ?? null)
  }
  // "From my own address" means nothing without one; the next one that is confirmed counts by itself.
  if (noReply === false && confirmed.length === 0) await queries.forgetNoReply(db, site, userId)
}
