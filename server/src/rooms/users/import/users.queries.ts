import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Reach } from '../../../core/scope.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of imports of users: many rows in each statement. */

/** The values of a user that an import writes. The user name identifies the user and never changes. */
export interface UserValues {
  username: string
  email: string
  first_name: string
  last_name: string
  user_access_id: number
  is_employee: number
  location_id: number | null
  class_ids: number[]
}

export interface FoundUser extends UserValues {
  user_id: number
  businessentity_id: number | null
  location_name: string
  regions: string[]
  in_reach: boolean
  is_invited: boolean
  active: number
  deleted: boolean
}

const regionsOf = (what: 'm.class_id' | 'c.class_name') => sql`array(
  select ${sql.ref(what)} from user_location_classes m
  join location_classes c on c.web_site_id = m.web_site_id and c.class_id = m.class_id
  where m.web_site_id = u.web_site_id and m.user_id = u.user_id order by m.class_id)`

const users = (db: Db, site: Site, reach: Reach) =>
  db
    .selectFrom('users as u')
    .leftJoin('locations as l', (j) =>
      j.onRef('l.web_site_id', '=', 'u.web_site_id').onRef('l.location_id', '=', 'u.location_id'),
    )
    .select(['u.user_id', 'u.username', 'u.email', 'u.first_name', 'u.last_name', 'u.user_access_id', 'u.is_employee'])
    .select(['u.location_id', 'u.businessentity_id', 'u.active'])
    .select(sql<string>`coalesce(l.businessentity_location_name, '')`.as('location_name'))
    .select(sql<boolean>`u.password_hash = ''`.as('is_invited'))
    .select(sql<boolean>`u.deleted_at is not null`.as('deleted'))
    .select([
      sql<number[]>`${regionsOf('m.class_id')}`.as('class_ids'),
      sql<string[]>`${regionsOf('c.class_name')}`.as('regions'),
      sql<boolean>`${reach.users('u.user_id')}`.as('in_reach'),
    ])
    .where('u.web_site_id', '=', site.web_site_id)

/** Returns the users of the web site who have one of the names, in lower case, and are not deleted. */
export const findByNames = (db: Db, site: Site, reach: Reach, names: readonly string[]): Promise<FoundUser[]> =>
  users(db, site, reach)
    .where('u.deleted_at', 'is', null)
    .where(sql<boolean>`lower(u.username) = any(${[...names]}::text[])`)
    .execute()

/** Returns users by id, also deleted ones. */
export const findByIds = (db: Db, site: Site, reach: Reach, ids: readonly number[]): Promise<FoundUser[]> =>
  users(db, site, reach)
    .where(sql<boolean>`u.user_id = any(${[...ids]}::int[])`)
    .execute()

/** Returns the users of a business in reach who are not deleted, by name. */
export const findAll = (db: Db, site: Site, reach: Reach, businessId: number): Promise<FoundUser[]> =>
  users(db, site, reach)
    .where('u.businessentity_id', '=', businessId)
    .where('u.deleted_at', 'is', null)
    .where(reach.users('u.user_id'))
    .orderBy(sql`lower(btrim(u.first_name || ' ' || u.last_name))`)
    .orderBy('u.user_id')
    .execute()

/** Returns the locations of a business in reach, also deleted ones. */
export const findLocations = (db: Db, site: Site, reach: Reach, businessId: number) =>
  db
    .selectFrom('locations as l')
    .select(['l.location_id as id', 'l.businessentity_location_name as name', 'l.deleted_at'])
    .where('l.web_site_id', '=', site.web_site_id)
    .where('l.businessentity_id', '=', businessId)
    .where(reach.locations('l'))
    .orderBy('l.location_id')
    .execute()

/** Locks the locations of a business that have one of the names, in lower case, until the transaction ends. */
export async function holdLocations(db: Db, site: Site, businessId: number, names: readonly string[]): Promise<void> {
  await sql`select location_id from locations
    where web_site_id = ${site.web_site_id} and businessentity_id = ${businessId}
      and lower(businessentity_location_name) = any(${[...names]}::text[]) order by location_id for share`.execute(db)
}

export async function holdUsers(db: Db, site: Site, ids: readonly number[]): Promise<void> {
  await sql`select user_id from users
    where web_site_id = ${site.web_site_id} and user_id = any(${[...ids]}::int[]) order by user_id for update`.execute(
    db,
  )
}

const columns = sql`username text, email text, first_name text, last_name text, user_access_id int, is_employee int, location_id int`

/** Adds users without a password. Returns their ids by user name. */
export async function insertUsers(
  db: Db,
  site: Site,
  businessId: number,
  values: readonly UserValues[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ user_id: number; username: string }>`insert into users
      (web_site_id, businessentity_id, password_hash, username, email, first_name, last_name, user_access_id, is_employee,
        location_id)
    select ${site.web_site_id}::int, ${businessId}::int, '', x.*
    from json_to_recordset(${JSON.stringify(values)}::json) as x(${columns})
    returning user_id, username`.execute(db)
  return new Map(rows.map(({ username, user_id }) => [username, user_id]))
}

/** Changes users. A new role takes the rights of that role; a new address was mailed nothing. */
export async function updateUsers(
  db: Db,
  site: Site,
  values: readonly (UserValues & { user_id: number })[],
): Promise<void> {
  await sql`update users u set email = x.email, first_name = x.first_name, last_name = x.last_name,
      user_access_id = x.user_access_id, is_employee = x.is_employee, location_id = x.location_id,
      permissions = case when u.user_access_id = x.user_access_id then u.permissions end,
      invited_at = case when u.email = x.email then u.invited_at end
    from json_to_recordset(${JSON.stringify(values)}::json) as x(user_id int, ${columns})
    where u.web_site_id = ${site.web_site_id} and u.user_id = x.user_id`.execute(db)
}
