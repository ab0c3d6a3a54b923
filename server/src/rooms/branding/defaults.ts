import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import * as queries from './senders/addresses.queries.ts'

/**
 * Restores the invariants of a user's default address after any change, under the lock of the user's settings. With
 * no-reply there is no default; otherwise, if the user has confirmed addresses, exactly one is the default, and the
 * oldest is chosen if none is.
 */
export async function settleDefault(db: Db, site: Site, userId: number): Promise<void> {
  const noReply = await queries.findNoReply(db, site, userId)
  const confirmed = (await queries.findAddresses(db, site, userId)).filter((a) => a.verified_at)
  if (noReply === true) return queries.writeDefault(db, site, userId, null)
  if (!confirmed.some((a) => a.is_default)) {
    const oldest = confirmed.toSorted((a, b) => a.address_id - b.address_id)[0]
    await queries.writeDefault(db, site, userId, oldest?.address_id ?? null)
  }
  // An explicit "from my own address" has no effect without one; the next confirmed address becomes the default anyway.
  if (noReply === false && confirmed.length === 0) await queries.forgetNoReply(db, site, userId)
}
