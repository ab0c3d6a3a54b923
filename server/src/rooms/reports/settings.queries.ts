import type { Db } from '../../core/db/database.ts'
import type { Tables } from '../../core/db/tables.ts'
import type { Site } from '../../core/tenancy.ts'

type Setting = Omit<Tables['report_settings'], 'web_site_id' | 'user_id'>

export const findSettings = (db: Db, site: Site, userId: number): Promise<Setting[]> =>
  db
    .selectFrom('report_settings')
    .select(['report', 'businessentity_id', 'date_filter', 'report_type', 'page_size'])
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .execute()

export async function putSetting(db: Db, site: Site, userId: number, setting: Setting): Promise<void> {
  await db
    .insertInto('report_settings')
    .values({ web_site_id: site.web_site_id, user_id: userId, ...setting })
    .onConflict((c) => c.columns(['web_site_id', 'user_id', 'report']).doUpdateSet(setting))
    .execute()
}
