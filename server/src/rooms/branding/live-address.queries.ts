import { sql } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import type { Reach } from '../../core/scope.ts'
import type { Site } from '../../core/tenancy.ts'

export interface BusinessRow {
  businessentity_id: number
  business_name: string
}

/** Finds businesses of users in reach. */
export const findBusinesses = (db: Db, site: Site, ids: readonly number[], reach: Reach): Promise<BusinessRow[]> =>
  db
    .selectFrom('business_entities as b')
    .select(['b.businessentity_id', 'b.business_name'])
    .where('b.web_site_id', '=', site.web_site_id)
    .where('b.businessentity_id', 'in', [...ids])
    .where(
      sql<boolean>`exists (select from users u where u.web_site_id = b.web_site_id
        and u.businessentity_id = b.businessentity_id and ${reach.users('u.user_id')})`,
    )
    .execute()

export async function findLiveAddress(db: Db, site: Site, businessId: number): Promise<string> {
  const row = await db
    .selectFrom('live_addresses')
    .select('vle_address_url')
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .executeTakeFirst()
  return row?.vle_address_url ?? ''
}

export async function writeLiveAddress(db: Db, site: Site, businessId: number, address: string): Promise<void> {
  await db
    .insertInto('live_addresses')
    .values({ web_site_id: site.web_site_id, businessentity_id: businessId, vle_address_url: address })
    .onConflict((oc) => oc.columns(['web_site_id', 'businessentity_id']).doUpdateSet({ vle_address_url: address }))
    .execute()
}
