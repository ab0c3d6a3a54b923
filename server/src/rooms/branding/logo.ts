import type { contract } from '@cutaway/contract'
import { isTooLarge, pictureSizes, type Logo } from '@cutaway/contract/rooms/branding/branding.ts'
import { answer, type Handlers } from '../../core/http/endpoints.ts'
import { fail, notFound } from '../../core/http/errors.ts'
import { findBanner, updateBanner } from './banners.queries.ts'
import { findContent, writeLogo } from './content.queries.ts'
import { pictureUrl } from './sender-profile.ts'
import { drawn, storeImage, readImage, deleteImage, type StoredImage } from './image-store.ts'
import { findSetting, writeSetting } from './logo.queries.ts'
import { lockSettings } from './authorisation.ts'

/** The logo of a user's mail, the sizes of pictures, and which picture the icon of the super system carries. */

const shown = ({ name, width, height }: StoredImage): Logo => ({
  uploaded_logo: pictureUrl(name),
  width,
  height,
  too_large: isTooLarge('logo', { width, height }),
})

export const logo: Pick<
  Handlers<typeof contract.branding>,
  'uploadLogo' | 'uploadLogoDelete' | 'resizeImage' | 'getLogoBannerSetting' | 'addLogoBannerSetting'
> = {
  uploadLogo: async ({ body, upload, caller, site, db, services, afterCommit }) => {
    const userId = await caller.mayActFor(body.user_id)
    const picture = await drawn(upload.bytes)
    await lockSettings(db, site, userId)
    const before = await findContent(db, site, userId)
    const kept = await storeImage(services, site, picture, async (one) => {
      await writeLogo(db, site, userId, one, services.clock.now())
      return one
    })
    afterCommit(() => deleteImage(services, site, before?.logo))
    return answer(shown(kept), { message: 'logo_saved' })
  },

  uploadLogoDelete: async ({ params, caller, site, db, services, afterCommit }) => {
    const userId = await caller.mayActFor(params.user)
    await lockSettings(db, site, userId)
    const before = await findContent(db, site, userId)
    if (!before?.logo) notFound()
    await writeLogo(db, site, userId, null, services.clock.now())
    afterCommit(() => deleteImage(services, site, before.logo))
    return answer(null, { message: 'logo_deleted' })
  },

  resizeImage: async ({ body, caller, site, db, services, afterCommit }) => {
    const userId = await caller.mayActFor(body.user_id)
    const { setting_type: kind, id, width, height } = body
    if (!width || !height) fail('Required width and height')
    await lockSettings(db, site, userId)
    const banner = kind === 'banner' && id !== undefined ? await findBanner(db, site, id) : undefined
    if (kind === 'banner' && banner?.user_id !== userId) notFound()
    const before = banner ? banner.picture : (await findContent(db, site, userId))?.logo
    if (!before) notFound()
    const picture = await drawn(await readImage(services, site, before), { width, height })
    const kept = await storeImage(services, site, picture, async (one) => {
      if (banner)
        await updateBanner(db, site, banner.banner_id, { picture: one.name, width: one.width, height: one.height })
      else await writeLogo(db, site, userId, one, services.clock.now())
      return one
    })
    afterCommit(() => deleteImage(services, site, before))
    const size = { width: kept.width, height: kept.height }
    return answer(
      { banner_image: pictureUrl(kept.name), ...size, too_large: isTooLarge(kind, size) },
      { message: 'picture_resized' },
    )
  },

  getLogoBannerSetting: async ({ params, caller, site, db }) => {
    const setting = await findSetting(db, site, await caller.mayActFor(params.user))
    const { width: logo_width, height: logo_height } = pictureSizes.logo
    return setting ?? { setting_type: 'logo' as const, logo_width, logo_height }
  },

  addLogoBannerSetting: async ({ body, caller, site, db }) => {
    const userId = await caller.mayActFor(body.user_id)
    const { setting_type, logo_width, logo_height } = body
    if (!logo_width || !logo_height) fail('Required width and height')
    const setting = { setting_type, logo_width, logo_height }
    await writeSetting(db, site, userId, setting)
    return answer(setting, { message: 'saved' })
  },
}
