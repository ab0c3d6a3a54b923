import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { addressKey } from '../../sessions/rules.ts'

/** Limits of payments, counted in the payments themselves, so that no crash and no second node loses a count. */

const perMinute = 3
const minute = 60_000
const declinesOfAddress = 10
const declinesOfSite = 20

/**
 * Returns whether a row has an address, or one of the same IPv6 customer. Rows keep the whole address, because providers
 * ask for it.
 */
function isFrom(ip: string | null) {
  const key = ip === null ? '' : addressKey(ip)
  return key.includes(':')
    ? sql<boolean>`case when ip ~ '^[0-9a-fA-F:.]+$' then ip::inet <<= ${key}::inet else false end`
    : sql<boolean>`ip in (${key}, ${`::ffff:${key}`})`
}

/** Returns the seconds until an address may begin another payment; 0 if it may now. */
export async function secondsUntilAllowed(db: Db, site: Site, ip: string, now: Date): Promise<number> {
  const rows = await db
    .selectFrom('payments')
    .select('created_at')
    .where('web_site_id', '=', site.web_site_id)
    .where(isFrom(ip))
    .where('created_at', '>', new Date(now.getTime() - minute))
    .orderBy('created_at', 'desc')
    .limit(perMinute)
    .execute()
  const oldest = rows[perMinute - 1]
  return oldest ? Math.max(1, Math.ceil((oldest.created_at.getTime() + minute - now.getTime()) / 1000)) : 0
}

/**
 * Returns whether a captcha has to be solved before each payment: after 10 declined attempts of an address in a day, or
 * 20 of a web site in an hour without a success.
 */
export async function needsCaptcha(db: Db, site: Site, ip: string | null, now: Date): Promise<boolean> {
  const since = (hours: number) => new Date(now.getTime() - hours * 60 * minute)
  const row = await db
    .selectFrom('payment_attempts')
    .select([
      sql<number>`count(*) filter (where state = 'declined' and ${isFrom(ip)})::int`.as('ofAddress'),
      sql<number>`count(*) filter (where state = 'declined' and settled_at > ${since(1)})::int`.as('ofSite'),
      sql<number>`count(*) filter (where state = 'paid' and settled_at > ${since(1)})::int`.as('paid'),
    ])
    .where('web_site_id', '=', site.web_site_id)
    .where('settled_at', '>', since(24))
    .executeTakeFirstOrThrow()
  return row.ofAddress >= declinesOfAddress || (row.ofSite >= declinesOfSite && row.paid === 0)
}
