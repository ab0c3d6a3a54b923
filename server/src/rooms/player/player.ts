import { touchScreenRole } from '@cutaway/contract/roles.ts'
import * as contract from '@cutaway/contract/rooms/player/player.ts'
import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, notFound } from '../../core/http/errors.ts'
import type { Caller } from '../../core/auth/caller.ts'
import type { KeyedRead } from '../../core/db/keyed-read.ts'
import { SerialisedResponse, serialise, type Handlers } from '../../core/http/endpoints.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { brandOf } from '../catalogue/brands.ts'
import type { Film, Library } from '../catalogue/library/library.ts'
import { isShownFor, mayPlay, tileOf } from '../catalogue/tiles.ts'
import { detailsOf } from './details.ts'
import { filmFor } from './film-facts.ts'
import { withPageFilms } from './page-films.ts'
import { isLightsPart, lightsDetails } from './lights.ts'

/** A viewer of a sample on the public home sees all that the site shows there. */
const visitor = { may: () => true, level: Infinity }

declare module '../../core/services.ts' {
  interface Services {
    /** Reads the id of a favourite. The favourites room, which this one cannot import, provides it (start.ts). */
    favouriteIds: KeyedRead<[userId: number, brandId: number, partId: string], { favourite_id: number }>
  }
}

/** The handlers of the film pages. */
export const player: Handlers<typeof contract> = {
  relatedAnimationsDetailsByPartId: async ({ params, owner, site, services, caller }) => {
    const { library } = services
    const { brand_id: brand, driverside: side, language_id: lang } = params
    if (isLightsPart(params.part_id)) return lights(site, brand, side, lang, services)
    const film = filmFor(library, params.part_id, { site, caller }, { brand, side })
    const key = [owner.user_id, brandOf(site, brand).brand_id, film.partId] as const
    const favourite = caller.may('allow_favourite')
      ? await services.favouriteIds(services.database, site.web_site_id, key)
      : undefined
    const found = details(film, site, brand, side, lang, services, caller, favourite?.favourite_id)
    if (!caller.session.isPage) return found
    const text = withPageFilms(found.bytes.toString('utf8'), services.config, caller, film.of)
    return new SerialisedResponse(Buffer.from(text))
  },
  relatedAnimationsDetailsAndTiming: ({ params, site, services, caller }) => {
    const { library } = services
    const asked = filmFor(
      library,
      params.part_id,
      { site, caller },
      { brand: params.brand_id, side: params.driverside },
    )
    const { narrated, interactive } = asked.of.part
    const twin = params.video_type === 'narrated' ? narrated : mayPlay(caller, 'interactive') ? interactive : null
    const film = twin === null ? asked : filmFor(library, twin, { site, caller }, { brand: params.brand_id })
    const language = services.sites.language(params.language_id) ?? notFound()
    const kind = brandOf(site, params.brand_id).vehicle_kind
    const { driverside: side } = params
    const now = services.clock.now()
    const rights = { interactive: mayPlay(caller, 'interactive'), pdf: false }
    const view = { library, film, site, language, kind, side, now, ...rights }
    const { video, interactiveButtons, buttonLabels, defaultPlayTime, loopTime, secondsOrFrames } = detailsOf(view)
    return { video, interactiveButtons, buttonLabels, defaultPlayTime, loopTime, secondsOrFrames }
  },
  getSampleAnimation: ({ params, site, services }) => {
    const film = sampleFilms(services.library, site).find((f) => f.partId === params.part_id) ?? fail('Part no found')
    return details(film, site, site.brand_id, site.driverside, params.lang, services, visitor)
  },
  getSampleAnimations: ({ params, site, services }) => {
    const language = services.sites.language(params.lang) ?? notFound()
    return sampleFilms(services.library, site).map((f) => tileOf(f, language.language_code, services.clock.now()))
  },
  captions: async ({ params, services, site }) => {
    const film = services.library.film(params.part_id)
    const language = services.sites.language(params.lang) ?? notFound()
    if (!film || film.kind !== 'narrated' || !film.of.part.film!.captions.includes(language.language_code)) notFound()
    if (!site.languages.some((l) => l.language_id === language.language_id)) notFound()
    const bytes = await readFile(join(film.of.mediaFolder, `captions-${language.language_code}.vtt`)).catch(() =>
      notFound(),
    )
    return new SerialisedResponse(bytes, 'text/vtt; charset=utf-8', 'private, max-age=300')
  },
}

/**
 * Returns the response shared by all users of a site with the same brand, driver side, language, kinds of films, right to
 * PDFs and favourite.
 */
function details(
  film: Film,
  site: Site,
  brandId: number,
  side: 'left' | 'right',
  lang: string,
  services: Services,
  caller: Pick<Caller, 'may' | 'level'>,
  favouriteId: number | null = null,
): SerialisedResponse {
  const language = services.sites.language(lang) ?? notFound()
  const brand = brandOf(site, brandId)
  if (!isShownFor(film, brand.vehicle_kind, side)) fail('Part no found')
  const kind = brand.vehicle_kind
  const interactive = mayPlay(caller, 'interactive')
  const pdf = caller.level !== touchScreenRole
  const key = `film ${site.revision} ${film.partId} ${kind} ${side} ${language.language_code} ${interactive} ${pdf} ${favouriteId}`
  return response(key, services, (now) =>
    detailsOf({ library: services.library, film, site, language, kind, side, now, interactive, pdf, favouriteId }),
  )
}

/** Returns the part of the dashboard's warning lights, which has no film. */
function lights(
  site: Site,
  brandId: number,
  side: 'left' | 'right',
  lang: string,
  services: Services,
): SerialisedResponse {
  const language = services.sites.language(lang) ?? notFound()
  const kind = brandOf(site, brandId).vehicle_kind
  const key = `lights ${site.revision} ${kind} ${side} ${language.language_code}`
  return response(key, services, (now) => lightsDetails({ site, library: services.library, language, kind, side, now }))
}

function response(key: string, services: Services, make: (now: Date) => AnimationDetails): SerialisedResponse {
  return services.responses.of(key, () => {
    const data = make(services.clock.now())
    const endpoint = contract.relatedAnimationsDetailsByPartId
    return serialise(endpoint, data, data.message === '' ? {} : { message: data.message })
  })
}

/** Returns the films that a site shows before login: those of its setting, else the first of each system. */
export function sampleFilms(library: Library, site: Site): Film[] {
  const named = site.settings['sample_films']
  const brand = brandOf(site, site.brand_id)
  const shown = library.films.filter((f) => isShownFor(f, brand.vehicle_kind, site.driverside))
  return Array.isArray(named) ? shown.filter((f) => named.includes(f.partId)) : shown.slice(0, 7)
}
