import type { contract } from '@cutaway/contract'
import { isTooLarge, mostBanners, type Banner } from '@cutaway/contract/rooms/branding/branding.ts'
import { answer, type Handlers } from '../../core/http/endpoints.ts'
import { fail, notFound } from '../../core/http/errors.ts'
import * as queries from './banners.queries.ts'
import { pictureUrl } from './sender-profile.ts'
import { drawn, storeImage, deleteImage } from './image-store.ts'
import { lockSettings, ownedBy } from './authorisation.ts'

/** The banners over a user's mail. One is the default as long as there is any. */

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

export const banners: Pick<
  Handlers<typeof contract.branding>,
  'getEmailbanner' | 'uploadBanner' | 'updateImageUrl' | 'setDefaultBanner' | 'deleteBanner'
> = {
  getEmailbanner: async ({ params, caller, site, db }) =>
    (await queries.findBanners(db, site, await caller.mayActFor(params.user))).map(shown),

  uploadBanner: async ({ body, upload, caller, site, db, services }) => {
    const user_id = await caller.mayActFor(body.user_id)
    const picture = await drawn(upload.bytes)
    await lockSettings(db, site, user_id)
    const others = await queries.findBanners(db, site, user_id)
    if (others.length >= mostBanners) fail('too_many_banners')
    const is_default = !others.some((other) => other.is_default)
    const row = await storeImage(services, site, picture, (kept) =>
      queries.insertBanner(db, site, kept, { user_id, banner_url: body.banner_url, is_default }),
    )
    return answer(shown(row), { message: 'banner_added' })
  },

  updateImageUrl: async ({ body, caller, site, db }) => {
    await ownedBy(caller, await queries.findBanner(db, site, body.id))
    const row = (await queries.updateBanner(db, site, body.id, { banner_url: body.banner_url })) ?? notFound()
    return answer(shown(row), { message: 'banner_link_saved' })
  },

  setDefaultBanner: async ({ body, caller, site, db }) => {
    const user_id = await caller.mayActFor(body.user_id)
    await lockSettings(db, site, user_id)
    const banner = await queries.findBanner(db, site, body.id)
    if (banner?.user_id !== user_id) notFound()
    await queries.clearDefault(db, site, user_id)
    const row = (await queries.updateBanner(db, site, body.id, { is_default: true })) ?? notFound()
    return answer(shown(row), { message: 'banner_default_set' })
  },

  deleteBanner: async ({ params, caller, site, db, services, afterCommit }) => {
    const user_id = await caller.mayActFor(params.user)
    await lockSettings(db, site, user_id)
    const banner = await queries.findBanner(db, site, params.id)
    if (banner?.user_id !== user_id) notFound()
    await queries.removeBanner(db, site, params.id)
    if (banner.is_default) {
      const [oldest] = await queries.findBanners(db, site, user_id)
      if (oldest) await queries.updateBanner(db, site, oldest.banner_id, { is_default: true })
    }
    afterCommit(() => deleteImage(services, site, banner.picture))
    return answer(null, { message: 'banner_deleted' })
  },
}
