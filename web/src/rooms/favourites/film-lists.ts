import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { newParts } from '@cutaway/contract/rooms/catalogue/lists.ts'
import type { VideoType } from '@cutaway/contract/fields.ts'
import { favouriteAnimations } from '@cutaway/contract/rooms/favourites.ts'
import { UserHistory } from '@cutaway/contract/rooms/player/tracking.ts'
import type { Icon } from '@tabler/icons-react'
import { IconHistory, IconSparkles, IconStar } from '@tabler/icons-react'
import { call } from '../../core/api.ts'
import { flush } from '../../core/offline-queue.ts'
import { paths } from '../../paths.ts'
import { filmsOfFavourites } from './useFavourites.ts'

/** Defines the flat film lists of one page, by path. A new list is a new entry. */

export interface ListScope {
  user: number
  site: number
  brand: number
  type: VideoType
  lang: string
}

/** A film of a list; a film of the history has the time of viewing. */
export type ListedFilm = FilmTile & { viewed_date?: string }

export interface FilmList {
  /** Message keys. */
  title: string
  notLoaded: string
  emptyTitle: string
  empty: string
  /** Shown instead of `empty` if the list has films of the other kind only. */
  otherKind?: string
  icon: Icon
  /** Path of the page that arranges the list. */
  arrange?: string
  /** Cache key of the list. */
  key: string
  /** Changes through actions elsewhere, so it is refetched each time the list is opened. */
  isFresh?: true
  /** Every film is new, so none is marked. */
  isAllNew?: true
  fetch: (scope: ListScope, signal: AbortSignal) => Promise<readonly ListedFilm[]>
}

export const filmLists: Record<string, FilmList> = {
  [paths.favourites]: {
    title: 'nav_favourites',
    notLoaded: 'favourites_not_loaded',
    emptyTitle: 'favourites_empty_title',
    empty: 'favourites_empty',
    otherKind: 'favourites_other_kind',
    icon: IconStar,
    arrange: paths.favouritesSettings,
    key: filmsOfFavourites,
    fetch: ({ user, site, brand, type, lang }, signal) =>
      call(favouriteAnimations, { params: { user_id: user, web_site_id: site, brand, videoType: type, lang }, signal }),
  },
  [paths.history]: {
    title: 'nav_history',
    notLoaded: 'history_not_loaded',
    emptyTitle: 'history_empty_title',
    empty: 'history_empty',
    icon: IconHistory,
    key: 'history',
    isFresh: true,
    fetch: async ({ user, site, brand, type, lang }, signal) => {
      // The report of the film that was just left may still be in flight.
      await flush()
      const params = { user_id: user, web_site_id: site, brand, videoType: type, lang }
      return call(UserHistory, { params, signal })
    },
  },
  [paths.newAnimations]: {
    title: 'new_films',
    notLoaded: 'films_not_loaded',
    emptyTitle: 'new_films_empty_title',
    empty: 'new_films_empty',
    icon: IconSparkles,
    key: 'new-films',
    isAllNew: true,
    fetch: (scope, signal) => call(newParts, { params: scope, signal }),
  },
}
