import { z } from 'zod'
import { endpoint, jsonParam, may } from '../../endpoint.ts'
import { DriverSide, Flag, Id, LangId, LanguageKey, PartId, PathId, VideoType } from '../../fields.ts'
import { FilmTile } from '../catalogue/tiles.ts'

/** Single facts of a film, for pages and other programs that do not need all film details. */

const partNotFound = ['Part no found'] as const

export const FilmLanguage = z.object({ language_id: Id, language_code: z.string(), name: z.string() })
export type FilmLanguage = z.infer<typeof FilmLanguage>

export const getNarratedPartId = endpoint({
  method: 'GET',
  path: '/getNarratedPartId/:part_id',
  who: may('allow_view_animations'),
  summary: 'Returns the narrated film of a part, by the id of either of its films; null if there is none.',
  fails: partNotFound,
  params: z.object({ part_id: PartId }),
  reply: z.object({ equivalent_narrated_part_id: PartId.nullable() }),
})

export const getNarratedPartLanguage = endpoint({
  method: 'GET',
  path: '/getNarratedPartLanguage/:site/:part',
  who: may('allow_view_animations'),
  site: 'site',
  summary: 'Returns the languages of the site with a narration of a film.',
  fails: [...partNotFound, 'Videos Are Not Available'],
  params: z.object({ site: PathId, part: PartId }),
  reply: z.array(FilmLanguage),
})

export const checkAllAvailableMP4AV = endpoint({
  method: 'GET',
  path: '/checkAllAvailableMP4AV/:part_id/:web_site_id/:brand_id/:driverside/:language_id/:video_url/:tag_name',
  who: may('allow_view_animations'),
  site: 'web_site_id',
  summary: 'Returns the languages with a film file. The URL in the path is ignored: files are found by part.',
  fails: partNotFound,
  params: z.object({
    part_id: PartId,
    web_site_id: PathId,
    brand_id: PathId,
    driverside: DriverSide,
    language_id: LanguageKey,
    video_url: z.string().max(2000),
    tag_name: z.string().max(300),
  }),
  reply: z.object({ available_lang: z.array(FilmLanguage) }),
})

export const getNarratedVideoUrl = endpoint({
  method: 'GET',
  path: '/getNarratedVideoUrl/:json',
  who: may('allow_view_animations'),
  site: 'web_site_id',
  summary: 'Returns the plain MP4 file of a narrated film in a language; null if there is no narration in it.',
  fails: partNotFound,
  params: z.object({ json: jsonParam(z.object({ part_id: PartId, lang_id: LangId, web_site_id: Id.optional() })) }),
  reply: z.object({ narratedVideoUrl: z.string().nullable() }),
})

export const getPlayAnimationVideo = endpoint({
  method: 'GET',
  path: '/getPlayAnimationVideo/:json',
  who: may('allow_view_animations'),
  summary: 'Returns the plain source of a film, which the player tries when the streams fail.',
  fails: partNotFound,
  params: z.object({ json: jsonParam(z.object({ part_id: PartId, brand_id: Id, lang_id: LangId })) }),
  reply: z.object({ partsNarrated: z.object({ video_url: z.string().nullable() }) }),
})

export const getVideoInfo = endpoint({
  method: 'GET',
  path: '/getVideoInfo/:json',
  who: may('allow_view_animations'),
  summary: 'Returns the URLs of a film, its streams and its poster, in a language or else in a second one.',
  fails: partNotFound,
  params: z.object({
    json: jsonParam(z.object({ part_id: PartId, lang_id: LangId, default_lang_id: LangId.optional(), brand: Id })),
  }),
  reply: z.object({
    language_id: Id,
    video_url: z.string().nullable(),
    video_url_hls: z.string().nullable(),
    video_url_dash: z.string().nullable(),
    image_url: z.string().nullable(),
  }),
})

export const getPartDetails = endpoint({
  method: 'GET',
  path: '/getPartDetails/:part/:lang',
  who: may('allow_view_animations'),
  summary: 'Returns name, keywords and description of a part in a language.',
  fails: partNotFound,
  params: z.object({ part: PartId, lang: LanguageKey }),
  reply: z.object({
    part_id: PartId,
    part_name: z.string(),
    tag_name: z.string(),
    video_type: VideoType,
    keywords: z.array(z.string()),
    description: z.string(),
    isNew: Flag,
  }),
})

export const getRelatedNarratedList = endpoint({
  method: 'GET',
  path: '/getRelatedNarratedList/:part/:brand/:driverside/:lang',
  who: may('allow_view_animations'),
  summary: 'Returns the narrated films related to a film, as its page lists them.',
  fails: partNotFound,
  params: z.object({ part: PartId, brand: PathId, driverside: DriverSide, lang: LanguageKey }),
  reply: z.array(FilmTile),
})

export const getCaptions = endpoint({
  method: 'GET',
  path: '/getCaptions/:web_site/:part_id/:lang',
  who: may('allow_view_animations'),
  site: 'web_site',
  summary: 'Returns the URL of the captions of a film in a language; null if there are none.',
  fails: partNotFound,
  params: z.object({ web_site: PathId, part_id: PartId, lang: LanguageKey }),
  reply: z.object({ url: z.string().nullable() }),
})

export const getAllCaptions = endpoint({
  method: 'GET',
  path: '/getAllCaptions/:web_site/:lang',
  who: may('allow_view_animations'),
  site: 'web_site',
  summary: 'Returns the films of the site with captions in a language, with their URLs.',
  params: z.object({ web_site: PathId, lang: LanguageKey }),
  reply: z.array(z.object({ part_id: PartId, url: z.string() })),
})
