import { z } from 'zod'
import { endpoint, may } from '../../endpoint.ts'
import { Flag, Id, Nothing, PathId } from '../../fields.ts'
import { webAddress } from '../../web-address.ts'
import { pictureFails, PictureSize, pictureUpload } from './pictures.ts'

/** The banners of a user's mail. */

export const mostBanners = 50

/** The target of a click on a banner: an http or https URL, or empty. */
export const BannerUrl = z
  .string()
  .max(2000)
  .trim()
  .refine((text) => text === '' || webAddress(text) !== undefined)
  .meta({ example: 'https://shop.example/offers' })

export const Banner = z.object({
  id: Id,
  /** Path of the picture on this web site. */
  banner_image: z.string(),
  banner_url: z.string(),
  is_default: Flag,
  user_id: Id,
  ...PictureSize,
})
export type Banner = z.infer<typeof Banner>

export const getEmailbanner = endpoint({
  method: 'GET',
  path: '/getEmailbanner/:user',
  who: may('manage_email_settings'),
  actsFor: 'user',
  summary: 'Returns the banners of a user, the default first, then in the order of creation.',
  params: z.object({ user: PathId }),
  reply: z.array(Banner),
})

export const uploadBanner = endpoint({
  method: 'POST',
  path: '/uploadBanner',
  who: may('manage_email_settings'),
  actsFor: 'user_id',
  audit: { action: 'banner.add' },
  summary:
    'Adds a banner: PNG, JPEG, WebP or GIF, at most 5 MB. The first one is the default. `too_large` is a warning.',
  limit: { max: 30 },
  upload: pictureUpload,
  body: z.object({ user_id: Id, banner_url: BannerUrl.default('') }),
  fails: [...pictureFails, 'too_many_banners'],
  reply: Banner,
})

export const updateImageUrl = endpoint({
  method: 'PUT',
  path: '/updateImageUrl',
  who: may('manage_email_settings'),
  owns: { id: 'banner' },
  audit: { action: 'banner.change' },
  summary: 'Changes the link of a banner; an empty URL removes it.',
  body: z.object({ id: Id, banner_url: BannerUrl }),
  reply: Banner,
})

export const setDefaultBanner = endpoint({
  method: 'PUT',
  path: '/setDefaultBanner',
  who: may('manage_email_settings'),
  actsFor: 'user_id',
  owns: { id: 'banner' },
  audit: { action: 'banner.make_default' },
  summary: 'Makes a banner the default for mail.',
  body: z.object({ id: Id, user_id: Id }),
  reply: Banner,
})

export const deleteBanner = endpoint({
  method: 'DELETE',
  path: '/deleteBanner/:id/:user',
  who: may('manage_email_settings'),
  actsFor: 'user',
  owns: { id: 'banner' },
  audit: { action: 'banner.delete' },
  summary: 'Deletes a banner with its picture. If it was the default, the oldest banner becomes the default.',
  params: z.object({ id: PathId, user: PathId }),
  reply: Nothing,
})
