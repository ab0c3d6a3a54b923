import type { Selectable } from 'kysely'
import type { Db } from '../../../../core/db/database.ts'
import type { Tables } from '../../../../core/db/tables.ts'
import type { Site } from '../../../../core/tenancy.ts'

/** Queries of reactivations: each names a business for the holder of a cookie. */

export type Reactivation = Selectable<Tables['reactivations']>

const ofSite = (db: Db, site: Site) =>
  db.selectFrom('reactivations').selectAll().where('web_site_id', '=', site.web_site_id)

export const findByCookie = (db: Db, site: Site, hash: string, now: Date): Promise<Reactivation | undefined> =>
  ofSite(db, site).where('cookie_hash', '=', hash).where('expires_at', '>', now).executeTakeFirst()

export const findReactivation = (db: Db, site: Site, id: string): Promise<Reactivation | undefined> =>
  ofSite(db, site).where('reactivation_id', '=', id).executeTakeFirst()

export const lockReactivation = (db: Db, site: Site, id: string): Promise<Reactivation | undefined> =>
  ofSite(db, site).where('reactivation_id', '=', id).forUpdate().executeTakeFirst()

export async function insertReactivation(
  db: Db,
  site: Site,
  row: Omit<Reactivation, 'web_site_id' | 'state' | 'declines' | 'promo_code' | 'billing_plan_id'>,
): Promise<void> {
  await db
    .insertInto('reactivations')
    .values({ web_site_id: site.web_site_id, state: 'open', promo_code: null, billing_plan_id: null, ...row })
    .execute()
}

export async function changeReactivation(
  db: Db,
  site: Site,
  id: string,
  columns: Partial<Pick<Reactivation, 'billing_plan_id' | 'locations' | 'promo_code' | 'state' | 'declines'>>,
): Promise<void> {
  await db
    .updateTable('reactivations')
    .set(columns)
    .where('web_site_id', '=', site.web_site_id)
    .where('reactivation_id', '=', id)
    .execute()
}

/** Returns the administrator's business of an account; undefined for users who cannot pay for it. */
export const findPayer = (
  db: Db,
  site: Site,
  userId: number,
): Promise<{ businessentity_id: number | null; business_name: string; max_locations: number } | undefined> =>
  db
    .selectFrom('users as u')
    .innerJoin('business_entities as b', (join) =>
      join.onRef('b.web_site_id', '=', 'u.web_site_id').onRef('b.businessentity_id', '=', 'u.businessentity_id'),
    )
    .select(['u.businessentity_id', 'b.business_name', 'b.max_locations'])
    .where('u.web_site_id', '=', site.web_site_id)
    .where('u.user_id', '=', userId)
    .where('u.user_access_id', 'in', [3, 11])
    .where('u.is_employee', '=', 0)
    .executeTakeFirst()

/** Uses up the token that was shown after a sign-up. Returns whether it was right. */
export async function useToken(db: Db, site: Site, userId: number, tokenHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('registrations')
    .set({ reactivation_hash: null })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('reactivation_hash', '=', tokenHash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
