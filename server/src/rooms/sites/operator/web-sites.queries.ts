import type { ListQuery } from '@cutaway/contract/administration/list.ts'
import type { SellsBy, WebSiteSort, WebSiteState } from '@cutaway/contract/rooms/sites/operator.ts'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import { contains, readPage } from '../../../core/db/list.ts'
import { isSignedUp } from '../../../core/db/signed-up.ts'

/** Reads web sites across tenants: each query is limited to the web sites that the caller manages. */

export interface WebSiteFilter extends ListQuery<WebSiteSort> {
  state?: WebSiteState | undefined
  country: string
  sells_by?: SellsBy | undefined
}

const businesses = sql<number>`(select count(*)::int from business_entities b
  where b.web_site_id = w.web_site_id and ${isSignedUp('b')})`
const people = sql<number>`(select count(*)::int from users u
  where u.web_site_id = w.web_site_id and u.deleted_at is null and ${isSignedUp('u')})`
const sendsSince = (since: Date) => sql<number>`(select count(*)::int from sends s
  where s.web_site_id = w.web_site_id and s.created_at >= ${since})`
const ipRanges = sql<number>`(select count(*)::int from ip_ranges r
  where r.web_site_id = w.web_site_id and r.state = 'waiting')`
const applications = sql<number>`(select count(*)::int from registrations g
  where g.web_site_id = w.web_site_id and g.state = 'awaiting_approval')`
const registrations = sql<number>`(select count(*)::int from text_registrations t
  where t.web_site_id = w.web_site_id and t.state = 'waiting')`
const waiting = sql<number>`(${ipRanges} + ${applications} + ${registrations} + (select count(*)::int from feedback f
  where f.web_site_id = w.web_site_id and f.done_at is null))`
const host = sql<string | null>`(select h.host from web_site_hosts h where h.web_site_id = w.web_site_id
  order by h.is_primary desc, h.host limit 1)`
/** By the last check of the primary host. */
const state = sql<WebSiteState>`case when w.out_of_service_at is not null then 'out_of_service'
  else coalesce((select case when c.problem is null then 'live' when c.reached_at is null then 'draft'
    else 'unreachable' end from host_checks c where c.web_site_id = w.web_site_id and c.host = ${host}), 'live') end`

/** Whether the seller of a web site takes payments by a provider. */
const sellsBy = (provider: SellsBy) =>
  provider === 'nothing'
    ? sql<boolean>`not exists (select from sellers s where s.web_site_id = w.web_site_id and s.payment_accounts <> '{}')`
    : sql<boolean>`exists (select from sellers s
        where s.web_site_id = w.web_site_id and s.payment_accounts ->> ${provider} is not null)`

/** Returns the web sites with these ids that a filter lets through. */
const matching = (
  system: Db,
  ids: readonly number[],
  {
    search,
    state: wanted,
    country,
    sells_by: provider,
  }: Omit<WebSiteFilter, keyof ListQuery<WebSiteSort>> & { search: string },
) =>
  system
    .selectFrom('web_sites as w')
    .where('w.web_site_id', 'in', ids.length === 0 ? [-1] : [...ids])
    .$if(wanted !== undefined, (q) => q.where(state, '=', wanted!))
    .$if(country !== '', (q) => q.where(sql`lower(w.country_code_iso)`, '=', country))
    .$if(provider !== undefined, (q) => q.where(sellsBy(provider!)))
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

/** Returns a page of the web sites with these ids. Sends are counted since a time. */
export function listWebSites(system: Db, ids: readonly number[], filter: WebSiteFilter, since: Date) {
  const sends = sendsSince(since)
  const rows = matching(system, ids, filter)
    .select(['w.web_site_id', 'w.name', 'w.mark', 'w.logo', 'w.brand_colour', 'w.country_code_iso', 'w.currency'])
    .select(['w.out_of_service_at', businesses.as('businesses'), people.as('people'), sends.as('sends')])
    .select([host.as('host'), state.as('state'), waiting.as('waiting')])
    .select([ipRanges.as('ip_ranges'), applications.as('applications'), registrations.as('registrations')])
  return readPage(rows, filter, {
    by: {
      name: sql`lower(w.name)`,
      id: sql.ref('w.web_site_id'),
      country: sql.ref('w.country_code_iso'),
      businesses,
      people,
      sends,
      waiting,
    },
    unique: 'w.web_site_id',
  })
}

/** Adds up the numbers of all web sites that match. */
export async function totalWebSites(system: Db, ids: readonly number[], filter: WebSiteFilter, since: Date) {
  const sum = (value: typeof people) => sql<number>`coalesce(sum(${value}), 0)::int`
  return matching(system, ids, filter)
    .select([sum(businesses).as('businesses'), sum(people).as('people')])
    .select([sum(sendsSince(since)).as('sends'), sum(waiting).as('waiting')])
    .executeTakeFirstOrThrow()
}

const weekCount = 12
const weekSeconds = 7 * 24 * 3600

/** Returns the sends of web sites in each of the last 12 weeks, the latest last, by web site. */
export async function countWeeks(system: Db, ids: readonly number[], now: Date): Promise<Map<number, number[]>> {
  const weeks = new Map(ids.map((id) => [id, Array.from({ length: weekCount }, () => 0)]))
  if (ids.length === 0) return weeks
  const ago = sql<number>`floor(extract(epoch from ${now}::timestamptz - created_at) / ${sql.lit(weekSeconds)})::int`
  const rows = await system
    .selectFrom('sends')
    .select(['web_site_id', ago.as('ago'), sql<number>`count(*)::int`.as('sends')])
    .where('web_site_id', 'in', [...ids])
    .where('created_at', '<=', now)
    .where('created_at', '>', new Date(now.getTime() - weekCount * weekSeconds * 1000))
    // By their places: the database does not see that two expressions with parameters are the same.
    .groupBy(sql`1, 2`)
    .execute()
  for (const row of rows) {
    const of = weeks.get(row.web_site_id)
    if (of) of[weekCount - 1 - row.ago] = row.sends
  }
  return weeks
}

/** Counts the web sites with these ids by state, and returns their countries. */
export async function summariseWebSites(system: Db, ids: readonly number[]) {
  const { rows } = await sql<{ state: WebSiteState; sites: number; countries: string[] }>`
    select state, count(*)::int as sites, array_agg(distinct country) as countries
    from (select ${state} as state, lower(w.country_code_iso) as country from web_sites w
      where w.web_site_id in (${sql.join(ids.length === 0 ? [-1] : [...ids])})) all_of_them
    group by state`.execute(system)
  const of = (name: WebSiteState) => rows.find((row) => row.state === name)?.sites ?? 0
  return {
    live: of('live'),
    out_of_service: of('out_of_service'),
    draft: of('draft'),
    unreachable: of('unreachable'),
    countries: [...new Set(rows.flatMap(({ countries }) => countries))].toSorted(),
  }
}

/** Returns the state of a web site, in its tenant. */
export async function findState(db: Db, id: number): Promise<WebSiteState> {
  const row = await db
    .selectFrom('web_sites as w')
    .select(state.as('state'))
    .where('w.web_site_id', '=', id)
    .executeTakeFirstOrThrow()
  return row.state
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
