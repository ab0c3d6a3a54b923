import { z } from 'zod'
import { endpoint, may, notAudited } from '../../endpoint.ts'
import { DriverSide, Flag, LanguageKey, PartId, PathId, VideoType } from '../../fields.ts'
import { FilmTile, MainSystem, SubSystem } from './tiles.ts'

/** Systems, sub-systems and parts, and the vehicles on which they are found. */

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
  actsFor: 'user',
  summary: 'Systems, their sub-systems and every film of the brand, in a language.',
  params: z.object({ user: PathId, lang: LanguageKey, brand: PathId, driverside: DriverSide }),
  reply: Hierarchy,
})

/** A spot on a picture that leads to a film; x and y are shares of the picture's width and height. */
export const VehicleHotspot = z.object({ hotspot_id: z.string(), part_id: PartId, x: z.number(), y: z.number() })
export type VehicleHotspot = z.infer<typeof VehicleHotspot>

export const VehicleImage = z.object({ image_url: z.string(), hotspots: z.array(VehicleHotspot) })
export type VehicleImage = z.infer<typeof VehicleImage>

export const VehicleView = z.object({
  /** What can stand on the turntable for this brand; empty where there are no pictures. */
  vehicles: z.array(z.object({ vehicle: z.string(), vehicle_name: z.string() })),
  /** The one that is shown; empty when there is none. */
  vehicle: z.string(),
  /** A full turn: image 1 is straight from ahead, then the nose goes to the right of the picture. */
  images: z.array(VehicleImage),
  /** Stills beside the turntable, under the names that web_site.vehicle_layout_view has for them. */
  layouts: z.object({ front_view: VehicleImage, other: VehicleImage, top_view: VehicleImage }).nullable(),
  /** The films that the hotspots lead to, the most important first. */
  films: z.array(FilmTile),
})
export type VehicleView = z.infer<typeof VehicleView>

export const getVehicleImages = endpoint({
  method: 'GET',
  path: '/getVehicleImages/:user/:lang/:brand/:driverside/:vehicle?',
  who: may('allow_view_animations'),
  actsFor: 'user',
  summary:
    'The 360 view of a vehicle: pictures, and the spots on each that lead to films. Without a vehicle the first.',
  params: z.object({
    user: PathId,
    lang: LanguageKey,
    brand: PathId,
    driverside: DriverSide,
    vehicle: z
      .string()
      .regex(/^[a-z]{1,40}$/)
      .optional(),
  }),
  reply: VehicleView,
})

/** Why a film was found: one of its texts, or the words of its system. */
export const SearchMatch = z.object({
  kind: z.enum(['name', 'code', 'keyword', 'symptom', 'system']),
  text: z.string(),
  /** Start and end of what matched in `text`, in UTF-16 units. */
  marks: z.array(z.tuple([z.int(), z.int()])),
  /** 1 where a word was taken for another one of nearly the same spelling. */
  is_typo: Flag,
  /** Films that carry this text. */
  films: z.int(),
})
export type SearchMatch = z.infer<typeof SearchMatch>

export const FoundFilm = FilmTile.extend({
  system_name: z.string(),
  /** The best first, at least one. */
  matches: z.array(SearchMatch),
})
export type FoundFilm = z.infer<typeof FoundFilm>

/** No answer is longer. */
export const mostFound = 50

export const getSearchedResults = endpoint({
  method: 'POST',
  path: '/getSearchedResults',
  who: may('allow_view_animations'),
  audit: notAudited('reads only'),
  summary:
    'Films by name, trouble code, keyword or symptom, the best first, for the brand and driver side of the site. One entry a part: its film of the wanted type, else the other. A blank keyword finds nothing.',
  body: z.object({
    keyword: z.string().max(200),
    /** Spelt so on the wire. */
    langaudeId: z.union([z.int().min(0).transform(String), LanguageKey]),
    video_type: VideoType,
  }),
  reply: z.array(FoundFilm),
})

export const getCommonSymptoms = endpoint({
  method: 'GET',
  path: '/getCommonSymptoms/:lang',
  who: may('allow_view_animations'),
  summary:
    'A few symptoms to begin a search with, in a language: of each system those that most films of the brand explain.',
  params: z.object({ lang: LanguageKey }),
  reply: z.array(z.string()),
})
