import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of a user's own account. */

export function findAccount(db: Db, site: Site, userId: number) {
  return db
    .selectFrom('users as u')
    .leftJoin('business_entities as b', (j) =>
      j.onRef('b.web_site_id', '=', 'u.web_site_id').onRef('b.businessentity_id', '=', 'u.businessentity_id'),
    )
    .select([
      'u.user_id',
      'u.username',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.phone',
      'u.user_access_id',
      'u.default_video_type',
      'u.language_id',
      'u.time_zone',
      'b.business_name',
    ])
    .where('u.web_site_id', '=', site.web_site_id)
    .where('u.user_id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
}
export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>

type Changes = Partial<
  Pick<AccountRow, 'first_name' | 'last_name' | 'phone' | 'default_video_type' | 'language_id' | 'time_zone'>
>

export async function updateAccount(db: Db, site: Site, userId: number, changes: Changes): Promise<void> {
  await db
    .updateTable('users')
    .set(changes)
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .execute()
}

export async function writeUsername(db: Db, site: Site, userId: number, username: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ username })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .execute()
}

/** Returns the live sessions of a user, the last seen first. */
export function findUserSessions(db: Db, site: Site, userId: number, now: Date) {
  return db
    .selectFrom('sessions as s')
    .leftJoin('users as a', (j) =>
      j.onRef('a.web_site_id', '=', 's.web_site_id').onRef('a.user_id', '=', 's.acting_user_id'),
    )
    .select(['s.token_hash', 's.created_at', 's.last_seen_at', 's.ip', 's.user_agent', 's.acting_user_id'])
    .select(sql<string>`concat_ws(' ', a.first_name, a.last_name)`.as('acting_name'))
    .where('s.web_site_id', '=', site.web_site_id)
    .where('s.user_id', '=', userId)
    .where('s.expires_at', '>', now)
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.token_hash')
    .limit(100)
    .execute()
}

/** Ends the other sessions of a user; returns how many. */
export async function endOthers(db: Db, site: Site, userId: number, keepTokenHash: string): Promise<number> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('token_hash', '!=', keepTokenHash)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
