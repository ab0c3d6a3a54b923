import { sql } from 'kysely'
import type { BlockKind } from '@cutaway/contract/rooms/sessions/blocks.ts'
import { secondsAfter } from '../../../core/clock.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { loginLimits } from '../rules.ts'

/** Queries of blocks as the operator sees them, of several web sites at once. */

/** Limits the page: a flood of attempts can leave thousands of blocks for an hour. */
const mostBlocks = 1000

export interface BlockRow {
  kind: BlockKind
  subject: string
  web_site_id: number | null
  until: Date
  attempts: number
}

/**
 * Returns the blocks of web sites, and those of addresses, which have no web site. `addresses`: all blocked addresses,
 * or only those with a login attempt on one of these web sites.
 */
export async function findAllBlocks(
  system: Db,
  webSiteIds: readonly number[],
  addresses: 'all' | 'ofSites',
  now: Date,
): Promise<BlockRow[]> {
  const since = secondsAfter(now, -loginLimits.windowSeconds)
  const { rows } = await sql<BlockRow>`
    select * from (
      select 'address' as kind, b.address as subject, null::int as web_site_id, b.until,
        (select count(*)::int from address_attempts a
          where a.address = b.address and not a.under_way and a.at > ${since}) as attempts
      from address_blocks b
      where b.until > ${now} and (${addresses === 'all'} or exists (select from login_attempts l
        where l.web_site_id = any(${[...webSiteIds]}::int[]) and l.ip = b.address and l.at > ${since}))
      union all
      select b.kind, b.subject, b.web_site_id, b.until,
        (select count(*)::int from login_attempts l
          where l.web_site_id = b.web_site_id and not l.under_way and l.at > ${since} and case b.kind
            when 'user' then l.username = b.subject and l.counts = 'all' and l.device is null
            when 'pair' then l.username || ' ' || l.ip = b.subject
            else l.device = b.subject end) as attempts
      from login_blocks b
      where b.web_site_id = any(${[...webSiteIds]}::int[]) and b.until > ${now} and b.kind in ('user', 'pair', 'device')
    ) blocks
    order by until desc, kind, subject
    limit ${mostBlocks}`.execute(system)
  return rows
}

/** Lifts the block of an address, and forgets the attempts from it. Returns how many blocks there were. */
export async function liftAddress(db: Db, address: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('address_blocks').where('address', '=', address).executeTakeFirst()
  await db.deleteFrom('address_attempts').where('address', '=', address).where('under_way', '=', false).execute()
  return Number(numDeletedRows)
}

/** Lifts the block of a name at one address or of a device, and forgets its attempts. Returns how many there were. */
export async function liftBlock(db: Db, site: Site, kind: 'pair' | 'device', subject: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('login_blocks')
    .where('web_site_id', '=', site.web_site_id)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst()
  await db
    .deleteFrom('login_attempts')
    .where('web_site_id', '=', site.web_site_id)
    .where('under_way', '=', false)
    .$if(kind === 'device', (q) => q.where('device', '=', subject))
    .$if(kind === 'pair', (q) => q.where(sql<boolean>`username || ' ' || ip = ${subject}`))
    .execute()
  return Number(numDeletedRows)
}

/** Returns whether a name is blocked. */
export async function isNameBlocked(db: Db, site: Site, name: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('login_blocks')
    .select('until')
    .where('web_site_id', '=', site.web_site_id)
    .where('kind', '=', 'user')
    .where('subject', '=', name)
    .where('until', '>', now)
    .executeTakeFirst()
  return row !== undefined
}
