import { sql } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import type { Reach } from '../../core/scope.ts'
import type { Site } from '../../core/tenancy.ts'

/** Queries of adding, changing, deleting and restoring users. */

const account = (db: Db, site: Site) =>
  db
    .selectFrom('users as u')
    .leftJoin('business_entities as b', (j) =>
      j.onRef('b.web_site_id', '=', 'u.web_site_id').onRef('b.businessentity_id', '=', 'u.businessentity_id'),
    )
    .leftJoin('locations as l', (j) =>
      j.onRef('l.web_site_id', '=', 'u.web_site_id').onRef('l.location_id', '=', 'u.location_id'),
    )
    .select(['u.user_id', 'u.username', 'u.email', 'u.first_name', 'u.last_name', 'u.user_access_id', 'u.is_employee'])
    .select(['u.businessentity_id', 'u.location_id', 'u.default_video_type', 'u.required_password_change', 'u.active'])
    .select(['u.deleted_at', 'u.language_id', 'u.permissions', 'b.business_name', 'l.store_number'])
    .select(sql<boolean>`u.password_hash = ''`.as('is_invited'))
    .select(
      sql<number[]>`array(select m.class_id from user_location_classes m
        where m.web_site_id = u.web_site_id and m.user_id = u.user_id order by 1)`.as('class_ids'),
    )
    .where('u.web_site_id', '=', site.web_site_id)

export type Account = Awaited<ReturnType<ReturnType<typeof account>['executeTakeFirstOrThrow']>>

/** Returns an account, also a deleted one. */
export const findAccount = (db: Db, site: Site, id: number): Promise<Account | undefined> =>
  account(db, site).where('u.user_id', '=', id).executeTakeFirst()

/**
 * Returns accounts, also deleted ones, and locks them until the transaction ends, in an order that avoids deadlocks.
 * With `reach`, accounts that have left it are missing.
 */
export async function holdAccounts(db: Db, site: Site, ids: readonly number[], reach?: Reach): Promise<Account[]> {
  await db
    .selectFrom('users')
    .select('user_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', 'in', [...ids])
    .orderBy('user_id')
    .forUpdate()
    .execute()
  return account(db, site)
    .where('u.user_id', 'in', [...ids])
    .$if(reach !== undefined, (q) => q.where(reach!.users('u.user_id')))
    .orderBy('u.user_id')
    .execute()
}

/** Reserves user names until the transaction ends: of two concurrent changes the second one waits and sees the first. */
export async function lockUserNames(db: Db, site: Site, usernames: readonly string[]): Promise<void> {
  // In one order, so that two changes of several names do not wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended('user name ' || ${site.web_site_id}::int || ' ' || name, 0))
    from (select distinct lower(given) as name from unnest(${[...usernames]}::text[]) as given order by 1) as names
  `.execute(db)
}

/** Returns whether user names are free on the web site, except for some users, and reserves them. */
export async function holdUserNames(
  db: Db,
  site: Site,
  usernames: readonly string[],
  except: readonly number[] = [],
): Promise<boolean> {
  await lockUserNames(db, site, usernames)
  return areUserNamesFree(db, site, usernames, except)
}

/** Reserves one user name in the same way. */
export const holdUserName = (db: Db, site: Site, username: string, exceptId?: number): Promise<boolean> =>
  holdUserNames(db, site, [username], exceptId === undefined ? [] : [exceptId])

export const isUserNameFree = (db: Db, site: Site, username: string, exceptId?: number): Promise<boolean> =>
  areUserNamesFree(db, site, [username], exceptId === undefined ? [] : [exceptId])

async function areUserNamesFree(
  db: Db,
  site: Site,
  usernames: readonly string[],
  except: readonly number[],
): Promise<boolean> {
  const taken = await db
    .selectFrom('users')
    .select('user_id')
    .where('web_site_id', '=', site.web_site_id)
    .where(sql<boolean>`lower(username) in (select lower(given) from unnest(${[...usernames]}::text[]) as given)`)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`not user_id = any(${[...except]}::int[])`)
    .executeTakeFirst()
  return taken === undefined
}

/** Returns the taken ones among some user names, in lower case. */
export async function findTakenNames(db: Db, site: Site, names: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('users')
    .select(sql<string>`lower(username)`.as('name'))
    .where('web_site_id', '=', site.web_site_id)
    .where(sql<string>`lower(username)`, 'in', [...names])
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ name }) => name))
}

/** The columns that the form writes. */
export interface UserValues {
  username: string
  email: string
  first_name: string
  last_name: string
  user_access_id: number
  is_employee: number
  businessentity_id: number | null
  location_id: number | null
  default_video_type: 'narrated' | 'interactive' | null
  required_password_change: boolean
  active: number
  password_hash?: string
  permissions?: string[] | null
  invited_at?: null
}

export async function insertUser(db: Db, site: Site, values: UserValues & { password_hash: string }): Promise<number> {
  const { user_id } = await db
    .insertInto('users')
    .values({ web_site_id: site.web_site_id, ...values })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  return user_id
}

export async function setUser(db: Db, site: Site, id: number, values: UserValues): Promise<void> {
  await db
    .updateTable('users')
    .set(values)
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', id)
    .execute()
}

/** Replaces the regions of a user. */
export const setRegions = (db: Db, site: Site, user_id: number, class_ids: readonly number[]): Promise<void> =>
  setRegionsOf(db, site, [{ user_id, class_ids }])

/** Replaces the regions of several users. */
export async function setRegionsOf(
  db: Db,
  site: Site,
  users: readonly { user_id: number; class_ids: readonly number[] }[],
): Promise<void> {
  if (users.length === 0) return
  await db
    .deleteFrom('user_location_classes')
    .where('web_site_id', '=', site.web_site_id)
    .where(sql<boolean>`user_id = any(${users.map(({ user_id }) => user_id)}::int[])`)
    .execute()
  const links = users.flatMap(({ user_id, class_ids }) => [...new Set(class_ids)].map((id) => [user_id, id] as const))
  if (links.length === 0) return
  await sql`insert into user_location_classes (web_site_id, user_id, class_id)
    select ${site.web_site_id}::int, * from unnest(${links.map(([user]) => user)}::int[], ${links.map(([, id]) => id)}::int[])
  `.execute(db)
}

/** Sets the locations of several users. */
export async function setLocationsOf(
  db: Db,
  site: Site,
  users: readonly { user_id: number; location_id: number }[],
): Promise<void> {
  if (users.length === 0) return
  const [ids, locations] = [users.map(({ user_id }) => user_id), users.map(({ location_id }) => location_id)]
  await sql`update users u set location_id = wanted.location_id
    from unnest(${ids}::int[], ${locations}::int[]) as wanted (user_id, location_id)
    where u.web_site_id = ${site.web_site_id} and u.user_id = wanted.user_id
  `.execute(db)
}

type Marks = Partial<Pick<UserValues, 'active' | 'required_password_change'>> & { deleted_at?: Date | null }

/** Sets marks of several users. */
export async function markUsers(db: Db, site: Site, ids: readonly number[], marks: Marks): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('users')
    .set(marks)
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', 'in', [...ids])
    .execute()
}

/** Ends all sessions of several users, and those in which they act for others. Returns how many ended. */
export async function endSessionsOf(db: Db, site: Site, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const ended = await db
    .deleteFrom('sessions')
    .where('web_site_id', '=', site.web_site_id)
    .where((eb) => eb.or([eb('user_id', 'in', [...ids]), eb('acting_user_id', 'in', [...ids])]))
    .executeTakeFirst()
  return Number(ended.numDeletedRows)
}

/** Invalidates the mailed links of several users. */
export async function spendLinksOf(db: Db, site: Site, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('password_tokens')
    .set({ used_at: now })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', 'in', [...ids])
    .where('used_at', 'is', null)
    .execute()
}
