import type { ExportSource } from '../../core/data-export.ts'

/** The locations of a business as it takes them with it. */
export const exportedLocations: ExportSource = {
  name: 'locations',
  permission: 'manage_locations',
  columns: ['location_id', 'name', 'store_number', 'street', 'city', 'state', 'zip', 'country', 'phone'],
  async read(db, { site, businessId, after, most }) {
    const rows = await db
      .selectFrom('locations')
      .select(['location_id', 'businessentity_location_name', 'store_number'])
      .select(['street1', 'city', 'state', 'zip', 'country_code', 'phone'])
      .where('web_site_id', '=', site.web_site_id)
      .where('businessentity_id', '=', businessId)
      .where('deleted_at', 'is', null)
      .$if(after !== null, (q) => q.where('location_id', '>', Number(after)))
      .orderBy('location_id')
      .limit(most)
      .execute()
    return rows.map((row) => ({ key: String(row.location_id), cells: Object.values(row) }))
  },
}
