import type * as contract from '@cutaway/contract/rooms/catalogue/lists.ts'
import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import type { VideoType } from '@cutaway/contract/fields.ts'
import type { Caller } from '../../core/auth/caller.ts'
import type { Handlers } from '../../core/http/endpoints.ts'
import { notFound } from '../../core/http/errors.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { brandOf } from './brands.ts'
import type { Film } from './library/library.ts'
import { isShownFor, mayPlay, newest, tileOf } from './tiles.ts'

interface Wanted {
  site: Site
  caller: Caller
  services: Services
  brand: number
  side?: 'left' | 'right'
  lang: string
}

/** Flat lists of films: all of a kind, and what is new. */
export const filmLists: Handlers<typeof contract> = {
  getAllAnimations: ({ params: { lang, brand, videoType }, site, caller, services }) =>
    tiles({ site, caller, services, brand, lang }, services.library.films.filter(ofKind(videoType))),

  newParts: ({ params: { brand, type, lang }, site, caller, services }) => {
    const films = newest(services.library.films, services.clock.now()).filter(ofKind(type))
    return tiles({ site, caller, services, brand, lang }, films)
  },

  getNewAnimations: ({ params: { brand, driverside, locale }, site, caller, services }) => {
    const wanted = { site, caller, services, brand: brand === 'generic' ? 0 : brand, side: driverside, lang: locale }
    return tiles(wanted, newest(services.library.films, services.clock.now()))
  },
}

/** Returns tiles. A touch screen gets interactive films only with a separate right. */
function tiles({ site, caller, services, brand, side, lang }: Wanted, films: readonly Film[]): FilmTile[] {
  const language = services.sites.language(lang) ?? notFound()
  const { vehicle_kind: kind } = brandOf(site, brand)
  const now = services.clock.now()
  return films
    .filter((film) => isShownFor(film, kind, side ?? site.driverside) && mayPlay(caller, film.kind))
    .map((film) => tileOf(film, language.language_code, now))
}

const ofKind = (kind: VideoType) => (film: Film) => film.kind === kind
