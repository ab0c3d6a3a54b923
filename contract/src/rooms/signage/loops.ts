import { z } from 'zod'
import { endpoint, may, unscoped } from '../../endpoint.ts'
import { Flag, Id, LanguageKey, LangId, PartId, PathId, VideoType } from '../../fields.ts'
import { FilmTile } from '../catalogue/tiles.ts'
import { DayPart } from './day-parts.ts'
import { LoopPlayType } from './plan.ts'

/** Settings of looped animations: what plays on the wall of a waiting room, in which order, and when. */

/** Seconds that an image or a page of a menu stays. */
export const bannerDurations = [5, 10, 20, 30, 40, 50] as const
export const BannerDuration = z.union(bannerDurations.map((seconds) => z.literal(seconds)))

/** The languages whose loop plays the selection for waiting rooms until something else is chosen. */
const waitingAreaLanguages: ReadonlySet<number> = new Set([49, 50])

/** Returns the play mode where nothing was chosen: all narrated films while a user has no items of their own. */
export function defaultPlayType(languageId: number, hasItems: boolean): LoopPlayType {
  if (waitingAreaLanguages.has(languageId)) return 'waiting_area'
  return hasItems ? 'custom' : 'narrated'
}

/** The maximum number of items of a loop, and of day parts of an item. */
export const mostLoopItems = 200
export const mostDayParts = 20

/** The part id of items that are no film of the library. */
export const LoopItemKind = z.enum(['film', 'image', 'video', 'menu'])
export type LoopItemKind = z.infer<typeof LoopItemKind>

export const LoopItem = z.object({
  id: Id,
  kind: LoopItemKind,
  /** A film of the library, or 'image', 'video' or 'digital_menu'. */
  part_id: PartId,
  title: z.string(),
  tag_name: z.string(),
  video_type: VideoType.nullable(),
  /** The types that the caller can choose for a film; empty for other items. */
  video_types: z.array(VideoType),
  /** Null: the film is heard in the language of the viewer; an image, video or menu has no language. */
  language: Id.nullable(),
  /** Position in the list, from 1. Numbers may be missing after a removal. */
  sequence_no: z.int(),
  /** Always empty: an item has no items of its own. */
  nodes: z.array(z.never()),
  is_display_digital_menu: Flag,
  /** Seconds; null for a menu and an image, which stay for the banner duration. */
  duration: z.number().nullable(),
  poster_url: z.string().nullable(),
  /** Path of an uploaded file. */
  url: z.string().nullable(),
  when: z.array(DayPart),
  /** The film has left the library, or cannot be played by the user. */
  is_missing: z.boolean(),
})
export type LoopItem = z.output<typeof LoopItem>

const Settings = { banner_duration: z.int(), play_video_fullscreen: Flag, loop_play_type: LoopPlayType }

/** Everything that the settings page shows of one loop. */
export const LoopSettings = z.object({
  ...Settings,
  captions: Flag,
  muted: Flag,
  when: z.array(DayPart),
  /** Changes with every change of the loop; null for a location that follows the loop of all locations. */
  revision: z.int().nullable(),
  items: z.array(LoopItem),
  /** IANA name. */
  time_zone: z.string(),
  locations: z.array(z.object({ location_id: Id, name: z.string(), has_own: z.boolean() })),
})
export type LoopSettings = z.output<typeof LoopSettings>

const right = may('manage_looped_animations')
const ofUser = z.object({ user_id: Id, location_id: Id.optional() })
const location = { location_id: 'location' } as const

export const getLoopSettings = endpoint({
  method: 'GET',
  path: '/getLoopSettings/:user_id/:lang_id/:location_id?',
  who: right,
  actsFor: 'user_id',
  owns: location,
  summary: 'Returns the loop of a user, or of one location: settings, items, day parts and a revision.',
  params: z.object({ user_id: PathId, lang_id: LanguageKey, location_id: PathId.optional() }),
  reply: LoopSettings,
})

export const getLoopTypeAnimations = endpoint({
  method: 'GET',
  path: '/getLoopTypeAnimations/:user_id/:lang_id/:brand_id',
  who: right,
  actsFor: 'user_id',
  summary:
    'Returns what plays in the chosen mode, and the settings beside it. Languages 49 and 50 begin with waiting_area.',
  params: z.object({ user_id: PathId, lang_id: LanguageKey, brand_id: PathId }),
  reply: z.array(LoopItem),
  beside: z.object(Settings),
})

export const getAddedAnimations = endpoint({
  method: 'GET',
  path: '/getAddedAnimations/:user_id/:lang_id',
  who: right,
  actsFor: 'user_id',
  summary:
    'Returns the items of a user’s own list in order: those in a language and those without one; 0 is every language.',
  params: z.object({ user_id: PathId, lang_id: LanguageKey }),
  reply: z.array(LoopItem),
})

export const getLoopedAnimations = endpoint({
  method: 'GET',
  path: '/getLoopedAnimations/:user/:flag/:lang',
  who: may('allow_view_animations'),
  actsFor: 'user',
  summary: 'Returns the items of the own list: with `yes` those that play, without hidden menus; with `no` all.',
  params: z.object({ user: PathId, flag: z.enum(['yes', 'no']), lang: LanguageKey }),
  reply: z.array(LoopItem),
})

export const getLoopedAnimationsVideos = endpoint({
  method: 'GET',
  path: '/getLoopedAnimationsVideos/:user/:lang',
  who: may('allow_view_animations'),
  actsFor: 'user',
  summary: 'Returns what a loop plays now, in order, with the addresses of its files and the place beside it.',
  params: z.object({ user: PathId, lang: LanguageKey }),
  reply: z.array(
    z.object({
      part_id: z.string(),
      video_url: z.string().nullable(),
      video_url_dash: z.string().nullable(),
      video_url_hls: z.string().nullable(),
      text: z.string(),
      is_display_digital_menu: Flag,
      digital_menu_content: z.string(),
    }),
  ),
  beside: z.object({
    banner_duration: z.int(),
    play_video_fullscreen: Flag,
    business_name: z.string(),
    location: z.object({
      street1: z.string(),
      city: z.string(),
      state: z.string(),
      zip: z.string(),
      phone: z.string(),
    }),
    backgroundLogo: z.string().nullable(),
    domainName: z.string(),
  }),
})

export const getAnimationsForLoopedAnimation = endpoint({
  method: 'GET',
  path: '/getAnimationsForLoopedAnimation/:user_id',
  who: right,
  actsFor: 'user_id',
  summary: 'Returns the films that can be added, those already in the list included.',
  params: z.object({ user_id: PathId }),
  reply: z.array(FilmTile),
})

export const addLoopedAnimations = endpoint({
  method: 'POST',
  path: '/addLoopedAnimations',
  who: right,
  actsFor: 'user_id',
  owns: location,
  audit: { action: 'loop_item.add' },
  summary: 'Adds a film in a language at the end of the own list, or before the item that has the given sequence_no.',
  body: ofUser.extend({
    item: z.object({ part_id: PartId, sequence_no: z.int().min(1).max(mostLoopItems).optional() }),
    language_id: LangId,
  }),
  fails: ['Part no found', 'Item already exists!', 'loop_full'],
  reply: LoopItem,
})

export const changeLoopItem = endpoint({
  method: 'PUT',
  path: '/changeLoopItem',
  who: right,
  owns: { id: 'loop_item' },
  audit: { action: 'loop_item.change' },
  summary: 'Changes the language or the type of a film, the title of an upload, or the day parts of any item.',
  body: z.object({
    id: Id,
    /** The other film of the same part takes the place of the item's. */
    video_type: VideoType.optional(),
    language_id: LangId.optional(),
    title: z.string().trim().min(1).max(100).optional(),
    when: z.array(DayPart).max(mostDayParts).optional(),
  }),
  fails: ['Item already exists!'],
  reply: LoopItem,
})

export const deleteLoopedAnimations = endpoint({
  method: 'DELETE',
  path: '/deleteLoopedAnimations/:id/:part_id',
  who: right,
  owns: { id: 'loop_item' },
  audit: { action: 'loop_item.delete' },
  summary: 'Removes an item. With the last one, the mode `custom` becomes the default again.',
  params: z.object({ id: PathId, part_id: PartId }),
  reply: z.object({ id: Id, loop_play_type: LoopPlayType }),
})

export const changeLoopedAnimationsPosition = endpoint({
  method: 'PUT',
  path: '/changeLoopedAnimationsPosition',
  who: right,
  owns: { id: 'loop_item' },
  audit: { action: 'loop.arrange' },
  summary:
    'Moves items of one list. With a revision that is no longer the list’s, it is refused and nothing is changed.',
  body: z
    .array(
      z.object({
        id: Id,
        sequence_no: z.int().min(1).max(mostLoopItems),
        /** The loop’s revision that the order is based on; the first one counts. */
        revision: z.int().min(0).optional(),
      }),
    )
    .min(1)
    .max(mostLoopItems),
  fails: ['loop_changed_meanwhile'],
  reply: z.object({ revision: z.int(), items: z.array(z.object({ id: Id, sequence_no: z.int() })) }),
})

export const changeLoopedAnimationsBannerDuration = endpoint({
  method: 'PUT',
  path: '/changeLoopedAnimationsBannerDuration',
  who: right,
  actsFor: 'user_id',
  owns: location,
  audit: { action: 'loop.change' },
  summary: 'Sets how many seconds an image or a page of a menu stays.',
  body: ofUser.extend({ looped_animation_banner_duration: BannerDuration }),
  reply: z.object(Settings),
})

export const changeLoopPlayType = endpoint({
  method: 'PUT',
  path: '/changeLoopPlayType',
  who: right,
  actsFor: 'user_id',
  owns: location,
  audit: { action: 'loop.change' },
  summary: 'Chooses what plays: the own list, the selection for waiting rooms, all narrated films, or nothing.',
  body: ofUser.extend({ loop_play_type: LoopPlayType }),
  fails: ['error_empty_customized_loop_videos'],
  reply: z.object(Settings),
})

export const changePlayVideoFullscreen = endpoint({
  method: 'PUT',
  path: '/changePlayVideoFullscreen',
  who: right,
  actsFor: 'user_id',
  owns: location,
  audit: { action: 'loop.change' },
  summary: 'Chooses whether films fill the whole screen, without name and address beside them.',
  body: ofUser.extend({ play_video_fullscreen: Flag }),
  reply: z.object(Settings),
})

export const changeLoopPlayback = endpoint({
  method: 'PUT',
  path: '/changeLoopPlayback',
  who: right,
  actsFor: 'user_id',
  owns: location,
  audit: { action: 'loop.change' },
  summary: 'Changes captions, sound and the day parts outside which nothing plays.',
  body: ofUser.extend({
    captions: Flag.optional(),
    muted: Flag.optional(),
    when: z.array(DayPart).max(mostDayParts).optional(),
  }),
  reply: LoopSettings.pick({ captions: true, muted: true, when: true }),
})

export const followAllLocations = endpoint({
  method: 'DELETE',
  path: '/followAllLocations/:user_id/:location_id',
  who: right,
  actsFor: 'user_id',
  owns: location,
  audit: { action: 'loop.delete' },
  summary: 'Deletes the own loop of a location, which then follows the loop of all locations.',
  params: z.object({ user_id: PathId, location_id: PathId }),
  reply: z.null(),
})

// ── uploads ──────────────────────────────────────────────────────────────────────────────────────────────────────

export const loopImageUpload = {
  maxBytes: 10 * 1024 * 1024,
  mediaTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
}
export const loopVideoUpload = { maxBytes: 64 * 1024 * 1024, mediaTypes: ['video/mp4'] }

/** Fields of a form are text. */
const Pixels = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(1).max(4000))
const uploaded = ofUser.extend({
  image_video_title: z.string().trim().min(1).max(100),
  selectedLanguageId: LangId.optional(),
})

/** The largest file of an upload in parts. */
export const largestLoopUpload = Math.max(loopImageUpload.maxBytes, loopVideoUpload.maxBytes)

export const addUploadToLoop = endpoint({
  method: 'POST',
  path: '/addUploadToLoop',
  who: right,
  actsFor: 'user_id',
  owns: { ...location, selectedLanguageId: unscoped('languages are shared by all web sites') },
  audit: { action: 'loop_item.add' },
  summary: 'Adds an image or a video that the caller has uploaded in parts under /loop_uploads. The bytes decide.',
  body: uploaded.extend({ kind: z.enum(['image', 'video']), upload: z.string().min(1).max(80) }),
  fails: [
    'loop_upload_gone',
    'not_a_picture',
    'message_invalid_video_format',
    'loop_video_incomplete',
    'loop_video_codec',
    'loop_image_too_large',
    'loop_full',
  ],
  reply: LoopItem,
})

export const uploadLoopedAnimationImage = endpoint({
  method: 'POST',
  path: '/uploadLoopedAnimationImage',
  who: right,
  actsFor: 'user_id',
  owns: { ...location, selectedLanguageId: unscoped('languages are shared by all web sites') },
  audit: { action: 'loop_item.add' },
  summary: 'Adds an image: PNG, JPEG, WebP or GIF, at most 10 MB. With width and height it is made to fit into them.',
  limit: { max: 60 },
  upload: loopImageUpload,
  body: uploaded.extend({ width: Pixels.optional(), height: Pixels.optional() }),
  fails: ['not_a_picture', 'Required width and height', 'loop_full'],
  reply: LoopItem,
})

export const uploadLoopedAnimationVideo = endpoint({
  method: 'POST',
  path: '/uploadLoopedAnimationVideo',
  who: right,
  actsFor: 'user_id',
  owns: { ...location, selectedLanguageId: unscoped('languages are shared by all web sites') },
  audit: { action: 'loop_item.add' },
  summary: 'Adds a video: a whole MP4 file with H.264, at most 64 MB. The bytes decide, not the name.',
  limit: { max: 60 },
  upload: loopVideoUpload,
  body: uploaded,
  fails: ['message_invalid_video_format', 'loop_video_incomplete', 'loop_video_codec', 'loop_full'],
  reply: LoopItem,
})
