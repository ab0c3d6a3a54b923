import type { PdfLocation } from '@cutaway/contract/rooms/player/pdf.ts'
import type { Db } from '../../../core/db/database.ts'

/**
 * Returns the location of a user as a document shows it; null if there is no such user. A deleted location counts as
 * none.
 */
export async function locationOfUser(db: Db, webSiteId: number, userId: number): Promise<PdfLocation | null> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('locations as l', (j) =>
      j
        .onRef('l.web_site_id', '=', 'u.web_site_id')
        .onRef('l.location_id', '=', 'u.location_id')
        .on('l.deleted_at', 'is', null),
    )
    .leftJoin('business_entities as b', (j) =>
      j.onRef('b.web_site_id', '=', 'u.web_site_id').onRef('b.businessentity_id', '=', 'u.businessentity_id'),
    )
    .select([
      'b.business_name',
      'b.is_show_business_name',
      'l.businessentity_location_name',
      'l.street1',
      'l.city',
      'l.state',
      'l.zip',
      'l.phone',
    ])
    .where('u.web_site_id', '=', webSiteId)
    .where('u.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  return {
    business_name: row.is_show_business_name === 0 ? '' : (row.business_name ?? ''),
    location_name: row.businessentity_location_name ?? '',
    street1: row.street1 ?? '',
    city: row.city ?? '',
    state: row.state ?? '',
    zip: row.zip ?? '',
    phone: row.phone ?? '',
  }
}
