import { z } from 'zod'
import { endpoint, may } from '../endpoint.ts'
import { DriverSide, Flag, Id, LanguageKey, PartId, PathId, VideoType } from '../fields.ts'

/** Systems, sub-systems and parts. */

export const MainSystem = z.object({
  system_id: Id,
  /** Names the drawing of the system. */
  slug: z.string(),
  system_name: z.string(),
  sequence_no: z.int(),
  narrated_count: z.int(),
  interactive_count: z.int(),
})
export type MainSystem = z.infer<typeof MainSystem>

export const SubSystem = z.object({
  sub_system_id: Id,
  system_id: Id,
  slug: z.string(),
  sub_system_name: z.string(),
  sequence_no: z.int(),
})
export type SubSystem = z.infer<typeof SubSystem>

/** A film as tiles and lists show it. */
export const FilmTile = z.object({
  part_id: PartId,
  part_name: z.string(),
  subtitle: z.string(),
  video_type: VideoType,
  system_id: Id,
  sub_system_id: Id,
  /** Seconds. */
  duration: z.number(),
  /** Steps of an interactive film, else 0. */
  steps: z.int(),
  poster_url: z.string().nullable(),
  isNew: Flag,
})
export type FilmTile = z.infer<typeof FilmTile>

export const Hierarchy = z.object({
  mainSystems: z.array(MainSystem),
  mainSystemSubSystems: z.array(SubSystem),
  allAnimation: z.array(FilmTile),
})
export type Hierarchy = z.infer<typeof Hierarchy>

export const getMainSystemsSubSystemsHierarchy = endpoint({
  method: 'GET',
  path: '/getMainSystemsSubSystemsHierarchy/:user/:lang/:brand/:driverside',
  who: may('allow_view_animations'),
  summary: 'Systems, their sub-systems and every film of the brand, in a language.',
  params: z.object({ user: PathId, lang: LanguageKey, brand: PathId, driverside: DriverSide }),
  reply: Hierarchy,
})

export const getAllAnimations = endpoint({
  method: 'GET',
  path: '/getAllAnimations/:lang/:brand/:videoType',
  who: may('allow_view_animations'),
  summary: 'Every film of one kind that the brand shows, in order of the systems.',
  params: z.object({ lang: LanguageKey, brand: PathId, videoType: VideoType }),
  reply: z.array(FilmTile),
})

export const newParts = endpoint({
  method: 'GET',
  path: '/newParts/:user/:site/:brand/:type/:lang',
  who: may('allow_view_animations'),
  summary: 'The new films of one kind, newest first.',
  params: z.object({ user: PathId, site: PathId, brand: PathId, type: VideoType, lang: LanguageKey }),
  reply: z.array(FilmTile),
})

/** Serves the literal `/2/generic/l/en_US` too: `generic` is the site's own brand, `l` and `r` are sides. */
export const getNewAnimations = endpoint({
  method: 'GET',
  path: '/getNewAnimations/:id/:brand/:driverside/:locale',
  who: may('allow_view_animations'),
  summary: 'The new films of both kinds, newest first. The web site is that of the host name; the id chooses nothing.',
  params: z.object({
    id: PathId,
    brand: z.union([z.literal('generic'), PathId]),
    driverside: z.union([DriverSide, z.literal('l'), z.literal('r')]),
    locale: LanguageKey,
  }),
  reply: z.array(FilmTile),
})
