import { contract } from '@cutaway/contract'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, notFound } from '../../core/errors.ts'
import type { Caller } from '../../core/caller.ts'
import { Prepared, prepare, type Handlers } from '../../core/endpoints.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { brandOf } from '../catalogue/brands.ts'
import type { Film, Library } from '../catalogue/library.ts'
import { isShownFor, mayPlay, tileOf } from '../catalogue/tiles.ts'
import { detailsOf } from './details.ts'
import { filmFacts, filmFor } from './film-facts.ts'
import { trackingHandlers } from './tracking.ts'

/** Whoever looks at a sample on the public home sees all that the site shows there. */
const visitor = { may: () => true }

const keepFor = 15 * 60_000

export function playerHandlers(library: Library): Handlers<typeof contract.player> {
  const made = new Map<string, { at: number; answer: Prepared }>()

  /** The answer as bytes, the same for everybody of a site with the same brand, driver side, language and kinds of films. */
  function details(
    film: Film,
    site: Site,
    brandId: number,
    side: 'left' | 'right',
    lang: string,
    services: Services,
    caller: Pick<Caller, 'may'>,
  ): Prepared {
    const language = services.sites.language(lang) ?? notFound()
    const brand = brandOf(site, brandId)
    if (!isShownFor(film, brand.vehicle_kind, side)) fail('Part no found')
    const interactive = mayPlay(caller, 'interactive')
    const key = `${site.web_site_id} ${film.partId} ${brand.vehicle_kind} ${side} ${language.language_id} ${interactive}`
    const now = services.clock.now()
    const kept = made.get(key)
    if (kept && now.getTime() - kept.at < keepFor) return kept.answer
    const data = detailsOf({ library, film, site, language, kind: brand.vehicle_kind, side, now, interactive })
    const answer = prepare(contract.player.relatedAnimationsDetailsByPartId, data)
    made.set(key, { at: now.getTime(), answer })
    return answer
  }

  return {
    ...trackingHandlers(library),
    ...filmFacts(library),
    relatedAnimationsDetailsByPartId: async ({ params, site, services, caller }) => {
      if (params.user_id !== caller.user.user_id) await caller.mayActFor(params.user_id)
      const { brand_id: brand, driverside: side } = params
      const film = filmFor(library, params.part_id, { site, caller }, { brand, side })
      return details(film, site, params.brand_id, params.driverside, params.language_id, services, caller)
    },
    relatedAnimationsDetailsAndTiming: async ({ params, site, services, caller }) => {
      await caller.mayActFor(params.user_id)
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
      const view = { library, film, site, language, kind, side, now, interactive: mayPlay(caller, 'interactive') }
      const { video, interactiveButtons, buttonLabels, defaultPlayTime, loopTime, secondsOrFrames } = detailsOf(view)
      return { video, interactiveButtons, buttonLabels, defaultPlayTime, loopTime, secondsOrFrames }
    },
    getSampleAnimation: ({ params, site, services }) => {
      const film = sampleFilms(library, site).find((f) => f.partId === params.part_id) ?? fail('Part no found')
      return details(film, site, site.brand_id, site.driverside, params.lang, services, visitor)
    },
    getSampleAnimations: ({ params, site, services }) => {
      const language = services.sites.language(params.lang) ?? notFound()
      return sampleFilms(library, site).map((f) => tileOf(f, language.language_code, services.clock.now()))
    },
    captions: async ({ params, services, site, siteOf }) => {
      siteOf(params.web_site)
      const film = library.film(params.part_id)
      const language = services.sites.language(params.lang) ?? notFound()
      if (!film || film.kind !== 'narrated' || !film.of.part.film!.captions.includes(language.language_code)) notFound()
      if (!site.languages.some((l) => l.language_id === language.language_id)) notFound()
      const bytes = await readFile(join(film.of.mediaFolder, `captions-${language.language_code}.vtt`)).catch(() =>
        notFound(),
      )
      return new Prepared(bytes, 'text/vtt; charset=utf-8', 'private, max-age=300')
    },
  }
}

/** Films that a site shows before login: those that its setting names, else the first of each system. */
export function sampleFilms(library: Library, site: Site): Film[] {
  const named = site.settings['sample_films']
  const brand = brandOf(site, site.brand_id)
  const shown = library.films.filter((f) => isShownFor(f, brand.vehicle_kind, site.driverside))
  return Array.isArray(named) ? shown.filter((f) => named.includes(f.partId)) : shown.slice(0, 7)
}
