import { CompiledQuery } from 'kysely'
import { secondsAfter } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { Site } from '../tenancy.ts'
import { Caller, toRecord, userColumns, userJoins, type SessionRow } from './caller.ts'

/** The caller of a background job: the user who started it, with the rights that the user has now. */

const query = `
select u.web_site_id, '' as token_hash, u.created_at, ${userColumns}
from users u
${userJoins}
where u.web_site_id = $1 and u.user_id = $2 and u.deleted_at is null and u.active = 1`

/** Returns the user as a caller; undefined if the account was deleted or locked. */
export async function userCaller(db: Db, site: Site, userId: number, now: Date): Promise<Caller | undefined> {
  const { rows } = await db.executeQuery<SessionRow>(CompiledQuery.raw(query, [site.web_site_id, userId]))
  if (!rows[0]) return undefined
  const session = {
    last_seen_at: now,
    expires_at: secondsAfter(now, 60),
    adviser_until: null,
    ends_at: null,
    help_video_seen: true,
    acting_user_id: null,
    acting_stay: false,
    acting_first_name: null,
    acting_last_name: null,
    passwordless: false,
  }
  return new Caller(site, toRecord({ ...rows[0], ...session }, site, now))
}
