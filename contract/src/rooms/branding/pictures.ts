import { z } from 'zod'
import { endpoint, may } from '../../endpoint.ts'
import { Flag, Id, Nothing, PathId } from '../../fields.ts'
import { webAddress } from '../../web-address.ts'

/** The logo and the banners of a user's mail. */

/** Pixels above which a picture is called too large; it may be kept all the same. */
export const pictureSizes = {
  logo: { width: 250, height: 200 },
  banner: { width: 2000, height: 500 },
} as const
export type PictureKind = keyof typeof pictureSizes

export const pictureUpload = {
  maxBytes: 5 * 1024 * 1024,
  mediaTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
}
export const mostBanners = 50

/** Whether a picture is larger than its place in a mail. */
export const isTooLarge = (kind: PictureKind, { width, height }: { width: number; height: number }): boolean =>
  width > pictureSizes[kind].width || height > pictureSizes[kind].height

/** The largest size in the picture's proportions that is not too large. */
export function fittingSize(kind: PictureKind, { width, height }: { width: number; height: number }) {
  const most = pictureSizes[kind]
  const scale = Math.min(1, most.width / width, most.height / height)
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

/** Where a click on a banner leads: http or https, or nothing. */
export const BannerUrl = z
  .string()
  .max(2000)
  .trim()
  .refine((text) => text === '' || webAddress(text) !== undefined)

const Size = { width: z.int(), height: z.int(), too_large: z.boolean() }

export const Banner = z.object({
  id: Id,
  /** Path of the picture on this web site. */
  banner_image: z.string(),
  banner_url: z.string(),
  is_default: Flag,
  user_id: Id,
  ...Size,
})
export type Banner = z.infer<typeof Banner>

export const Logo = z.object({ uploaded_logo: z.string(), ...Size })
export type Logo = z.infer<typeof Logo>

const pictureFails = ['not_a_picture'] as const
/** Refused by name where it is missing. */
const Pixels = z.union([z.int().min(1).max(4000), z.null()]).optional()

export const getEmailbanner = endpoint({
  method: 'GET',
  path: '/getEmailbanner/:user',
  who: may('manage_email_settings'),
  summary: 'The banners of a user, the default first, then as they were added.',
  params: z.object({ user: PathId }),
  reply: z.array(Banner),
})

export const uploadBanner = endpoint({
  method: 'POST',
  path: '/uploadBanner',
  who: may('manage_email_settings'),
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
  summary: 'Changes where a banner leads; empty: nowhere.',
  body: z.object({ id: Id, banner_url: BannerUrl }),
  reply: Banner,
})

export const setDefaultBanner = endpoint({
  method: 'PUT',
  path: '/setDefaultBanner',
  who: may('manage_email_settings'),
  summary: 'Makes a banner the one with which mail begins.',
  body: z.object({ id: Id, user_id: Id }),
  reply: Banner,
})

export const deleteBanner = endpoint({
  method: 'DELETE',
  path: '/deleteBanner/:id/:user',
  who: may('manage_email_settings'),
  summary: 'Deletes a banner with its picture. When it was the default, the oldest one becomes it.',
  params: z.object({ id: PathId, user: PathId }),
  reply: Nothing,
})

export const uploadLogo = endpoint({
  method: 'POST',
  path: '/uploadLogo',
  who: may('manage_email_settings'),
  summary:
    'Keeps a logo in the place of the one before: PNG, JPEG, WebP or GIF, at most 5 MB. `too_large` is a warning.',
  limit: { max: 30 },
  upload: pictureUpload,
  body: z.object({
    user_id: Id,
    /** Of older clients; changes nothing. */
    uploaded_logo_url: z.string().max(2000).optional(),
  }),
  fails: pictureFails,
  reply: Logo,
})

export const uploadLogoDelete = endpoint({
  method: 'DELETE',
  path: '/uploadLogoDelete/:user',
  who: may('manage_email_settings'),
  summary: 'Deletes the logo with its picture.',
  params: z.object({ user: PathId }),
  reply: Nothing,
})

export const resizeImage = endpoint({
  method: 'PUT',
  path: '/resizeImage',
  who: may('manage_email_settings'),
  summary: 'Makes the logo, or the banner of an id, smaller: into width and height in pixels, in its own proportions.',
  limit: { max: 60 },
  body: z.object({
    setting_type: z.enum(['logo', 'banner']),
    user_id: Id,
    id: Id.optional(),
    width: Pixels,
    height: Pixels,
  }),
  fails: ['Required width and height'],
  reply: z.object({ banner_image: z.string(), ...Size }),
})

export const LogoBannerSetting = z.object({
  setting_type: z.enum(['logo', 'banner']),
  logo_width: z.int(),
  logo_height: z.int(),
})

export const getLogoBannerSetting = endpoint({
  method: 'GET',
  path: '/getLogoBannerSetting/:user',
  who: may('manage_email_settings'),
  summary:
    'Which picture stands on the icon of the super system, and its size in pixels; the logo at its largest unless chosen.',
  params: z.object({ user: PathId }),
  reply: LogoBannerSetting,
})

export const addLogoBannerSetting = endpoint({
  method: 'POST',
  path: '/addLogoBannerSetting',
  who: may('manage_email_settings'),
  summary: 'Chooses it.',
  body: z.object({ setting_type: z.enum(['logo', 'banner']), logo_width: Pixels, logo_height: Pixels, user_id: Id }),
  fails: ['Required width and height'],
  reply: LogoBannerSetting,
})
