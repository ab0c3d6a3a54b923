import { z } from 'zod'
import { endpoint, may } from '../../endpoint.ts'
import { Id, Nothing, PathId } from '../../fields.ts'

/** Pictures of a user's mail: their sizes, the logo, and the picture on the icon of the super system. */

/** Maximum sizes in pixels; a larger picture causes a warning but is accepted. */
export const pictureSizes = {
  logo: { width: 250, height: 200 },
  banner: { width: 2000, height: 500 },
} as const
export type PictureKind = keyof typeof pictureSizes

export const pictureUpload = {
  maxBytes: 5 * 1024 * 1024,
  mediaTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
}

/** Returns whether a picture exceeds the maximum size for its kind. */
export const isTooLarge = (kind: PictureKind, { width, height }: { width: number; height: number }): boolean =>
  width > pictureSizes[kind].width || height > pictureSizes[kind].height

/** Returns the largest size with the picture's proportions within the maximum. */
export function fittingSize(kind: PictureKind, { width, height }: { width: number; height: number }) {
  const most = pictureSizes[kind]
  const scale = Math.min(1, most.width / width, most.height / height)
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

export const PictureSize = { width: z.int(), height: z.int(), too_large: z.boolean() }

export const Logo = z.object({ uploaded_logo: z.string(), ...PictureSize })
export type Logo = z.infer<typeof Logo>

export const pictureFails = ['not_a_picture'] as const
/** Nullable and optional, so that a missing value is refused by name. */
const Pixels = z.union([z.int().min(1).max(4000), z.null()]).optional()

export const uploadLogo = endpoint({
  method: 'POST',
  path: '/uploadLogo',
  who: may('manage_email_settings'),
  actsFor: 'user_id',
  audit: { action: 'logo.change' },
  summary: 'Replaces the logo: PNG, JPEG, WebP or GIF, at most 5 MB. `too_large` is a warning.',
  limit: { max: 30 },
  upload: pictureUpload,
  body: z.object({
    user_id: Id,
    /** Sent by older clients; ignored. */
    uploaded_logo_url: z.string().max(2000).optional(),
  }),
  fails: pictureFails,
  reply: Logo,
})

export const uploadLogoDelete = endpoint({
  method: 'DELETE',
  path: '/uploadLogoDelete/:user',
  who: may('manage_email_settings'),
  actsFor: 'user',
  audit: { action: 'logo.delete' },
  summary: 'Deletes the logo and its picture.',
  params: z.object({ user: PathId }),
  reply: Nothing,
})

export const resizeImage = endpoint({
  method: 'PUT',
  path: '/resizeImage',
  who: may('manage_email_settings'),
  actsFor: 'user_id',
  owns: { id: 'banner' },
  audit: { action: 'picture.resize' },
  summary: 'Shrinks the logo, or the banner with an id, proportionally to fit width and height in pixels.',
  limit: { max: 60 },
  body: z.object({
    setting_type: z.enum(['logo', 'banner']),
    user_id: Id,
    id: Id.optional(),
    width: Pixels,
    height: Pixels,
  }),
  fails: ['Required width and height'],
  reply: z.object({ banner_image: z.string(), ...PictureSize }),
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
  actsFor: 'user',
  summary: 'Returns the picture on the icon of the super system and its size in pixels; by default the largest logo.',
  params: z.object({ user: PathId }),
  reply: LogoBannerSetting,
})

export const addLogoBannerSetting = endpoint({
  method: 'POST',
  path: '/addLogoBannerSetting',
  who: may('manage_email_settings'),
  actsFor: 'user_id',
  audit: { action: 'picture_setting.change' },
  summary: 'Chooses the picture on the icon of the super system.',
  body: z.object({ setting_type: z.enum(['logo', 'banner']), logo_width: Pixels, logo_height: Pixels, user_id: Id }),
  fails: ['Required width and height'],
  reply: LogoBannerSetting,
})
