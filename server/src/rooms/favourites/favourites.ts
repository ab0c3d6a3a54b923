import type { contract } from '@cutaway/contract'
import type { Caller } from '../../core/auth/caller.ts'
import type { Db } from '../../core/db/database.ts'
import { answer, type Handlers } from '../../core/http/endpoints.ts'
import { badRequest, fail, HttpRefusal, notFound } from '../../core/http/errors.ts'
import type { Site } from '../../core/tenancy.ts'
import { brandOf } from '../catalogue/brands.ts'
import type { Film, Library } from '../catalogue/library/library.ts'
import { isShownFor, mayPlay, tileOf } from '../catalogue/tiles.ts'
import {
  deleteFavourite,
  deleteFavouriteById,
  findFavourite,
  findFavourites,
  findLists,
  insertFavourite,
  lockLists,
  writeOrder,
  type FavouriteList,
} from './favourites.queries.ts'
import { reordered } from './rules.ts'

/** Favourites of users. Whoever may act for a user may also see and change the user's favourites. */
export function favouriteHandlers(library: Library): Handlers<typeof contract.favourites> {
  /** The films that a caller can see of a brand: a touch screen has interactive ones only with a right of its own. */
  function filmsFor(caller: Caller, site: Site, brandId: number): Film[] {
    const { vehicle_kind: kind } = brandOf(site, brandId)
    return library.films.filter((film) => isShownFor(film, kind, site.driverside) && mayPlay(caller, film.kind))
  }

  function filmFor(caller: Caller, site: Site, brandId: number, partId: string): Film {
    const film = library.film(partId)
    return film && filmsFor(caller, site, brandId).includes(film) ? film : fail('Part no found')
  }

  return {
    getAddedFavoutites: async ({ params, caller, site, db }) => {
      const list = await listOf(caller, site, params.user_id, params.brand)
      return findFavourites(db, site, list)
    },

    favouriteAnimations: async ({ params, caller, site, siteOf, services, db }) => {
      if (siteOf(params.web_site_id) !== site) notFound()
      const list = await listOf(caller, site, params.user_id, params.brand)
      const language = services.sites.language(params.lang) ?? notFound()
      const shown = new Map(filmsFor(caller, site, list.brand_id).map((film) => [film.partId, film]))
      const now = services.clock.now()
      const favourites = await findFavourites(db, site, list)
      return favourites.flatMap(({ id, part_id, sequence_no }) => {
        const film = shown.get(part_id)
        if (film?.kind !== params.videoType) return []
        return { ...tileOf(film, language.language_code, now), id, sequence_no }
      })
    },

    getAnimationsForFavourite: async ({ params, caller, site, services }) => {
      const { brand_id } = await listOf(caller, site, params.user_id, params.brand ?? 0)
      const wanted = params.lang ?? String(caller.user.language_id ?? site.default_lang_id)
      const language = services.sites.language(wanted) ?? notFound()
      const now = services.clock.now()
      return filmsFor(caller, site, brand_id).map((film) => tileOf(film, language.language_code, now))
    },

    addFavoutites: async ({ body: { user_id, brand_id, item }, caller, site, db }) => {
      const list = await listOf(caller, site, user_id, brand_id)
      const film = filmFor(caller, site, list.brand_id, item.part_id)
      await lockLists(db, site, list.user_id)
      const added = (await insertFavourite(db, site, list, film.partId)) ?? fail('favourite_already_added')
      if (item.sequence_no === undefined) return answer(added, { message: 'favourite_added' })
      const position = { id: added.id, sequence_no: item.sequence_no }
      await writeOrder(db, site, reordered(await findFavourites(db, site, list), [position]))
      const placed = (await findFavourite(db, site, list, film.partId)) ?? added
      return answer(placed, { message: 'favourite_added' })
    },

    deleteFavoutites: async ({ params, caller, site, db }) => {
      await listOfFavourites(caller, site, db, [params.id])
      const gone = (await deleteFavouriteById(db, site, params.id)) ?? notFound()
      return answer(gone, { message: 'favourite_removed' })
    },

    changeFavoutitiesPosition: async ({ body, caller, site, db }) => {
      const ids = new Set(body.map(({ id }) => id))
      if (ids.size !== body.length) badRequest()
      const list = await listOfFavourites(caller, site, db, [...ids])
      await lockLists(db, site, list.user_id)
      await writeOrder(db, site, reordered(await findFavourites(db, site, list), body))
      return findFavourites(db, site, list)
    },

    setFavouriteAnimation: async ({ body, caller, site, siteOf, db }) => {
      if (body.web_site_id !== undefined && siteOf(body.web_site_id) !== site) notFound()
      const list = await listOf(caller, site, body.user_id, body.brand_id)
      const film = filmFor(caller, site, list.brand_id, body.part_id)
      await lockLists(db, site, list.user_id)
      const favourite =
        (await insertFavourite(db, site, list, film.partId)) ?? (await findFavourite(db, site, list, film.partId))
      return answer({ isFavourite: 1, id: favourite?.id ?? null }, { message: 'favourite_added' })
    },

    deleteFavouriteAnimation: async ({ params: { json }, caller, site, siteOf, db }) => {
      if (json.web_site_id !== undefined && siteOf(json.web_site_id) !== site) notFound()
      const list = await listOf(caller, site, json.user_id, json.brand_id)
      // A film that has left the library can still be taken from the list.
      await deleteFavourite(db, site, list, library.film(json.part_id)?.partId ?? json.part_id)
      return answer({ isFavourite: 0, id: null }, { message: 'favourite_removed' })
    },

    checkFavouriteAnimation: async ({ params, caller, site, siteOf, db }) => {
      if (siteOf(params.web_site_id) !== site) notFound()
      const list = await listOf(caller, site, params.user_id, params.brand ?? 0)
      const partId = library.film(params.part_id)?.partId ?? params.part_id
      const found = await findFavourite(db, site, list, partId)
      return { isFavourite: found ? 1 : 0, id: found?.id ?? null }
    },
  }
}

async function listOf(caller: Caller, site: Site, userId: number, brandId: number): Promise<FavouriteList> {
  const { brand_id } = brandOf(site, brandId)
  return { user_id: await caller.mayActFor(userId), brand_id }
}

/** The one list that all of the favourites are in. Missing ones and those of people out of reach are answered alike. */
async function listOfFavourites(caller: Caller, site: Site, db: Db, ids: readonly number[]): Promise<FavouriteList> {
  const lists = await findLists(db, site, ids)
  if (lists.reduce((sum, { favourites }) => sum + favourites, 0) !== ids.length) notFound()
  for (const { user_id } of lists) {
    try {
      await caller.mayActFor(user_id)
    } catch (error) {
      if (error instanceof HttpRefusal) notFound()
      throw error
    }
  }
  const [list, another] = lists
  if (!list || another) badRequest()
  return list
}
