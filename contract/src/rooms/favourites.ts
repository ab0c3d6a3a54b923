import { z } from 'zod'
import { endpoint, jsonParam, may, ownSite } from '../endpoint.ts'
import { DriverSide, Flag, Id, LanguageKey, PartId, PathId, VideoType } from '../fields.ts'
import { FilmTile } from './catalogue/tiles.ts'

/** The films that a user marked, in the user's own order; a separate list for each user and brand. */

export const Favourite = z.object({
  id: Id,
  part_id: PartId,
  /** Position in the list, from 1. Numbers may be missing after a removal. */
  sequence_no: z.int(),
})
export type Favourite = z.infer<typeof Favourite>

/** A favourite as a tile in a list of films. */
export const FavouriteFilm = FilmTile.extend({ id: Id, sequence_no: z.int() })
export type FavouriteFilm = z.infer<typeof FavouriteFilm>

/** The favourite state of a film; `id` is that of the favourite. */
export const FavouriteState = z.object({ isFavourite: Flag, id: Id.nullable() })
export type FavouriteState = z.infer<typeof FavouriteState>

/** The maximum number of favourites in one change of positions. */
const mostPositions = 2000

/**
 * The payload of the star. User, brand and part identify the favourite. The call itself determines whether the film is
 * added or removed; the other fields are those of older clients and are ignored.
 */
const Toggle = z.object({
  user_id: Id,
  brand_id: Id,
  part_id: PartId,
  driverside: DriverSide.optional(),
  web_site_id: Id.optional(),
  boolFavourite: z.union([z.boolean(), Flag]).optional(),
  video_type: VideoType.optional(),
})

export const getAddedFavoutites = endpoint({
  method: 'GET',
  path: '/getAddedFavoutites/:user_id/:brand',
  who: may('allow_favourite'),
  actsFor: 'user_id',
  summary: 'Returns the favourites of a user for a brand, of both kinds of film, in their order.',
  params: z.object({ user_id: PathId, brand: PathId }),
  reply: z.array(Favourite),
})

export const favouriteAnimations = endpoint({
  method: 'GET',
  path: '/favouriteAnimations/:user_id/:web_site_id/:brand/:videoType/:lang',
  who: may('allow_favourite'),
  actsFor: 'user_id',
  site: ownSite('web_site_id'),
  summary: 'Returns the favourites of a user as films of one kind, in their order and in a language.',
  params: z.object({ user_id: PathId, web_site_id: PathId, brand: PathId, videoType: VideoType, lang: LanguageKey }),
  reply: z.array(FavouriteFilm),
})

export const getAnimationsForFavourite = endpoint({
  method: 'GET',
  path: '/getAnimationsForFavourite/:user_id/:brand?/:lang?',
  who: may('allow_favourite'),
  actsFor: 'user_id',
  summary: 'Returns candidates for favourites, current ones included. Defaults: the site’s brand, the user’s language.',
  params: z.object({ user_id: PathId, brand: PathId.optional(), lang: LanguageKey.optional() }),
  reply: z.array(FilmTile),
})

export const addFavoutites = endpoint({
  method: 'POST',
  path: '/addFavoutites',
  who: may('allow_favourite'),
  actsFor: 'user_id',
  audit: { action: 'favourite.add' },
  summary: 'Adds a film to the favourites: at the end, or before the favourite that has the given sequence_no.',
  body: z.object({
    user_id: Id,
    brand_id: Id,
    item: z.object({ part_id: PartId, sequence_no: z.int().min(1).max(mostPositions).optional() }),
  }),
  fails: ['Part no found', 'favourite_already_added'],
  reply: Favourite,
})

export const deleteFavoutites = endpoint({
  method: 'DELETE',
  path: '/deleteFavoutites/:id',
  who: may('allow_favourite'),
  owns: { id: 'favourite' },
  audit: { action: 'favourite.delete' },
  summary: 'Removes a favourite and returns it.',
  params: z.object({ id: PathId }),
  reply: Favourite,
})

export const changeFavoutitiesPosition = endpoint({
  method: 'PUT',
  path: '/changeFavoutitiesPosition',
  who: may('allow_favourite'),
  owns: { id: 'favourite' },
  audit: { action: 'favourite.arrange' },
  summary: 'Moves favourites of one list to new positions and returns the whole list, numbered from 1.',
  body: z
    .array(z.object({ id: Id, sequence_no: z.int().min(1).max(mostPositions) }))
    .min(1)
    .max(mostPositions),
  reply: z.array(Favourite),
})

export const setFavouriteAnimation = endpoint({
  method: 'POST',
  path: '/setFavouriteAnimation',
  who: may('allow_favourite'),
  actsFor: 'user_id',
  site: ownSite('web_site_id'),
  audit: { action: 'favourite.add' },
  summary: 'Makes a film a favourite. An existing favourite keeps its position in the list.',
  body: Toggle,
  fails: ['Part no found'],
  reply: FavouriteState,
})

export const deleteFavouriteAnimation = endpoint({
  method: 'DELETE',
  path: '/deleteFavouriteAnimation/:json',
  who: may('allow_favourite'),
  actsFor: 'user_id',
  site: ownSite('web_site_id'),
  audit: { action: 'favourite.delete' },
  summary: 'Removes a film from the favourites, if it is one.',
  params: z.object({ json: jsonParam(Toggle) }),
  reply: FavouriteState,
})

export const checkFavouriteAnimation = endpoint({
  method: 'GET',
  path: '/checkFavouriteAnimation/:user_id/:part_id/:web_site_id/:brand?',
  who: may('allow_favourite'),
  actsFor: 'user_id',
  site: ownSite('web_site_id'),
  summary: 'Returns whether a film is a favourite of a user for a brand; the default is the site’s own brand.',
  params: z.object({ user_id: PathId, part_id: PartId, web_site_id: PathId, brand: PathId.optional() }),
  reply: FavouriteState,
})
