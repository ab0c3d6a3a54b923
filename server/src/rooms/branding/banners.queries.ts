import type { Db } from '../../core/db/database.ts'
import type { Reach } from '../../core/scope.ts'
import type { Site } from '../../core/tenancy.ts'
import type { StoredImage } from './image-store.ts'

export interface BannerRow {
  banner_id: number
  user_id: number
  picture: string
  width: number
  height: number
  banner_url: string
  is_default: boolean
}
const columns = ['banner_id', 'user_id', 'picture', 'width', 'height', 'banner_url', 'is_default'] as const

/** Returns banners, the default first, then the oldest. */
export const findBanners = (db: Db, site: Site, userId: number): Promise<BannerRow[]> =>
  db
    .selectFrom('banners')
    .select(columns)
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .orderBy('is_default', 'desc')
    .orderBy('banner_id')
    .execute()

export const findBannersById = (db: Db, site: Site, ids: readonly number[], reach: Reach): Promise<BannerRow[]> =>
  db
    .selectFrom('banners')
    .select(columns)
    .where('web_site_id', '=', site.web_site_id)
    .where('banner_id', 'in', ids)
    .where(reach.users('banners.user_id'))
    .execute()

export const insertBanner = (
  db: Db,
  site: Site,
  { name, width, height }: StoredImage,
  more: { user_id: number; banner_url: string; is_default: boolean },
): Promise<BannerRow> =>
  db
    .insertInto('banners')
    .values({ web_site_id: site.web_site_id, picture: name, width, height, ...more })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const updateBanner = (
  db: Db,
  site: Site,
  id: number,
  change: Partial<Pick<BannerRow, 'picture' | 'width' | 'height' | 'banner_url' | 'is_default'>>,
): Promise<BannerRow | undefined> =>
  db
    .updateTable('banners')
    .set(change)
    .where('web_site_id', '=', site.web_site_id)
    .where('banner_id', '=', id)
    .returning(columns)
    .executeTakeFirst()

export const removeBanner = (db: Db, site: Site, id: number): Promise<BannerRow | undefined> =>
  db
    .deleteFrom('banners')
    .where('web_site_id', '=', site.web_site_id)
    .where('banner_id', '=', id)
    .returning(columns)
    .executeTakeFirst()

/** Clears the default of the user's banners. */
export async function clearDefault(db: Db, site: Site, userId: number): Promise<void> {
  await db
    .updateTable('banners')
    .set({ is_default: false })
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('is_default', '=', true)
    .execute()
}
