import { sql } from 'kysely'
import { secondsAfter } from '../../core/clock.ts'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import { loginLimits } from './rules.ts'

/** Queries of the login attempts from an address, which count over all web sites. */

/** An attempt of a web site, as it is counted for its address. */
const keyOf = (site: Site, attemptId: number): string => `${site.web_site_id} ${attemptId}`

/** Serialises the attempts from one address on all web sites until the transaction ends. */
export async function lockAddress(db: Db, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`login address ${address}`}, 0))`.execute(db)
}

/** Counts the failures within the window, and the pending attempts since a time. Returns the end of the block. */
export async function countAddress(db: Db, address: string, now: Date, pendingSince: Date) {
  const counts = await db
    .selectFrom('address_attempts')
    .select((eb) => [
      eb.fn.countAll().filterWhere('under_way', '=', false).as('failures'),
      eb.fn.countAll().filterWhere('under_way', '=', true).filterWhere('at', '>', pendingSince).as('under_way'),
    ])
    .where('address', '=', address)
    .where('at', '>', secondsAfter(now, -loginLimits.windowSeconds))
    .executeTakeFirstOrThrow()
  const block = await db
    .selectFrom('address_blocks')
    .select('until')
    .where('address', '=', address)
    .where('until', '>', now)
    .executeTakeFirst()
  return { failures: Number(counts.failures), underWay: Number(counts.under_way), blockedUntil: block?.until }
}

export async function insertAddressAttempt(db: Db, site: Site, attemptId: number, address: string, now: Date) {
  await db
    .insertInto('address_attempts')
    .values({ attempt: keyOf(site, attemptId), address, under_way: true, at: now })
    .execute()
}

/** Marks an attempt as failed, if it counts for its address. */
export async function endAddressAttempt(db: Db, site: Site, attemptId: number): Promise<void> {
  await db
    .updateTable('address_attempts')
    .set({ under_way: false })
    .where('attempt', '=', keyOf(site, attemptId))
    .execute()
}

export async function deleteAddressAttempt(db: Db, site: Site, attemptId: number): Promise<void> {
  await db.deleteFrom('address_attempts').where('attempt', '=', keyOf(site, attemptId)).execute()
}

/** Blocks an address on all web sites. */
export async function insertAddressBlock(db: Db, address: string, until: Date): Promise<void> {
  await db
    .insertInto('address_blocks')
    .values({ address, until })
    .onConflict((oc) => oc.column('address').doUpdateSet({ until }))
    .execute()
}

/** Returns the end of the block of an address; undefined if it is not blocked. */
export async function findAddressBlock(db: Db, address: string, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('address_blocks')
    .select('until')
    .where('address', '=', address)
    .where('until', '>', now)
    .executeTakeFirst()
  return row?.until
}
