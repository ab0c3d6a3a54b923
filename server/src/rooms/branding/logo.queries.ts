import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'

export interface Setting {
  setting_type: 'logo' | 'banner'
  logo_width: number
  logo_height: number
}

export const findSetting = (db: Db, site: Site, userId: number): Promise<Setting | undefined> =>
  db
    .selectFrom('logo_banner_settings')
    .select(['setting_type', 'logo_width', 'logo_height'])
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .executeTakeFirst()

export async function writeSetting(db: Db, site: Site, userId: number, setting: Setting): Promise<void> {
  await db
    .insertInto('logo_banner_settings')
    .values({ web_site_id: site.web_site_id, user_id: userId, ...setting })
    .onConflict((c) => c.columns(['web_site_id', 'user_id']).doUpdateSet(setting))
    .execute()
}
