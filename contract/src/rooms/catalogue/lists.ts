import { z } from 'zod'
import { endpoint, may, unscoped } from '../../endpoint.ts'
import { DriverSide, LanguageKey, PathId, VideoType } from '../../fields.ts'
import { FilmTile } from './tiles.ts'

/** Flat lists of films: all of a kind, and what is new. */

export const getAllAnimations = endpoint({
  method: 'GET',
  path: '/getAllAnimations/:lang/:brand/:videoType',
  who: may('allow_view_animations'),
  summary: 'Returns every film of one kind that the brand shows, in order of the systems.',
  params: z.object({ lang: LanguageKey, brand: PathId, videoType: VideoType }),
  reply: z.array(FilmTile),
})

export const newParts = endpoint({
  method: 'GET',
  path: '/newParts/:user/:site/:brand/:type/:lang',
  who: may('allow_view_animations'),
  actsFor: 'user',
  site: 'site',
  summary: 'Returns the films of one kind that were added in the last 30 days, newest first.',
  params: z.object({ user: PathId, site: PathId, brand: PathId, type: VideoType, lang: LanguageKey }),
  reply: z.array(FilmTile),
})

/** Also serves the literal `/2/generic/l/en_US`: `generic` is the site's own brand. */
export const getNewAnimations = endpoint({
  method: 'GET',
  path: '/getNewAnimations/:id/:brand/:driverside/:locale',
  who: may('allow_view_animations'),
  owns: { id: unscoped('chooses nothing: the web site is that of the host name') },
  summary:
    'Returns the films of both kinds that were added in the last 30 days, newest first. The host name determines the web site; the id is ignored.',
  params: z.object({
    id: PathId,
    brand: z.union([z.literal('generic'), PathId]),
    driverside: DriverSide,
    locale: LanguageKey,
  }),
  reply: z.array(FilmTile),
})
