import type { ListQuery } from '@cutaway/contract/administration/list.ts'
import type { WebSiteSort, WebSiteState } from '@cutaway/contract/rooms/sites/operator.ts'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import { contains, readPage } from '../../../core/db/list.ts'

/** Reads web sites across tenants: each query is limited to the web sites that the caller manages. */

export interface WebSiteFilter extends ListQuery<WebSiteSort> {
  state?: WebSiteState | undefined
  country: string
}

/** Returns a page of the web sites with these ids. Sends are counted since a time. */
export function listWebSites(
  system: Db,
  ids: readonly number[],
  { search, state, country, ...page }: WebSiteFilter,
  since: Date,
) {
  const businesses = sql<number>`(select count(*)::int from business_entities b where b.web_site_id = w.web_site_id)`
  const people = sql<number>`(select count(*)::int from users u
    where u.web_site_id = w.web_site_id and u.deleted_at is null)`
  const sends = sql<number>`(select count(*)::int from sends s
    where s.web_site_id = w.web_site_id and s.created_at >= ${since})`
  const rows = system
    .selectFrom('web_sites as w')
    .select(['w.web_site_id', 'w.name', 'w.mark', 'w.brand_colour', 'w.country_code_iso', 'w.currency'])
    .select(['w.out_of_service_at', businesses.as('businesses'), people.as('people'), sends.as('sends')])
    .select(
      sql<string | null>`(select h.host from web_site_hosts h where h.web_site_id = w.web_site_id
        order by h.is_primary desc, h.host limit 1)`.as('host'),
    )
    .where('w.web_site_id', 'in', ids.length === 0 ? [-1] : [...ids])
    .$if(state !== undefined, (q) => q.where('w.out_of_service_at', state === 'live' ? 'is' : 'is not', null))
    .$if(country !== '', (q) => q.where(sql`lower(w.country_code_iso)`, '=', country))
    .$if(search !== '', (q) =>
      q.where((eb) =>
        eb.or([
          contains(['w.name', 'w.company', 'w.web_site_id'], search),
          eb.exists(
            eb
              .selectFrom('web_site_hosts as h')
              .select('h.host')
              .whereRef('h.web_site_id', '=', 'w.web_site_id')
              .where(contains(['h.host'], search)),
          ),
        ]),
      ),
    )
  return readPage(rows, page, {
    by: {
      name: sql`lower(w.name)`,
      id: sql.ref('w.web_site_id'),
      country: sql.ref('w.country_code_iso'),
      businesses,
      people,
      sends,
    },
    unique: 'w.web_site_id',
  })
}

/** Counts the web sites with these ids by state, and returns their countries. */
export async function summariseWebSites(system: Db, ids: readonly number[]) {
  const row = await system
    .selectFrom('web_sites')
    .select([
      sql<number>`(count(*) filter (where out_of_service_at is null))::int`.as('live'),
      sql<number>`(count(*) filter (where out_of_service_at is not null))::int`.as('out_of_service'),
      sql<string[]>`coalesce(array_agg(distinct lower(country_code_iso)), '{}')`.as('countries'),
    ])
    .where('web_site_id', 'in', ids.length === 0 ? [-1] : [...ids])
    .executeTakeFirstOrThrow()
  return row
}

export async function allWebSiteIds(system: Db): Promise<number[]> {
  const rows = await system.selectFrom('web_sites').select('web_site_id').orderBy('web_site_id').execute()
  return rows.map(({ web_site_id }) => web_site_id)
}

export const findLanguages = (db: Db) =>
  db
    .selectFrom('languages')
    .select(['language_id', 'language_code', 'name', 'direction', 'font'])
    .orderBy('name')
    .execute()

export const findBrands = (db: Db) =>
  db.selectFrom('brands').select(['brand_id', 'name', 'vehicle_kind']).orderBy('brand_id').execute()
