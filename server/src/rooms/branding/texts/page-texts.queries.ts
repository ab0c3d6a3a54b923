import type { PageWords } from '@cutaway/contract/rooms/branding/page-texts.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of what a business writes on the customer’s page. */

/** Returns the texts of each language that has any. */
export async function findPageTexts(db: Db, site: Site, businessentityId: number | null): Promise<PageWords[]> {
  if (businessentityId === null) return []
  const row = await db
    .selectFrom('entity_page_texts')
    .select('words')
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', businessentityId)
    .executeTakeFirst()
  return row?.words ?? []
}

export async function writePageTexts(
  db: Db,
  site: Site,
  businessentity_id: number,
  words: readonly PageWords[],
  updated_at: Date,
): Promise<void> {
  const change = { words: JSON.stringify(words), updated_at }
  await db
    .insertInto('entity_page_texts')
    .values({ web_site_id: site.web_site_id, businessentity_id, ...change })
    .onConflict((c) => c.columns(['web_site_id', 'businessentity_id']).doUpdateSet(change))
    .execute()
}
