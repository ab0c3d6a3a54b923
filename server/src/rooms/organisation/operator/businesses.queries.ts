import type { ListQuery } from '@cutaway/contract/administration/list.ts'
import type { BusinessFields, BusinessSort, BusinessState } from '@cutaway/contract/rooms/organisation/businesses.ts'
import type { roles } from '@cutaway/contract/roles.ts'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import { contains, readPage } from '../../../core/db/list.ts'
import { isSignedUp } from '../../../core/db/signed-up.ts'

/** Businesses as the operator sees them. The list reads several tenants; each query names the web sites. */

const enterpriseUser = 3 satisfies keyof typeof roles

const locations = sql<number>`(select count(*)::int from locations l where l.web_site_id = b.web_site_id
  and l.businessentity_id = b.businessentity_id and l.deleted_at is null)`
const people = sql<number>`(select count(*)::int from users u where u.web_site_id = b.web_site_id
  and u.businessentity_id = b.businessentity_id and u.deleted_at is null)`

const businesses = (db: Db, webSiteIds: readonly number[]) =>
  db
    .selectFrom('business_entities as b')
    .innerJoin('web_sites as w', 'w.web_site_id', 'b.web_site_id')
    .select(['b.web_site_id', 'b.businessentity_id', 'b.business_name', 'b.business_type', 'b.subscription_status'])
    .select([
      'b.max_locations',
      'b.embed_limit',
      'b.embed_limit_of_user',
      'b.suspended_at',
      'b.created_at',
      'b.version',
    ])
    .select(['w.name as web_site', locations.as('locations'), people.as('people')])
    .select([
      sql<string>`coalesce((select h.host from web_site_hosts h where h.web_site_id = b.web_site_id
        order by h.is_primary desc, h.host limit 1), '')`.as('host'),
      sql<number>`(select count(distinct s.user_id)::int from sessions s
        join users u on u.web_site_id = s.web_site_id and u.user_id = s.user_id
        where u.web_site_id = b.web_site_id and u.businessentity_id = b.businessentity_id
          and s.expires_at > now())`.as('signed_in'),
      sql<boolean>`exists (select from users u where u.web_site_id = b.web_site_id
        and u.businessentity_id = b.businessentity_id and u.user_access_id = ${enterpriseUser}
        and u.deleted_at is null and u.active = 1)`.as('has_administrator'),
    ])
    .where('b.web_site_id', 'in', webSiteIds.length === 0 ? [-1] : [...webSiteIds])

export type BusinessRow = Awaited<ReturnType<ReturnType<typeof businesses>['executeTakeFirstOrThrow']>>

export function listBusinesses(
  system: Db,
  webSiteIds: readonly number[],
  { search, state, ...page }: ListQuery<BusinessSort> & { state?: BusinessState | undefined },
) {
  const rows = businesses(system, webSiteIds)
    .where(isSignedUp('b'))
    .where(contains(['b.business_name', 'w.name'], search))
    .$if(state === 'suspended', (q) => q.where('b.suspended_at', 'is not', null))
    .$if(state === 'ended', (q) => q.where('b.suspended_at', 'is', null).where('b.subscription_status', '=', 'ended'))
    .$if(state === 'active', (q) => q.where('b.suspended_at', 'is', null).where('b.subscription_status', '!=', 'ended'))
  return readPage(rows, page, {
    by: {
      name: sql`lower(b.business_name)`,
      web_site: sql`lower(w.name)`,
      created: sql.ref('b.created_at'),
      locations,
      people,
    },
    unique: 'b.businessentity_id',
  })
}

export const findBusinessData = (db: Db, webSiteId: number, id: number) =>
  businesses(db, [webSiteId]).where('b.businessentity_id', '=', id).executeTakeFirst()

/** Serialises changes of the names of a web site's businesses until the transaction ends. */
export async function isNameTaken(db: Db, webSiteId: number, name: string, except?: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`business names ${webSiteId}`}, 0))`.execute(db)
  const row = await db
    .selectFrom('business_entities')
    .select('businessentity_id')
    .where('web_site_id', '=', webSiteId)
    .where(sql`lower(business_name)`, '=', sql`lower(${name})`)
    .$if(except !== undefined, (q) => q.where('businessentity_id', '!=', except!))
    .executeTakeFirst()
  return row !== undefined
}

export async function insertBusiness(db: Db, webSiteId: number, fields: BusinessFields, by: string): Promise<number> {
  const row = await db
    .insertInto('business_entities')
    .values({ web_site_id: webSiteId, ...fields, subscription_status: 'active', changed_by: by })
    .returning('businessentity_id')
    .executeTakeFirstOrThrow()
  return row.businessentity_id
}

export async function setBusiness(
  db: Db,
  webSiteId: number,
  id: number,
  fields: Partial<BusinessFields> & { version: number; changed_by: string },
): Promise<void> {
  await db
    .updateTable('business_entities')
    .set(fields)
    .where('web_site_id', '=', webSiteId)
    .where('businessentity_id', '=', id)
    .execute()
}

/** Suspends a business, or makes it active again. */
export async function setSuspended(db: Db, webSiteId: number, id: number, at: Date | null): Promise<void> {
  await db
    .updateTable('business_entities')
    .set({ suspended_at: at })
    .where('web_site_id', '=', webSiteId)
    .where('businessentity_id', '=', id)
    .execute()
}

/** Ends the sessions of the people of a business, except for operators, whose access does not depend on it. */
export async function endSessionsOf(db: Db, webSiteId: number, id: number, lastOperator: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('web_site_id', '=', webSiteId)
    .where('user_id', 'in', (eb) =>
      eb
        .selectFrom('users')
        .select('user_id')
        .where('web_site_id', '=', webSiteId)
        .where('businessentity_id', '=', id)
        .where('user_access_id', '>', lastOperator),
    )
    .execute()
}
