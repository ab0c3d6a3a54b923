import { firstRoleWithoutPassword } from '@cutaway/contract/roles.ts'
import type { LtiProblem } from '@cutaway/contract/rooms/integrations/lti.ts'
import type { JSONWebKeySet, JWK } from 'jose'
import { type Selectable, sql } from 'kysely'
import { effectivePermissions } from '../../../core/auth/caller.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Tables } from '../../../core/db/tables.ts'
import type { Reach } from '../../../core/scope.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of learning platforms, of their log-ins and choices, and of the people whom they launch. */

export type PlatformRow = Selectable<Tables['lti_platforms']>
/** With the location of the user who registered it. */
export type ServedPlatform = PlatformRow & { location_id: number | null }
export type ListedPlatform = PlatformRow & { people: number }

const live = (db: Db, site: Site) =>
  db
    .selectFrom('lti_platforms as p')
    .selectAll('p')
    .select(
      sql<number>`(select count(*)::int from lti_people l
        where l.web_site_id = p.web_site_id and l.platform_id = p.platform_id)`.as('people'),
    )
    .where('p.web_site_id', '=', site.web_site_id)
    .where('p.deleted_at', 'is', null)

export const findPlatforms = (db: Db, site: Site, userId: number): Promise<ListedPlatform[]> =>
  live(db, site).where('p.user_id', '=', userId).orderBy('p.platform_id', 'desc').execute()

export const findPlatform = (db: Db, site: Site, id: number): Promise<ListedPlatform> =>
  live(db, site).where('p.platform_id', '=', id).executeTakeFirstOrThrow()

/** A registration belongs to one user, as an API key does. */
export const findPlatformsById = (
  db: Db,
  site: Site,
  ids: readonly number[],
  reach: Reach,
): Promise<ListedPlatform[]> =>
  live(db, site)
    .where('p.platform_id', 'in', [...ids])
    .where(reach.users('p.user_id'))
    .execute()

/** Returns the platform of an address, if it is on and its owner may still have keys in the same business. */
export async function findServed(db: Db, site: Site, addressKey: string): Promise<ServedPlatform | undefined> {
  const row = await db
    .selectFrom('lti_platforms as p')
    .innerJoin('users as u', (j) => j.onRef('u.web_site_id', '=', 'p.web_site_id').onRef('u.user_id', '=', 'p.user_id'))
    .innerJoin('business_entities as b', (j) =>
      j.onRef('b.web_site_id', '=', 'p.web_site_id').onRef('b.businessentity_id', '=', 'p.businessentity_id'),
    )
    .leftJoin('entity_role_permissions as e', (j) =>
      j
        .onRef('e.web_site_id', '=', 'u.web_site_id')
        .onRef('e.businessentity_id', '=', 'u.businessentity_id')
        .onRef('e.user_access_id', '=', 'u.user_access_id'),
    )
    .selectAll('p')
    .select([
      'u.location_id',
      'u.user_access_id',
      'u.permissions as own_permissions',
      'e.permissions as entity_permissions',
    ])
    .where('p.web_site_id', '=', site.web_site_id)
    .where('p.address_key', '=', addressKey)
    .where('p.deleted_at', 'is', null)
    .where('p.active', '=', true)
    .where('u.deleted_at', 'is', null)
    .where('u.active', '=', 1)
    .whereRef('u.businessentity_id', '=', 'p.businessentity_id')
    .where('b.subscription_status', '!=', 'ended')
    .where('b.suspended_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { user_access_id, own_permissions, entity_permissions, ...platform } = row
  const rights = effectivePermissions(site, user_access_id, own_permissions, entity_permissions)
  return rights.includes('manage_api_keys') ? platform : undefined
}

/** Serialises changes of a user's platforms until the end of the transaction. */
export async function lockPlatforms(db: Db, site: Site, businessId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lti ${site.web_site_id} ${businessId}`}, 0))`.execute(db)
}

/** Returns whether the business has registered this client of an issuer already. */
export async function isRegistered(
  db: Db,
  site: Site,
  {
    businessId,
    issuer,
    clientId,
    except = 0,
  }: { businessId: number; issuer: string; clientId: string; except?: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('lti_platforms')
    .select('platform_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where('issuer', '=', issuer)
    .where('client_id', '=', clientId)
    .where('platform_id', '!=', except)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export type PlatformFields = Pick<
  PlatformRow,
  'name' | 'issuer' | 'client_id' | 'auth_url' | 'jwks_url' | 'token_url' | 'deployment_ids' | 'maps_people'
>
type NewPlatform = PlatformFields &
  Pick<PlatformRow, 'address_key' | 'user_id' | 'businessentity_id' | 'signing_key_sealed' | 'created_at'> & {
    signing_key_public: JWK
  }

export async function insertPlatform(db: Db, site: Site, platform: NewPlatform): Promise<number> {
  const { platform_id } = await db
    .insertInto('lti_platforms')
    .values({
      web_site_id: site.web_site_id,
      ...platform,
      signing_key_public: JSON.stringify(platform.signing_key_public),
      platform_keys_at: null,
      last_launch_at: null,
      last_problem_at: null,
      deleted_at: null,
    })
    .returning('platform_id')
    .executeTakeFirstOrThrow()
  return platform_id
}

type Change = Partial<PlatformFields & { active: boolean; deleted_at: Date; forget_keys: boolean }>

export async function updatePlatform(db: Db, site: Site, id: number, { forget_keys, ...change }: Change) {
  await db
    .updateTable('lti_platforms')
    .set({ ...change, ...(forget_keys ? { platform_keys: null, platform_keys_at: null } : {}) })
    .where('web_site_id', '=', site.web_site_id)
    .where('platform_id', '=', id)
    .execute()
}

export async function storeKeys(db: Db, site: Site, id: number, keys: JSONWebKeySet | null, at: Date): Promise<void> {
  await db
    .updateTable('lti_platforms')
    // Keys that could not be read leave the former ones, and count as a try.
    .set({ ...(keys ? { platform_keys: JSON.stringify(keys) } : {}), platform_keys_at: at })
    .where('web_site_id', '=', site.web_site_id)
    .where('platform_id', '=', id)
    .execute()
}

/** Notes for the owner how the last launch went. */
export async function noteLaunch(db: Db, site: Site, id: number, at: Date, problem: LtiProblem | null): Promise<void> {
  await db
    .updateTable('lti_platforms')
    .set(problem ? { last_problem: problem, last_problem_at: at } : { last_launch_at: at, last_problem: null })
    .where('web_site_id', '=', site.web_site_id)
    .where('platform_id', '=', id)
    .execute()
}

export async function insertLogin(
  db: Db,
  site: Site,
  login: { state_hash: string; platform_id: number; nonce_hash: string; browser_hash: string; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('lti_logins')
    .values({ web_site_id: site.web_site_id, ...login, used_at: null })
    .execute()
}

/** Uses a log-in up. Of two launches at once, the second waits for the first and finds none. */
export const useLogin = (db: Db, site: Site, platformId: number, stateHash: string, now: Date) =>
  db
    .updateTable('lti_logins')
    .set({ used_at: now })
    .where('web_site_id', '=', site.web_site_id)
    .where('state_hash', '=', stateHash)
    .where('platform_id', '=', platformId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['nonce_hash', 'browser_hash'])
    .executeTakeFirst()

export type Choice = Selectable<Tables['lti_choices']>

export async function insertChoice(db: Db, site: Site, choice: Omit<Choice, 'web_site_id' | 'used_at'>): Promise<void> {
  await db
    .insertInto('lti_choices')
    .values({ web_site_id: site.web_site_id, ...choice, used_at: null })
    .execute()
}

export type OpenChoice = Choice & { address_key: string }

/** Returns a choice that is still open, with the address of its platform. */
export const findChoice = (db: Db, site: Site, tokenHash: string, now: Date): Promise<OpenChoice | undefined> =>
  db
    .selectFrom('lti_choices as c')
    .innerJoin('lti_platforms as p', (j) =>
      j.onRef('p.web_site_id', '=', 'c.web_site_id').onRef('p.platform_id', '=', 'c.platform_id'),
    )
    .selectAll('c')
    .select('p.address_key')
    .where('c.web_site_id', '=', site.web_site_id)
    .where('c.token_hash', '=', tokenHash)
    .where('c.used_at', 'is', null)
    .where('c.expires_at', '>', now)
    .executeTakeFirst()

/** Uses a choice up. Returns false if it was used before. */
export async function useChoice(db: Db, site: Site, tokenHash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('lti_choices')
    .set({ used_at: now })
    .where('web_site_id', '=', site.web_site_id)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findLinked(db: Db, site: Site, platformId: number, subject: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('lti_people')
    .select('user_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('platform_id', '=', platformId)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/**
 * Returns the users of a business with an e-mail address, below the managers of the business. Other businesses are never
 * searched: only this one trusts its platform to say who somebody is.
 */
export const findByEmail = (db: Db, site: Site, businessId: number, email: string): Promise<{ user_id: number }[]> =>
  db
    .selectFrom('users')
    .select('user_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .where('active', '=', 1)
    .where('user_access_id', '>=', firstRoleWithoutPassword)
    .limit(2)
    .execute()

/** Links a person of a platform with a user. Returns false if either is linked already. */
export async function linkPerson(
  db: Db,
  site: Site,
  person: { platform_id: number; subject: string; user_id: number; linked_at: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('lti_people')
    .values({ web_site_id: site.web_site_id, ...person })
    .onConflict((c) => c.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function unlinkPeople(db: Db, site: Site, platformId: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('lti_people')
    .where('web_site_id', '=', site.web_site_id)
    .where('platform_id', '=', platformId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes log-ins and choices of every site that have ended. */
export async function deleteEnded(system: Db, now: Date): Promise<void> {
  await system.deleteFrom('lti_logins').where('expires_at', '<=', now).execute()
  await system.deleteFrom('lti_choices').where('expires_at', '<=', now).execute()
}
