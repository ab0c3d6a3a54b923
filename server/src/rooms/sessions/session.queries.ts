import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'

export interface SessionRow {
  token_hash: string
  user_id: number
  stay: boolean
  now: Date
  expires_at: Date
  /** A fixed end, which use does not extend. */
  ends_at?: Date | null
  ip: string
  user_agent: string
  /** The manager who acts for the user. */
  acting_user_id?: number | null
  acting_stay?: boolean
  /** Began without a password. */
  passwordless?: boolean
  /** When the login took place, if it was not now. */
  created_at?: Date
}

export async function insertSession(db: Db, site: Site, { now, ...session }: SessionRow): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ web_site_id: site.web_site_id, created_at: now, last_seen_at: now, ...session })
    .execute()
}

export async function insertLogin(
  db: Db,
  site: Site,
  login: { user_id: number; at: Date; ip: string; kind: string; user_agent: string },
) {
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

/** Gives a session a fixed end. */
export async function fixEnd(db: Db, site: Site, tokenHash: string, end: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ends_at: end, expires_at: end })
    .where('web_site_id', '=', site.web_site_id)
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Takes the fixed ends away from the sessions of a user, whose free trial has become an account. */
export async function liftEnds(db: Db, site: Site, userId: number, expiresAt: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ends_at: null, expires_at: expiresAt })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('ends_at', 'is not', null)
    .execute()
}

/** Ends all sessions of a user except the one in `keep`, and those in which the user acts for others. */
export async function endSessions(db: Db, site: Site, userId: number, keepTokenHash?: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('web_site_id', '=', site.web_site_id)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('acting_user_id', '=', userId)]))
    .$if(keepTokenHash !== undefined, (q) => q.where('token_hash', '!=', keepTokenHash!))
    .execute()
}

/** Records the use of a session. If several requests write concurrently, the first one wins. */
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

export async function markHelpVideoSeen(db: Db, site: Site, tokenHash: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ help_video_seen: true })
    .where('web_site_id', '=', site.web_site_id)
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function setAdviserUntil(db: Db, site: Site, tokenHash: string, until: Date | null): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ adviser_until: until })
    .where('web_site_id', '=', site.web_site_id)
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function acceptTerms(db: Db, site: Site, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('users')
    // The clock of the node that published the terms may be ahead of this one's.
    .set({ terms_accepted_date: site.terms_asked_at && site.terms_asked_at > now ? site.terms_asked_at : now })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('terms_accepted_date', 'is', null),
        ...(site.terms_asked_at ? [eb('terms_accepted_date', '<', site.terms_asked_at)] : []),
      ]),
    )
    .execute()
}
