import { z } from 'zod'
import { anyone, endpoint, may, ownSite, unscoped } from '../../endpoint.ts'
import { DriverSide, Flag, Id, LanguageKey, PartId, PathId, VideoType } from '../../fields.ts'
import { FilmTile, MainSystem } from './tiles.ts'

/**
 * The content of the home page beside the systems and films of the library: selected systems, news and videos of a web
 * site.
 */

export const getHomepageSystems = endpoint({
  method: 'GET',
  path: '/getHomepageSystems/:userOrSite/:lang/:brand/:driverside/:videoType?',
  who: may('allow_view_animations'),
  owns: { userOrSite: unscoped('the id of the caller or of the web site, which the handler tells apart') },
  summary:
    'Returns the systems that the web site selected for its home page, in its order, or none. The first segment is the id of the caller or of the web site. With a kind of film only systems that have such films.',
  params: z.object({
    userOrSite: PathId,
    lang: LanguageKey,
    brand: PathId,
    driverside: DriverSide,
    videoType: VideoType.optional(),
  }),
  reply: z.array(MainSystem),
})

export const getRelatedSystems = endpoint({
  method: 'GET',
  path: '/getRelatedSystems/:system/:user/:web_site/:lang/:brand/:driverside/:videoType',
  who: may('allow_view_animations'),
  actsFor: 'user',
  site: ownSite('web_site'),
  summary: 'Returns the systems whose films of one kind relate to those of a system, the closest first.',
  params: z.object({
    system: PathId,
    user: PathId,
    web_site: PathId,
    lang: LanguageKey,
    brand: PathId,
    driverside: DriverSide,
    videoType: VideoType,
  }),
  reply: z.array(MainSystem),
})

/** A narrated film as a thumbnail with a name. */
export const NarratedIcon = z.object({
  part_id: PartId,
  part_name: z.string(),
  system_id: Id,
  icon_url: z.string().nullable(),
  isNew: Flag,
})
export type NarratedIcon = z.infer<typeof NarratedIcon>

export const getNarratedAnimationIcons = endpoint({
  method: 'GET',
  path: '/getNarratedAnimationIcons/:site/:lang/:brand/:driverside',
  who: may('allow_view_animations'),
  site: ownSite('site'),
  summary: 'Returns the narrated films of the brand as thumbnails with names, in order of the systems.',
  params: z.object({ site: PathId, lang: LanguageKey, brand: PathId, driverside: DriverSide }),
  reply: z.array(NarratedIcon),
})

export const getNarratedAnimations = endpoint({
  method: 'GET',
  path: '/getNarratedAnimations/:user_id',
  who: may('allow_view_animations'),
  actsFor: 'user_id',
  summary: 'Returns the narrated films of the web site, in the language of the caller and in order of the systems.',
  params: z.object({ user_id: PathId }),
  reply: z.array(FilmTile),
})

export const NewsItem = z.object({
  news_id: Id,
  /** The item may be in the default language of the site. */
  language_code: z.string(),
  title: z.string(),
  /** Sanitised. */
  html: z.string(),
  /** The first words of the item, without markup. */
  summary: z.string(),
  link_url: z.string().nullable(),
  /** The related film, if the site shows it. */
  film: z.object({ part_id: PartId, part_name: z.string(), poster_url: z.string().nullable() }).nullable(),
  published_date: z.iso.datetime(),
})
export type NewsItem = z.infer<typeof NewsItem>

export const getNews = endpoint({
  method: 'GET',
  path: '/getNews/:web_site/:lang',
  who: anyone,
  site: ownSite('web_site'),
  summary:
    'Returns the current news of a web site in its order, at most 50. Falls back to its default language if there is none in the requested one. A touch screen in customer mode gets the news for customers only.',
  params: z.object({ web_site: PathId, lang: LanguageKey }),
  reply: z.array(NewsItem),
})

/** A video of the web site or of a business. It is not a film of the library and has a separate kind. */
export const CustomAnimation = z.object({
  part_id: PartId,
  video_name: z.string(),
  video_type: z.literal('custom'),
  /** A file of this portal, a video file elsewhere, or the embedded player of an allowed host. */
  video_kind: z.enum(['file', 'link', 'embed']),
  video_url: z.string(),
  poster_url: z.string().nullable(),
  /** Seconds; null if unknown. */
  duration: z.number().nullable(),
})
export type CustomAnimation = z.infer<typeof CustomAnimation>

export const getCustomAnimationsOnHome = endpoint({
  method: 'GET',
  path: '/getCustomAnimationsOnHome/:user/:web_site/:lang/:brand/:driverside/:videoType?',
  who: may('allow_view_animations'),
  actsFor: 'user',
  site: ownSite('web_site'),
  summary:
    'Returns the videos that the web site, or the business of a user, shows on the home page. They have no kind of film, so the last segment is ignored.',
  params: z.object({
    user: PathId,
    web_site: PathId,
    lang: LanguageKey,
    brand: PathId,
    driverside: DriverSide,
    videoType: VideoType.optional(),
  }),
  reply: z.array(CustomAnimation),
})
