import { z } from 'zod'
import { customVideoSource } from '../../custom-video.ts'
import { endpoint, may } from '../../endpoint.ts'
import { Id, PartId, PathId, Yes } from '../../fields.ts'

/** The films that a web site shows beside the library, to all its businesses. Businesses add films of their own. */

const operator = may('manage_web_sites')

/** The most films that one web site has. */
export const mostSiteFilms = 100

/** What the form of a film edits. */
export const SiteFilmFields = z.object({
  video_name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}*$/u),
  /** The URL of a video file or of a film's page, or the embed code of a player. */
  video_url: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .refine((text) => customVideoSource(text) !== null, { message: 'site_film_not_valid' })
    .meta({ example: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' }),
  /** Shown on the home page. */
  on_home: Yes,
})
export type SiteFilmFields = z.output<typeof SiteFilmFields>

export const SiteFilm = SiteFilmFields.extend({
  custom_video_id: Id,
  part_id: PartId,
  video_kind: z.enum(['file', 'link', 'embed']),
  video_url: z.string(),
  on_home: z.boolean(),
  poster_url: z.string().nullable(),
  /** Changes with each change of the film. */
  revision: z.int(),
})
export type SiteFilm = z.infer<typeof SiteFilm>

export const getSiteFilms = endpoint({
  method: 'GET',
  path: '/getSiteFilms/:web_site_id',
  who: operator,
  site: 'web_site_id',
  summary: 'Returns the films of a web site beside the library, in its order.',
  params: z.object({ web_site_id: PathId }),
  reply: z.array(SiteFilm),
})

const FilmId = z.int().min(1)

export const saveSiteFilm = endpoint({
  method: 'PUT',
  path: '/saveSiteFilm',
  who: operator,
  site: 'web_site_id',
  audit: { action: 'site_film.change' },
  summary:
    'Adds a film, or changes the one of `item`. `revision` is the one that the caller saw: if the film has changed since, the call refuses.',
  body: z.object({
    web_site_id: Id,
    item: FilmId.nullable().default(null),
    revision: z.int().default(0),
    film: SiteFilmFields,
  }),
  fails: ['site_film_changed_meanwhile', 'site_films_full'],
  reply: SiteFilm,
})

export const moveSiteFilm = endpoint({
  method: 'PUT',
  path: '/moveSiteFilm',
  who: operator,
  site: 'web_site_id',
  audit: { action: 'site_film.move' },
  summary: 'Moves a film one place up or down, and returns the films in their order.',
  body: z.object({ web_site_id: Id, item: FilmId, up: Yes }),
  reply: z.array(SiteFilm),
})

export const deleteSiteFilm = endpoint({
  method: 'POST',
  path: '/deleteSiteFilm',
  who: operator,
  site: 'web_site_id',
  audit: { action: 'site_film.delete' },
  summary: 'Deletes a film, or restores it.',
  body: z.object({ web_site_id: Id, item: FilmId, restore: Yes.default(false) }),
  fails: ['site_films_full'],
  reply: z.array(SiteFilm),
})
