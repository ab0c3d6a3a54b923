import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Returns the user for whom a manager wants to act. */
export const findActedFor = (db: Db, site: Site, userId: number) =>
  db
    .selectFrom('users')
    .select(['user_id', 'user_access_id', 'businessentity_id', 'username', 'email', 'language_id'])
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('active', '=', 1)
    .executeTakeFirst()

export async function hasUser(db: Db, site: Site, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('user_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('active', '=', 1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns a session of acting whose time has run out since `since`. */
export const findRunOut = (db: Db, site: Site, tokenHash: string, { now, since }: { now: Date; since: Date }) =>
  db
    .selectFrom('sessions')
    .select(['user_id', 'acting_user_id', 'acting_stay', 'created_at'])
    .where('web_site_id', '=', site.web_site_id)
    .where('token_hash', '=', tokenHash)
    .where('acting_user_id', 'is not', null)
    .where('expires_at', '<=', now)
    .where('expires_at', '>', since)
    .executeTakeFirst()
