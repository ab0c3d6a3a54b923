import type { SessionUser } from '@cutaway/contract/rooms/sessions.ts'
import { effectivePermissions } from '../../core/caller.ts'
import type { Db } from '../../core/database.ts'
import type { Site } from '../../core/tenancy.ts'

export interface SessionRow {
  token_hash: string
  user_id: number
  stay: boolean
  now: Date
  expires_at: Date
  ip: string
  user_agent: string
}

export async function insertSession(db: Db, site: Site, { now, ...session }: SessionRow): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ web_site_id: site.web_site_id, created_at: now, last_seen_at: now, ...session })
    .execute()
}

export async function insertLogin(db: Db, site: Site, login: { user_id: number; at: Date; ip: string; kind: string }) {
  await db
    .insertInto('logins')
    .values({ web_site_id: site.web_site_id, ...login })
    .execute()
}

export async function deleteSession(db: Db, site: Site, tokenHash: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('web_site_id', '=', site.web_site_id)
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Ends all sessions of a user, but the one to keep. */
export async function endSessions(db: Db, site: Site, userId: number, keepTokenHash?: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .$if(keepTokenHash !== undefined, (q) => q.where('token_hash', '!=', keepTokenHash!))
    .execute()
}

/** Notes that a session was used. Of several writers at once the first is enough. */
export async function touchSession(
  db: Db,
  site: Site,
  tokenHash: string,
  seen: { now: Date; before: Date; expiresAt: Date },
) {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: seen.now, expires_at: seen.expiresAt })
    .where('web_site_id', '=', site.web_site_id)
    .where('token_hash', '=', tokenHash)
    .where('last_seen_at', '<=', seen.before)
    .execute()
}

export async function markFirstLoginDone(db: Db, site: Site, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ is_first_time_login: 0 })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .execute()
}

/** The user as a session shows it, with the effective rights. */
export async function findSessionUser(db: Db, site: Site, userId: number) {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('business_entities as b', (j) =>
      j.onRef('b.web_site_id', '=', 'u.web_site_id').onRef('b.businessentity_id', '=', 'u.businessentity_id'),
    )
    .leftJoin('locations as l', (j) =>
      j.onRef('l.web_site_id', '=', 'u.web_site_id').onRef('l.location_id', '=', 'u.location_id'),
    )
    .leftJoin('entity_role_permissions as e', (j) =>
      j
        .onRef('e.web_site_id', '=', 'u.web_site_id')
        .onRef('e.businessentity_id', '=', 'u.businessentity_id')
        .onRef('e.user_access_id', '=', 'u.user_access_id'),
    )
    .select([
      'u.user_id',
      'u.user_access_id',
      'u.username',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.businessentity_id',
      'u.location_id',
      'u.is_employee',
      'u.is_first_time_login',
      'u.default_animation_mail_checked',
      'u.default_video_type',
      'u.terms_accepted_date',
      'u.language_id',
      'u.required_password_change',
      'u.permissions as own_permissions',
      'b.business_name',
      'b.is_show_business_name',
      'l.store_number',
      'e.permissions as entity_permissions',
    ])
    .where('u.web_site_id', '=', site.web_site_id)
    .where('u.user_id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { required_password_change, own_permissions, entity_permissions, location_id, ...rest } = row
  const user: SessionUser = {
    ...rest,
    business_name: row.business_name ?? site.company,
    is_show_business_name: flag(row.is_show_business_name ?? 1),
    is_employee: flag(row.is_employee),
    is_first_time_login: flag(row.is_first_time_login),
    default_animation_mail_checked: flag(row.default_animation_mail_checked),
    terms_accepted_date: row.terms_accepted_date?.toISOString() ?? null,
  }
  return {
    user,
    permissions: effectivePermissions(site, row.user_access_id, own_permissions, entity_permissions),
    requiredPasswordChange: required_password_change,
    locationId: location_id,
  }
}

const flag = (stored: number): 0 | 1 => (stored === 0 ? 0 : 1)
