import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'

export async function hasBusiness(db: Db, site: Site, businessId: number): Promise<boolean> {
  const row = await db
    .selectFrom('business_entities')
    .select('businessentity_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessId)
    .executeTakeFirst()
  return row !== undefined
}

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
