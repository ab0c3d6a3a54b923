import * as contract from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import type { Hierarchy } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import type { Caller } from '../../core/auth/caller.ts'
import { notFound } from '../../core/http/errors.ts'
import { serialise, type Handlers } from '../../core/http/endpoints.ts'
import { oncePer } from '../../core/concurrency/once-per.ts'
import type { Site } from '../../core/tenancy.ts'
import { brandOf } from './brands.ts'
import type { Film, Library } from './library/library.ts'
import { searchOf, type SearchLanguage, type View } from './search/search.ts'
import { mainSystem, nameOf } from './systems.ts'
import { isShownFor, mayPlay, tilesOf } from './tiles.ts'
import { vehicleOf, vehicleView } from './vehicle/vehicle-view.ts'

/** The search over a library; its indexes are made once. */
export const searchFor = oncePer(searchOf)
/** The language whose terms workshops know everywhere. */
const fallback = 'en-US'

/** The library by systems, the vehicles, and search. */
export const catalogue: Handlers<typeof contract> = {
  getMainSystemsSubSystemsHierarchy: ({ params, site, services, caller }) => {
    const { library } = services
    const language = services.sites.language(params.lang) ?? notFound()
    const brand = brandOf(site, params.brand)
    const now = services.clock.now()
    const { vehicle_kind: kind } = brand
    const shown = (f: Film) => isShownFor(f, kind, params.driverside) && mayPlay(caller, f.kind)
    const only = mayPlay(caller, 'interactive') ? '' : 'narrated'
    const key = `systems ${kind} ${params.driverside} ${language.language_code} ${only}`
    return services.responses.of(key, () =>
      serialise(
        contract.getMainSystemsSubSystemsHierarchy,
        hierarchy(library, library.films.filter(shown), language.language_code, now),
      ),
    )
  },
  getVehicleImages: ({ params, site, services, caller }) => {
    const { library } = services
    const language = services.sites.language(params.lang) ?? notFound()
    const { vehicle_kind: kind } = brandOf(site, params.brand)
    const vehicle = vehicleOf(library, kind, params.vehicle)
    const now = services.clock.now()
    const side = params.driverside
    const plays = (film: Film) => mayPlay(caller, film.kind)
    const only = mayPlay(caller, 'interactive') ? '' : 'narrated'
    const key = `vehicle ${kind} ${vehicle?.id ?? ''} ${side} ${language.language_code} ${only}`
    return services.responses.of(key, () =>
      serialise(
        contract.getVehicleImages,
        vehicleView({ library, kind, vehicle, side, tag: language.language_code, now, plays }),
      ),
    )
  },
  getSearchedResults: ({ body, site, services, caller }) => {
    const language = services.sites.language(body.langaudeId) ?? notFound()
    const english = services.sites.language(fallback) ?? notFound()
    const others = [english, ...site.languages].filter(({ language_id: id }) => id !== language.language_id)
    return searchFor(services.library).find({
      keyword: body.keyword,
      type: body.video_type,
      others: [...new Map(others.map((other) => [other.language_id, other])).values()],
      now: services.clock.now(),
      ...viewOf(site, language, caller),
    })
  },
  getCommonSymptoms: ({ params, site, services, caller }) => {
    const language = services.sites.language(params.lang) ?? notFound()
    return searchFor(services.library).commonSymptoms(viewOf(site, language, caller))
  },
}

/** Returns the view of a call without a brand parameter: the site's own brand. */
const viewOf = (site: Site, language: SearchLanguage, caller: Caller): View => ({
  language,
  kind: brandOf(site, 0).vehicle_kind,
  side: site.driverside,
  mayInteractive: mayPlay(caller, 'interactive'),
})

function hierarchy(library: Library, films: readonly Film[], tag: string, now: Date): Hierarchy {
  return {
    mainSystems: library.systems.map((system) => mainSystem(system, films, tag)),
    mainSystemSubSystems: library.systems.flatMap((s) =>
      s.sub_systems.map((sub) => ({
        sub_system_id: sub.id,
        system_id: s.id,
        slug: sub.slug,
        sub_system_name: nameOf(sub.name, tag),
        sequence_no: sub.order,
      })),
    ),
    allAnimation: tilesOf(films, tag, now),
  }
}
