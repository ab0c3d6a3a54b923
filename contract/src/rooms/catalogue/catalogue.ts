import { z } from 'zod'
import { endpoint, may, notAudited } from '../../endpoint.ts'
import { DriverSide, Flag, Id, LanguageKey, PartId, PathId, VideoType } from '../../fields.ts'
import { FilmTile, MainSystem, SubSystem } from './tiles.ts'

/** Systems, sub-systems and parts, and the vehicles that show them. */

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
  summary: 'Returns systems, their sub-systems and every film of the brand, in a language.',
  params: z.object({ user: PathId, lang: LanguageKey, brand: PathId, driverside: DriverSide }),
  reply: Hierarchy,
})

/** A hotspot on a picture that links to a film; x and y are fractions of the picture's width and height. */
export const VehicleHotspot = z.object({
  hotspot_id: z.string(),
  part_id: PartId,
  /** The place that it belongs to: an entry of `places`. */
  place: z.string(),
  x: z.number(),
  y: z.number(),
})
export type VehicleHotspot = z.infer<typeof VehicleHotspot>

export const VehicleImage = z.object({ image_url: z.string(), hotspots: z.array(VehicleHotspot) })
export type VehicleImage = z.infer<typeof VehicleImage>

export const VehicleView = z.object({
  /** The vehicles of the turntable for this brand; empty if there are no pictures. */
  vehicles: z.array(z.object({ vehicle: z.string(), vehicle_name: z.string() })),
  /** The id of the shown vehicle; empty if there is none. */
  vehicle: z.string(),
  /** A full turn: image 1 is the front view, then the nose turns to the right of the picture. */
  images: z.array(VehicleImage),
  /** Stills beside the turntable, under the names of web_site.vehicle_layout_view. */
  layouts: z.object({ front_view: VehicleImage, other: VehicleImage, top_view: VehicleImage }).nullable(),
  /** The films that the hotspots link to, the most important first. */
  films: z.array(FilmTile),
  /** The hotspots by place of the vehicle, such as the front brake, with all films about it; the most important first. */
  places: z.array(z.object({ place: z.string(), place_name: z.string(), films: z.array(FilmTile) })),
})
export type VehicleView = z.infer<typeof VehicleView>

export const getVehicleImages = endpoint({
  method: 'GET',
  path: '/getVehicleImages/:user/:lang/:brand/:driverside/:vehicle?',
  who: may('allow_view_animations'),
  actsFor: 'user',
  summary: 'Returns the 360 view of a vehicle, by default the first: pictures, and their hotspots that link to films.',
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

/** The reason that a film was found: one of its texts, or the words of its system. */
export const SearchMatch = z.object({
  kind: z.enum(['name', 'code', 'keyword', 'symptom', 'system']),
  text: z.string(),
  /** The language of `text`. */
  language_id: Id,
  /** Start and end of the matches in `text`, in UTF-16 units; none for a match that required typo correction. */
  marks: z.array(z.tuple([z.int(), z.int()])),
  /** 1 if the match required typo correction. */
  is_typo: Flag,
  /** Number of films with this text. */
  films: z.int(),
})
export type SearchMatch = z.infer<typeof SearchMatch>

export const FoundFilm = FilmTile.extend({
  system_name: z.string(),
  /** The best first, at least one. */
  matches: z.array(SearchMatch),
})
export type FoundFilm = z.infer<typeof FoundFilm>

/** The maximum number of results. */
export const mostFound = 50

export const getSearchedResults = endpoint({
  method: 'POST',
  path: '/getSearchedResults',
  who: may('allow_view_animations'),
  audit: notAudited('reads only'),
  summary:
    'Finds films by name, trouble code, keyword or symptom, the best first, for the brand and driver side of the site. Returns one film per part: that of the requested type, else the other. Films that only the texts of another language of the site find come after those of the requested one, and films that require typo correction come last. A blank keyword finds nothing.',
  body: z.object({
    keyword: z.string().max(200),
    /** The misspelling is part of the wire format. */
    langaudeId: z.union([z.int().min(0).transform(String), LanguageKey]),
    video_type: VideoType,
  }),
  reply: z.array(FoundFilm),
})

export const getCommonSymptoms = endpoint({
  method: 'GET',
  path: '/getCommonSymptoms/:lang',
  who: may('allow_view_animations'),
  summary: 'Returns suggested symptoms in a language: for each system those that most films of the brand explain.',
  params: z.object({ lang: LanguageKey }),
  reply: z.array(z.string()),
})
