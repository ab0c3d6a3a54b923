import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { trialRole } from '../../sessions/rules.ts'

/** Queries of free trials. */

/** Serialises registrations of one address until the transaction ends. */
export async function lockTrial(db: Db, site: Site, addressKey: string): Promise<void> {
  const key = `free trial ${site.web_site_id} ${addressKey}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
}

/** Returns the trial of an address whose user still exists. */
export const findTrial = (db: Db, site: Site, addressKey: string) =>
  db
    .selectFrom('free_trials as f')
    .innerJoin('users as u', (j) => j.onRef('u.web_site_id', '=', 'f.web_site_id').onRef('u.user_id', '=', 'f.user_id'))
    .select(['f.user_id', 'u.user_access_id', 'u.active', 'u.deleted_at'])
    .where('f.web_site_id', '=', site.web_site_id)
    .where('f.address_key', '=', addressKey)
    .executeTakeFirst()

/** Returns the trial logins of a user since a time, oldest first. */
export async function findTrialLogins(db: Db, site: Site, userId: number, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('logins')
    .select('at')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('at', '>', since)
    .orderBy('at')
    .execute()
  return rows.map(({ at }) => at)
}

export interface NewTrial {
  address_key: string
  email: string
  phone: string
  app_number: string
  preferred_date: string | null
  language_id: number | null
}

/** Makes the user of a trial, who has no password and no business. */
export async function insertTrial(db: Db, site: Site, trial: NewTrial, now: Date): Promise<number> {
  const of = { web_site_id: site.web_site_id }
  const { user_id } = await db
    .insertInto('users')
    .values({
      ...of,
      username: `trial-${randomUUID()}`,
      password_hash: '!',
      email: trial.email,
      first_name: '',
      last_name: '',
      phone: trial.phone,
      user_access_id: trialRole,
      businessentity_id: null,
      location_id: null,
      default_video_type: null,
      terms_accepted_date: now,
      language_id: trial.language_id,
      permissions: null,
      invited_at: null,
      deleted_at: null,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  const { address_key, app_number, preferred_date } = trial
  await db
    .insertInto('free_trials')
    .values({ ...of, address_key, user_id, app_number, preferred_date, created_at: now, last_login_at: null })
    .execute()
  return user_id
}

/** Records the start of a trial, with what the visitor told this time. */
export async function updateTrial(
  db: Db,
  site: Site,
  userId: number,
  { app_number, preferred_date, now }: Pick<NewTrial, 'app_number' | 'preferred_date'> & { now: Date },
): Promise<void> {
  await db
    .updateTable('free_trials')
    .set({
      last_login_at: now,
      ...(app_number === '' ? {} : { app_number }),
      ...(preferred_date === null ? {} : { preferred_date }),
    })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .execute()
}
