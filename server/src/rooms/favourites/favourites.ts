import type * as contract from '@cutaway/contract/rooms/favourites.ts'
import type { Caller } from '../../core/auth/caller.ts'
import { answer, type Handlers } from '../../core/http/endpoints.ts'
import { badRequest, fail, notFound } from '../../core/http/errors.ts'
import type { Owner, RecordLoader } from '../../core/scope.ts'
import type { Site } from '../../core/tenancy.ts'
import { brandOf } from '../catalogue/brands.ts'
import type { Film, Library } from '../catalogue/library/library.ts'
import { isShownFor, mayPlay, tileOf, tilesOf } from '../catalogue/tiles.ts'
import {
  deleteFavourite,
  deleteFavouriteById,
  findFavourite,
  findFavourites,
  findFavouritesById,
  insertFavourite,
  lockLists,
  writeOrder,
  type FavouriteRow,
} from './favourites.queries.ts'
import { reordered } from './rules.ts'

declare module '../../core/scope.ts' {
  interface RecordKinds {
    favourite: FavouriteRow
  }
}

export const favouriteRecords: RecordLoader<FavouriteRow> = { find: findFavouritesById, idOf: ({ id }) => id }

/** The favourites of users. A caller who may act for a user may also read and change the user's favourites. */
export const favourites: Handlers<typeof contract> = {
  getAddedFavoutites: async ({ params, owner, site, db }) => {
    const list = listOf(owner, site, params.brand)
    return findFavourites(db, site, list)
  },

  favouriteAnimations: async ({ params, owner, caller, site, services, db }) => {
    const list = listOf(owner, site, params.brand)
    const language = services.sites.language(params.lang) ?? notFound()
    const shown = new Map(filmsFor(services.library, caller, site, list.brand_id).map((film) => [film.partId, film]))
    const now = services.clock.now()
    const marked = await findFavourites(db, site, list)
    return marked.flatMap(({ id, part_id, sequence_no }) => {
      const film = shown.get(part_id)
      if (film?.kind !== params.videoType) return []
      return { ...tileOf(film, language.language_code, now), id, sequence_no }
    })
  },

  getAnimationsForFavourite: ({ params, owner, caller, site, services }) => {
    const { brand_id } = listOf(owner, site, params.brand ?? 0)
    const wanted = params.lang ?? String(caller.user.language_id ?? site.default_lang_id)
    const language = services.sites.language(wanted) ?? notFound()
    const now = services.clock.now()
    return tilesOf(filmsFor(services.library, caller, site, brand_id), language.language_code, now)
  },

  addFavoutites: async ({ body: { brand_id, item }, owner, caller, site, db, services, audit }) => {
    const list = listOf(owner, site, brand_id)
    const film = filmFor(services.library, caller, site, list.brand_id, item.part_id)
    await lockLists(db, site, list.user_id)
    const added = (await insertFavourite(db, site, list, film.partId)) ?? fail('favourite_already_added')
    audit({ target: { kind: 'favourite', id: added.id }, after: added })
    if (item.sequence_no === undefined) return answer(added, { message: 'favourite_added' })
    const position = { id: added.id, sequence_no: item.sequence_no }
    await writeOrder(db, site, reordered(await findFavourites(db, site, list), [position]))
    const placed = (await findFavourite(db, site, list, film.partId)) ?? added
    return answer(placed, { message: 'favourite_added' })
  },

  deleteFavoutites: async ({ owned, site, db, audit }) => {
    const { id } = owned.id
    const gone = (await deleteFavouriteById(db, site, id)) ?? notFound()
    audit({ before: gone })
    return answer(gone, { message: 'favourite_removed' })
  },

  changeFavoutitiesPosition: async ({ body, owned, site, db, audit }) => {
    if (new Set(body.map(({ id }) => id)).size !== body.length) badRequest()
    const [list] = owned.id
    const isOneList = owned.id.every((one) => one.user_id === list?.user_id && one.brand_id === list.brand_id)
    if (!list || !isOneList) badRequest()
    await lockLists(db, site, list.user_id)
    const before = await findFavourites(db, site, list)
    await writeOrder(db, site, reordered(before, body))
    const after = await findFavourites(db, site, list)
    const { user_id, brand_id } = list
    audit({
      target: { kind: 'user', id: user_id },
      before: { brand_id, order: orderOf(before) },
      after: { brand_id, order: orderOf(after) },
    })
    return after
  },

  setFavouriteAnimation: async ({ body, owner, caller, site, db, services, audit }) => {
    const list = listOf(owner, site, body.brand_id)
    const film = filmFor(services.library, caller, site, list.brand_id, body.part_id)
    await lockLists(db, site, list.user_id)
    const added = await insertFavourite(db, site, list, film.partId)
    audit(added ? { target: { kind: 'favourite', id: added.id }, after: added } : false)
    const favourite = added ?? (await findFavourite(db, site, list, film.partId))
    return answer({ isFavourite: 1, id: favourite?.id ?? null }, { message: 'favourite_added' })
  },

  deleteFavouriteAnimation: async ({ params: { json }, owner, site, db, services, audit }) => {
    const list = listOf(owner, site, json.brand_id)
    // A film that is no longer in the library can still be removed from the list.
    const gone = await deleteFavourite(db, site, list, services.library.film(json.part_id)?.partId ?? json.part_id)
    audit(gone ? { target: { kind: 'favourite', id: gone.id }, before: gone } : false)
    return answer({ isFavourite: 0, id: null }, { message: 'favourite_removed' })
  },

  checkFavouriteAnimation: async ({ params, owner, site, db, services: { library } }) => {
    const list = listOf(owner, site, params.brand ?? 0)
    const partId = library.film(params.part_id)?.partId ?? params.part_id
    const found = await findFavourite(db, site, list, partId)
    return { isFavourite: found ? 1 : 0, id: found?.id ?? null }
  },
}

/**
 * Returns the films of a brand that a caller can see: a touch screen gets interactive films only with a separate right.
 */
function filmsFor(library: Library, caller: Caller, site: Site, brandId: number): Film[] {
  const { vehicle_kind: kind } = brandOf(site, brandId)
  return library.films.filter((film) => isShownFor(film, kind, site.driverside) && mayPlay(caller, film.kind))
}

function filmFor(library: Library, caller: Caller, site: Site, brandId: number, partId: string): Film {
  const film = library.film(partId)
  return film && filmsFor(library, caller, site, brandId).includes(film) ? film : fail('Part no found')
}

const listOf = ({ user_id }: Owner, site: Site, brandId: number) => ({
  user_id,
  brand_id: brandOf(site, brandId).brand_id,
})

const orderOf = (list: readonly { id: number }[]) => list.map(({ id }) => id)
