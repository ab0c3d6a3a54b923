import type * as contract from '@cutaway/contract/rooms/branding/pictures.ts'
import { isTooLarge, pictureSizes, type Logo } from '@cutaway/contract/rooms/branding/pictures.ts'
import { answer, type Handlers } from '../../core/http/endpoints.ts'
import { fail, notFound } from '../../core/http/errors.ts'
import { updateBanner } from './banners.queries.ts'
import { findContent, writeLogo } from './content.queries.ts'
import { pictureUrl } from './sender-profile.ts'
import { drawn, storeImage, readImage, type StoredImage } from './image-store.ts'
import { releaseImage } from './sent-pictures.ts'
import { findSetting, writeSetting } from './logo.queries.ts'
import { lockSettings } from './authorisation.ts'

/** The logo of a user's mail, the sizes of pictures, and the picture on the icon of the super system. */

const shown = ({ name, width, height }: StoredImage): Logo => ({
  uploaded_logo: pictureUrl(name),
  width,
  height,
  too_large: isTooLarge('logo', { width, height }),
})

export const logo: Handlers<typeof contract> = {
  uploadLogo: async ({ upload, owner, site, db, services, afterCommit }) => {
    const userId = owner.user_id
    const picture = await drawn(upload.bytes)
    await lockSettings(db, site, userId)
    const before = await findContent(db, site, userId)
    const kept = await storeImage(services, site, picture, async (one) => {
      await writeLogo(db, site, userId, one, services.clock.now())
      return one
    })
    await releaseImage({ db, site, services, afterCommit }, before?.logo)
    return answer(shown(kept), { message: 'logo_saved' })
  },

  uploadLogoDelete: async ({ owner, site, db, services, afterCommit }) => {
    const userId = owner.user_id
    await lockSettings(db, site, userId)
    const before = await findContent(db, site, userId)
    if (!before?.logo) notFound()
    await writeLogo(db, site, userId, null, services.clock.now())
    await releaseImage({ db, site, services, afterCommit }, before.logo)
    return answer(null, { message: 'logo_deleted' })
  },

  resizeImage: async ({ body, owner, owned, site, db, services, afterCommit }) => {
    const userId = owner.user_id
    const { setting_type: kind, width, height } = body
    if (!width || !height) fail('Required width and height')
    await lockSettings(db, site, userId)
    const banner = kind === 'banner' ? (owned.id ?? notFound()) : undefined
    const before = banner ? banner.picture : (await findContent(db, site, userId))?.logo
    if (!before) notFound()
    const picture = await drawn(await readImage(services, site, before), { width, height })
    const kept = await storeImage(services, site, picture, async (one) => {
      if (banner)
        await updateBanner(db, site, banner.banner_id, { picture: one.name, width: one.width, height: one.height })
      else await writeLogo(db, site, userId, one, services.clock.now())
      return one
    })
    await releaseImage({ db, site, services, afterCommit }, before)
    const size = { width: kept.width, height: kept.height }
    return answer(
      { banner_image: pictureUrl(kept.name), ...size, too_large: isTooLarge(kind, size) },
      { message: 'picture_resized' },
    )
  },

  getLogoBannerSetting: async ({ owner, site, db }) => {
    const setting = await findSetting(db, site, owner.user_id)
    const { width: logo_width, height: logo_height } = pictureSizes.logo
    return setting ?? { setting_type: 'logo' as const, logo_width, logo_height }
  },

  addLogoBannerSetting: async ({ body, owner, site, db, audit }) => {
    const userId = owner.user_id
    const { setting_type, logo_width, logo_height } = body
    if (!logo_width || !logo_height) fail('Required width and height')
    const setting = { setting_type, logo_width, logo_height }
    audit({ before: await findSetting(db, site, userId), after: setting })
    await writeSetting(db, site, userId, setting)
    return answer(setting, { message: 'saved' })
  },
}
