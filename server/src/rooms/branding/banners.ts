import type * as contract from '@cutaway/contract/rooms/branding/banners.ts'
import { mostBanners, type Banner } from '@cutaway/contract/rooms/branding/banners.ts'
import { isTooLarge } from '@cutaway/contract/rooms/branding/pictures.ts'
import { answer, type Handlers } from '../../core/http/endpoints.ts'
import { fail, notFound } from '../../core/http/errors.ts'
import type { RecordLoader } from '../../core/scope.ts'
import * as queries from './banners.queries.ts'
import { pictureUrl } from './sender-profile.ts'
import { drawn, storeImage } from './image-store.ts'
import { releaseImage } from './sent-pictures.ts'
import { lockSettings } from './authorisation.ts'

/** The banners of a user's mail. If a user has banners, exactly one is the default. */

const shown = (row: queries.BannerRow): Banner => ({
  id: row.banner_id,
  banner_image: pictureUrl(row.picture),
  banner_url: row.banner_url,
  is_default: row.is_default ? 1 : 0,
  user_id: row.user_id,
  width: row.width,
  height: row.height,
  too_large: isTooLarge('banner', row),
})

const targetOf = ({ banner_id }: queries.BannerRow) => ({ kind: 'banner', id: banner_id })

declare module '../../core/scope.ts' {
  interface RecordKinds {
    banner: queries.BannerRow
  }
}

export const bannerRecords: RecordLoader<queries.BannerRow> = {
  find: queries.findBannersById,
  idOf: ({ banner_id }) => banner_id,
}

export const banners: Handlers<typeof contract> = {
  getEmailbanner: async ({ owner, site, db }) => (await queries.findBanners(db, site, owner.user_id)).map(shown),

  uploadBanner: async ({ body, upload, owner, site, db, services, audit }) => {
    const { user_id } = owner
    const picture = await drawn(upload.bytes)
    await lockSettings(db, site, user_id)
    const others = await queries.findBanners(db, site, user_id)
    if (others.length >= mostBanners) fail('too_many_banners')
    const is_default = !others.some((other) => other.is_default)
    const row = await storeImage(services, site, picture, (kept) =>
      queries.insertBanner(db, site, kept, { user_id, banner_url: body.banner_url, is_default }),
    )
    audit({ target: targetOf(row), after: shown(row) })
    return answer(shown(row), { message: 'banner_added' })
  },

  updateImageUrl: async ({ body, owned, site, db, audit }) => {
    const row = (await queries.updateBanner(db, site, body.id, { banner_url: body.banner_url })) ?? notFound()
    audit({ before: shown(owned.id), after: shown(row) })
    return answer(shown(row), { message: 'banner_link_saved' })
  },

  setDefaultBanner: async ({ body, owner, site, db }) => {
    const { user_id } = owner
    await lockSettings(db, site, user_id)
    await queries.clearDefault(db, site, user_id)
    const row = (await queries.updateBanner(db, site, body.id, { is_default: true })) ?? notFound()
    return answer(shown(row), { message: 'banner_default_set' })
  },

  deleteBanner: async ({ params, owner, site, db, services, audit, afterCommit }) => {
    const { user_id } = owner
    await lockSettings(db, site, user_id)
    const banner = (await queries.removeBanner(db, site, params.id)) ?? notFound()
    audit({ before: shown(banner) })
    if (banner.is_default) {
      const [oldest] = await queries.findBanners(db, site, user_id)
      if (oldest) await queries.updateBanner(db, site, oldest.banner_id, { is_default: true })
    }
    await releaseImage({ db, site, services, afterCommit }, banner.picture)
    return answer(null, { message: 'banner_deleted' })
  },
}
