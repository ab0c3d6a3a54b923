import { sql } from 'kysely'
import { effectivePermissions } from '../../../core/auth/caller.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Reach } from '../../../core/scope.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of API keys. The lists are short: a user has at most a few keys. */

const keysWithOwner = (db: Db, site: Site) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', (j) => j.onRef('u.web_site_id', '=', 'k.web_site_id').onRef('u.user_id', '=', 'k.user_id'))
    .leftJoin('business_entities as b', (j) =>
      j.onRef('b.web_site_id', '=', 'u.web_site_id').onRef('b.businessentity_id', '=', 'u.businessentity_id'),
    )
    .leftJoin('entity_role_permissions as e', (j) =>
      j
        .onRef('e.web_site_id', '=', 'u.web_site_id')
        .onRef('e.businessentity_id', '=', 'u.businessentity_id')
        .onRef('e.user_access_id', '=', 'u.user_access_id'),
    )
    .select([
      'k.api_key_id',
      'k.user_id',
      'k.prefix',
      'k.last4',
      'k.description',
      'k.scopes',
      'k.created_at',
      'k.expires_at',
      'k.last_used_at',
      'k.revoked_at',
      'u.deleted_at',
      'u.active',
      'u.user_access_id',
      'u.permissions as own_permissions',
      'e.permissions as entity_permissions',
      'b.subscription_status',
    ])
    .where('k.web_site_id', '=', site.web_site_id)

/** Returns the keys of a user, the newest first. */
export const findKeys = (db: Db, site: Site, userId: number) =>
  keysWithOwner(db, site).where('k.user_id', '=', userId).orderBy('k.api_key_id', 'desc').limit(200).execute()

export type ApiKeyRow = Awaited<ReturnType<typeof findKeys>>[number]

export const findKeysById = (db: Db, site: Site, ids: readonly number[], reach: Reach): Promise<ApiKeyRow[]> =>
  keysWithOwner(db, site)
    .where('k.api_key_id', 'in', [...ids])
    .where(reach.users('k.user_id'))
    .execute()

/** Returns whether the owner of a key may have keys now. */
export const mayHaveKeys = (site: Site, row: ApiKeyRow): boolean =>
  row.deleted_at === null &&
  row.active === 1 &&
  row.subscription_status !== 'ended' &&
  effectivePermissions(site, row.user_access_id, row.own_permissions, row.entity_permissions).includes(
    'manage_api_keys',
  )

/** Serialises changes of a user's keys until the end of the transaction. */
export async function lockKeys(db: Db, site: Site, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`api keys ${site.web_site_id} ${userId}`}, 0))`.execute(db)
}

export interface NewApiKey {
  user_id: number
  key_hash: string
  prefix: string
  last4: string
  description: string
  scopes: string[]
  created_at: Date
  expires_at: Date | null
}

/** Returns the id of the key, or undefined if the web site has this key already. */
export async function insertKey(db: Db, site: Site, key: NewApiKey): Promise<number | undefined> {
  const row = await db
    .insertInto('api_keys')
    .values({ web_site_id: site.web_site_id, ...key, last_used_at: null, revoked_at: null })
    .onConflict((oc) => oc.columns(['web_site_id', 'key_hash']).doNothing())
    .returning('api_key_id')
    .executeTakeFirst()
  return row?.api_key_id
}

/** Revokes a key; one that is revoked already keeps its time. */
export async function revokeKey(db: Db, site: Site, keyId: number, now: Date): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('web_site_id', '=', site.web_site_id)
    .where('api_key_id', '=', keyId)
    .where('revoked_at', 'is', null)
    .execute()
}
