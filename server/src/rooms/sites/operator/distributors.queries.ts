import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'

/** The distributors of the whole installation, and the web sites that were given to them. */

interface Distributor {
  web_site_id: number
  user_id: number
}

export const listDistributors = (system: Db, role: number) =>
  system
    .selectFrom('users as u')
    .innerJoin('web_sites as w', 'w.web_site_id', 'u.web_site_id')
    .select(['u.web_site_id', 'u.user_id', 'w.name as web_site'])
    .select(sql<string>`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username)`.as('name'))
    .where('u.user_access_id', '=', role)
    .where('u.deleted_at', 'is', null)
    .orderBy('w.name')
    .orderBy('u.user_id')
    .limit(1000)
    .execute()

export async function findDistributorsOf(system: Db, webSiteId: number): Promise<number[]> {
  const rows = await system
    .selectFrom('distributor_sites')
    .select('user_id')
    .where('distributed_site_id', '=', webSiteId)
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Gives a web site to a distributor; runs in the tenant of the distributor. */
export async function giveWebSite(db: Db, { web_site_id, user_id }: Distributor, id: number): Promise<void> {
  await db
    .insertInto('distributor_sites')
    .values({ web_site_id, user_id, distributed_site_id: id })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Takes a web site from a distributor; runs in the tenant of the distributor. */
export async function takeWebSite(db: Db, { web_site_id, user_id }: Distributor, id: number): Promise<void> {
  await db
    .deleteFrom('distributor_sites')
    .where('web_site_id', '=', web_site_id)
    .where('user_id', '=', user_id)
    .where('distributed_site_id', '=', id)
    .execute()
}
