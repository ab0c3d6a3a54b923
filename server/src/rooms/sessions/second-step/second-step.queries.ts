import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of the second step of a login: steps that wait, apps, passkeys, recovery codes. */

export interface NewStep {
  token_hash: string
  user_id: number
  kind: 'login' | 'register'
  password_key: string
  stay: boolean
  challenge: string
  expires_at: Date
}

export async function insertStep(db: Db, site: Site, step: NewStep): Promise<void> {
  await db
    .insertInto('login_steps')
    .values({ web_site_id: site.web_site_id, ...step })
    .execute()
}

/** Returns a step that waits, with its user. */
export function findStep(db: Db, site: Site, tokenHash: string, kind: NewStep['kind'], now: Date) {
  return db
    .selectFrom('login_steps as s')
    .innerJoin('users as u', (j) => j.onRef('u.web_site_id', '=', 's.web_site_id').onRef('u.user_id', '=', 's.user_id'))
    .select(['s.user_id', 's.password_key', 's.stay', 's.challenge', 'u.username', 'u.password_hash'])
    .where('s.web_site_id', '=', site.web_site_id)
    .where('s.token_hash', '=', tokenHash)
    .where('s.kind', '=', kind)
    .where('s.expires_at', '>', now)
    .where('u.deleted_at', 'is', null)
    .where('u.active', '=', 1)
    .executeTakeFirst()
}

/** Ends a step. Of two concurrent calls one returns true. */
export async function spendStep(db: Db, site: Site, tokenHash: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('login_steps')
    .where('web_site_id', '=', site.web_site_id)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

export function findApp(db: Db, site: Site, userId: number) {
  return db
    .selectFrom('totp_secrets')
    .select(['secret', 'confirmed_at', 'last_step'])
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Stores a secret that is not confirmed. Returns false, and changes nothing, if the user has a confirmed one. */
export async function writeSecret(db: Db, site: Site, userId: number, secret: string): Promise<boolean> {
  const written = await db
    .insertInto('totp_secrets')
    .values({ web_site_id: site.web_site_id, user_id: userId, secret, confirmed_at: null })
    .onConflict((oc) =>
      oc
        .columns(['web_site_id', 'user_id'])
        .doUpdateSet({ secret, last_step: 0 })
        .where('totp_secrets.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return (written.numInsertedOrUpdatedRows ?? 0n) === 1n
}

/** Confirms the secret with the time step of its first code. Returns false if another call did. */
export async function confirmSecret(db: Db, site: Site, userId: number, step: number, now: Date): Promise<boolean> {
  const updated = await db
    .updateTable('totp_secrets')
    .set({ confirmed_at: now, last_step: step })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Records the use of a code. Returns false if this code, or a later one, has been used. */
export async function spendTimeStep(db: Db, site: Site, userId: number, step: number): Promise<boolean> {
  const updated = await db
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export async function deleteApp(db: Db, site: Site, userId: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('totp_secrets')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

export function findPasskeys(db: Db, site: Site, userId: number) {
  return db
    .selectFrom('passkeys')
    .select([
      'passkey_id',
      'credential_id',
      'public_key',
      'counter',
      'transports',
      'name',
      'created_at',
      'last_used_at',
    ])
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .orderBy('passkey_id')
    .execute()
}
export type PasskeyRow = Awaited<ReturnType<typeof findPasskeys>>[number]

export async function insertPasskey(
  db: Db,
  site: Site,
  userId: number,
  passkey: Omit<PasskeyRow, 'passkey_id' | 'last_used_at'>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('passkeys')
    .values({ web_site_id: site.web_site_id, user_id: userId, last_used_at: null, ...passkey })
    .onConflict((oc) => oc.columns(['web_site_id', 'credential_id']).doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) === 1n
}

export async function usePasskey(db: Db, site: Site, passkeyId: number, counter: number, now: Date): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('web_site_id', '=', site.web_site_id)
    .where('passkey_id', '=', passkeyId)
    .execute()
}

export function deletePasskey(db: Db, site: Site, userId: number, passkeyId: number) {
  return db
    .deleteFrom('passkeys')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('passkey_id', '=', passkeyId)
    .returning('name')
    .executeTakeFirst()
}

export async function countCodes(db: Db, site: Site, userId: number): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll().as('left'))
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.left)
}

/** Replaces the recovery codes of a user; an empty list removes them. */
export async function replaceCodes(db: Db, site: Site, userId: number, hashes: readonly string[]): Promise<void> {
  await db
    .deleteFrom('recovery_codes')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .execute()
  if (hashes.length === 0) return
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ web_site_id: site.web_site_id, user_id: userId, code_hash })))
    .execute()
}

/** Uses up a recovery code. Of two concurrent calls one returns true. */
export async function spendCode(db: Db, site: Site, userId: number, codeHash: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('recovery_codes')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

/** Returns whether the user's business requires a second step of its managers. */
export async function isRequiredOfManagers(db: Db, site: Site, businessId: number | null): Promise<boolean> {
  if (businessId === null) return false
  const row = await db
    .selectFrom('business_entities')
    .select('second_step_required')
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .executeTakeFirst()
  return row?.second_step_required ?? false
}

export async function writeRequirement(db: Db, site: Site, businessId: number, isRequired: boolean): Promise<void> {
  await db
    .updateTable('business_entities')
    .set({ second_step_required: isRequired })
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .execute()
}

/** Serialises changes of a user's second step until the end of the transaction. */
export async function lockSecondStep(db: Db, site: Site, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`second step ${site.web_site_id} ${userId}`}, 0))`.execute(
    db,
  )
}
