import { z } from 'zod'
import { endpoint, may } from '../../endpoint.ts'
import { Flag, Id, PathId } from '../../fields.ts'
import { OpeningHours } from '../sharing/opening-hours.ts'
import { DayPart } from './day-parts.ts'
import { BoardLayout, MenuSection } from './menu-board.ts'

/** What the wall of a waiting room plays. */

export const LoopPlayType = z.enum(['custom', 'waiting_area', 'narrated', 'none'])
export type LoopPlayType = z.infer<typeof LoopPlayType>

/** A file that a wall keeps for playing without network. */
export const WallFile = z.object({
  url: z.string(),
  /** Bytes; null: not known before it is loaded. */
  size: z.int().nullable(),
  /** Changes with the content; null: the URL does. */
  hash: z.string().nullable(),
})

/** A film that an item of a menu is explained by. */
export const MenuFilm = z.object({
  part_id: z.string(),
  title: z.string(),
  /** Seconds. */
  duration: z.number(),
  poster_url: z.string().nullable(),
})
export type MenuFilm = z.infer<typeof MenuFilm>

export const WallMenu = z.object({
  id: Id,
  title: z.string(),
  layout: BoardLayout,
  footnote: z.string(),
  sections: z.array(MenuSection),
  /** Free text as sanitised HTML instead of sections; null for a structured menu. */
  html: z.string().nullable(),
  /** ISO code of the currency of prices. */
  currency: z.string(),
  /** The films of the items, by part id. */
  films: z.array(MenuFilm),
})
export type WallMenu = z.output<typeof WallMenu>

export const WallItem = z.object({
  /** Identifies the item in the list: 'i12' for an item of the user's list, 'f-BRKDSC' for a film of another mode. */
  item_id: z.string(),
  kind: z.enum(['film', 'image', 'video', 'menu']),
  /** The part of a film; null for other kinds. */
  part_id: z.string().nullable(),
  video_type: z.enum(['narrated', 'interactive']).nullable(),
  title: z.string(),
  language_id: Id,
  /** BCP 47: 'en-US'. */
  language_code: z.string(),
  poster_url: z.string().nullable(),
  /** Paths on this web site. `plain` is an MP4 file, or the picture of an image. */
  sources: z.object({
    hls: z.string().nullable(),
    dash: z.string().nullable(),
    plain: z.string().nullable(),
  }),
  /** In the language of the item, as getAllCaptions returns them. */
  captions_url: z.string().nullable(),
  /** The track of the labels of a narrated film, and their texts by id. */
  labels_url: z.string().nullable().default(null),
  label_texts: z.record(z.string(), z.string()).default({}),
  /** Seconds; of images and each page of a menu the banner duration; null: not known before it plays. */
  duration: z.number().nullable(),
  /** Files to keep for playing without network, the plain source first. */
  files: z.array(WallFile),
  /** Day parts in the location's time; empty: always. The wall evaluates them with `anyPlaysAt`. */
  when: z.array(DayPart),
  menu: WallMenu.nullable(),
})
export type WallItem = z.output<typeof WallItem>

export const WallPlan = z.object({
  /** Changes whenever anything on the wall changes; also with the loop's settings. */
  version: z.string(),
  /** ISO time of the server, by which a wall corrects its own clock. */
  now: z.iso.datetime(),
  user_id: Id,
  loop_play_type: LoopPlayType,
  /** Seconds. */
  banner_duration: z.int(),
  play_video_fullscreen: Flag,
  muted: Flag,
  captions: Flag,
  location: z.object({
    name: z.string(),
    street1: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    phone: z.string(),
    /** IANA name, by which day parts are evaluated. */
    time_zone: z.string(),
    opening_hours: OpeningHours.nullable(),
  }),
  business_name: z.string(),
  logo_url: z.string().nullable(),
  /** Empty: the loop plays all day. Otherwise nothing plays outside these parts. */
  when: z.array(DayPart),
  items: z.array(WallItem),
})
export type WallPlan = z.output<typeof WallPlan>

export const getWallPlan = endpoint({
  method: 'GET',
  path: '/getWallPlan/:user_id/:location_id?',
  who: may('allow_view_animations'),
  actsFor: 'user_id',
  owns: { location_id: 'location' },
  summary: 'Returns everything that a wall plays: settings, place, day parts and items in order. Poll its version.',
  params: z.object({ user_id: PathId, location_id: PathId.optional() }),
  reply: WallPlan,
})

export const getWallPlanVersion = endpoint({
  method: 'GET',
  path: '/getWallPlanVersion/:user_id/:location_id?',
  who: may('allow_view_animations'),
  actsFor: 'user_id',
  owns: { location_id: 'location' },
  summary:
    'Returns the version of what a wall plays; a wall asks every few seconds and loads the plan when it differs.',
  params: z.object({ user_id: PathId, location_id: PathId.optional() }),
  reply: z.object({ version: z.string(), now: z.iso.datetime() }),
})
