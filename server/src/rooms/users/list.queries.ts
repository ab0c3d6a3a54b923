import type { UserStatus } from '@cutaway/contract/rooms/users/users.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import { contains, mostRows, readPage } from '../../core/db/list.ts'
import type { Reach } from '../../core/scope.ts'
import type { Site } from '../../core/tenancy.ts'

/** Queries of the list of users: the ids of one page, then the facts of those users. */

export interface Asked {
  reach: Reach
  /** All users of the list belong to it; undefined: no such condition. */
  businessId: number | undefined
  page: number
  size: number | undefined
  sort: 'name' | 'username' | 'role' | 'location' | 'last_seen' | 'status'
  descending: boolean
  search: string
  role?: number | undefined
  locationId?: number | undefined
  classId?: number | undefined
  status?: UserStatus | undefined
  withDeleted: boolean
  now: Date
}

/** The expression of the index users_by_entity_and_name. */
const byName = sql<string>`lower(btrim(u.first_name || ' ' || u.last_name))`

const status = sql<UserStatus>`case
  when u.deleted_at is not null then 'deleted'
  when u.active = 0 or k.until is not null then 'locked'
  when u.password_hash = '' then 'invited'
  else 'active' end`

const lastSeen = sql<Date | null>`greatest(
  (select max(n.at) from logins n where n.web_site_id = u.web_site_id and n.user_id = u.user_id),
  (select max(s.last_seen_at) from sessions s where s.web_site_id = u.web_site_id and s.user_id = u.user_id))`

/** Users with the block of their name, if there is one. */
const usersOf = (db: Db, site: Site, now: Date) =>
  db
    .selectFrom('users as u')
    .leftJoin('login_blocks as k', (j) =>
      j
        .onRef('k.web_site_id', '=', 'u.web_site_id')
        .on('k.kind', '=', 'user')
        .on('k.subject', '=', sql<string>`lower(u.username)`)
        .on('k.until', '>', now),
    )
    .where('u.web_site_id', '=', site.web_site_id)

const matching = (db: Db, site: Site, asked: Asked) => {
  const { role, locationId, classId, businessId } = asked
  return usersOf(db, site, asked.now)
    .where(asked.reach.users('u.user_id'))
    .$if(businessId !== undefined, (q) => q.where('u.businessentity_id', '=', businessId!))
    .$if(!asked.withDeleted && asked.status !== 'deleted', (q) => q.where('u.deleted_at', 'is', null))
    .$if(role !== undefined, (q) => q.where('u.user_access_id', '=', role!))
    .$if(locationId !== undefined, (q) => q.where('u.location_id', '=', locationId!))
    .$if(classId !== undefined, (q) => q.where(inRegion(classId!)))
    .$if(asked.status !== undefined, (q) => q.where(status, '=', asked.status!))
    .where(contains(['u.first_name', 'u.last_name', 'u.username', 'u.email'], asked.search))
}

/** The users of a region: its managers, and those at its locations. */
const inRegion = (classId: number) => sql<boolean>`(
  exists (select from user_location_classes m
    where m.web_site_id = u.web_site_id and m.user_id = u.user_id and m.class_id = ${classId})
  or exists (select from location_class_locations x
    where x.web_site_id = u.web_site_id and x.location_id = u.location_id and x.class_id = ${classId}))`

const sortings: Record<Asked['sort'], RawBuilder<unknown>> = {
  name: byName,
  username: sql`lower(u.username)`,
  role: sql`u.user_access_id`,
  location: sql`(select lower(l.businessentity_location_name) from locations l
    where l.web_site_id = u.web_site_id and l.location_id = u.location_id)`,
  last_seen: lastSeen,
  status,
}

/** Returns the users of a page in order, and how many there are. Among equals, names are in alphabetical order. */
export async function findUsersOfPage(db: Db, site: Site, asked: Asked): Promise<{ rows: UserFacts[]; total: number }> {
  const { rows: ids, total } = await readPage(matching(db, site, asked).select('u.user_id'), asked, {
    by: sortings,
    unique: 'u.user_id',
    emptyLast: true,
    ...(asked.sort === 'name' ? {} : { between: byName }),
  })
  if (ids.length === 0) return { rows: [], total }
  const facts = await factsOf(
    db,
    site,
    ids.map(({ user_id }) => user_id),
    asked.now,
  )
  const byId = new Map(facts.map((row) => [row.user_id, row]))
  return { rows: ids.map(({ user_id }) => byId.get(user_id)!), total }
}

export type UserFacts = Awaited<ReturnType<typeof factsOf>>[number]

const factsOf = (db: Db, site: Site, ids: readonly number[], now: Date) =>
  usersOf(db, site, now)
    .leftJoin('business_entities as b', (j) =>
      j.onRef('b.web_site_id', '=', 'u.web_site_id').onRef('b.businessentity_id', '=', 'u.businessentity_id'),
    )
    .leftJoin('locations as l', (j) =>
      j.onRef('l.web_site_id', '=', 'u.web_site_id').onRef('l.location_id', '=', 'u.location_id'),
    )
    .where('u.user_id', 'in', [...ids])
    .select(['u.user_id', 'u.first_name', 'u.last_name', 'u.username', 'u.email', 'u.user_access_id', 'u.is_employee'])
    .select(['u.businessentity_id', 'u.location_id', 'u.required_password_change', 'u.deleted_at'])
    .select(['b.business_name', 'l.businessentity_location_name', 'l.deleted_at as location_deleted_at'])
    .select([status.as('status'), lastSeen.as('last_seen_at'), 'k.until as blocked_until'])
    .select(
      sql<{ id: number; label: string }[]>`coalesce((
        select json_agg(json_build_object('id', c.class_id, 'label', c.class_name) order by lower(c.class_name), c.class_id)
        from location_classes c
        where c.web_site_id = u.web_site_id and c.deleted_at is null and c.class_id in (
          select m.class_id from user_location_classes m
          where m.web_site_id = u.web_site_id and m.user_id = u.user_id and u.user_access_id = 4
          union all
          select x.class_id from location_class_locations x
          where x.web_site_id = u.web_site_id and x.location_id = u.location_id and u.user_access_id <> 4)
      ), '[]'::json)`.as('regions'),
    )
    .execute()

export interface ChoicesAsked {
  reach: Reach
  businessId?: number | undefined
  locationId?: number | undefined
  classId?: number | undefined
  now: Date
}

/** Returns users for a selection list, by name. */
export const findChoices = (db: Db, site: Site, asked: ChoicesAsked) =>
  matching(db, site, {
    page: 1,
    size: 1,
    sort: 'name',
    descending: false,
    search: '',
    withDeleted: false,
    businessId: asked.businessId,
    ...asked,
  })
    .select(['u.user_id', 'u.first_name', 'u.last_name', 'u.username', 'u.user_access_id', 'u.location_id'])
    .orderBy(byName)
    .orderBy('u.user_id')
    .limit(mostRows)
    .execute()
