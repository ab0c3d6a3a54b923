import { contract } from '@cutaway/contract'
import type { Hierarchy } from '@cutaway/contract/rooms/catalogue.ts'
import type { Caller } from '../../core/caller.ts'
import { notFound } from '../../core/errors.ts'
import { prepare, type Handlers, type Prepared } from '../../core/endpoints.ts'
import type { Site } from '../../core/tenancy.ts'
import { brandOf } from './brands.ts'
import { textFor, type Film, type Library } from './library.ts'
import { filmLists } from './lists.ts'
import { searchOf, type View } from './search.ts'
import { isShownFor, mayPlay, tileOf } from './tiles.ts'
import { vehicleOf, vehicleView } from './vehicle-view.ts'

/** A day's answers are the same for everybody with the same brand, driver side and language: made once, then bytes. */
const keepFor = 15 * 60_000

export function catalogueHandlers(library: Library): Handlers<typeof contract.catalogue> {
  const made = new Map<string, { at: number; answer: Prepared }>()
  let madeOf = library.films
  function kept(key: string, now: Date, make: () => Prepared): Prepared {
    if (madeOf !== library.films) {
      made.clear()
      madeOf = library.films
    }
    const known = made.get(key)
    if (known && now.getTime() - known.at < keepFor) return known.answer
    const answer = make()
    made.set(key, { at: now.getTime(), answer })
    return answer
  }
  const search = searchOf(library)
  return {
    ...filmLists(library),
    getMainSystemsSubSystemsHierarchy: async ({ params, site, services, caller }) => {
      if (params.user !== caller.user.user_id) await caller.mayActFor(params.user)
      const language = services.sites.language(params.lang) ?? notFound()
      const brand = brandOf(site, params.brand)
      const now = services.clock.now()
      const { vehicle_kind: kind } = brand
      const shown = (f: Film) => isShownFor(f, kind, params.driverside) && mayPlay(caller, f.kind)
      const only = mayPlay(caller, 'interactive') ? '' : 'narrated'
      return kept(`systems ${kind} ${params.driverside} ${language.language_id} ${only}`, now, () =>
        prepare(
          contract.catalogue.getMainSystemsSubSystemsHierarchy,
          hierarchy(library, library.films.filter(shown), language.language_code, now),
        ),
      )
    },
    getVehicleImages: async ({ params, site, services, caller }) => {
      if (params.user !== caller.user.user_id) await caller.mayActFor(params.user)
      const language = services.sites.language(params.lang) ?? notFound()
      const { vehicle_kind: kind } = brandOf(site, params.brand)
      const vehicle = vehicleOf(library, kind, params.vehicle)
      const now = services.clock.now()
      const side = params.driverside
      const plays = (film: Film) => mayPlay(caller, film.kind)
      const only = mayPlay(caller, 'interactive') ? '' : 'narrated'
      return kept(`vehicle ${kind} ${vehicle?.id ?? ''} ${side} ${language.language_id} ${only}`, now, () =>
        prepare(
          contract.catalogue.getVehicleImages,
          vehicleView({ library, kind, vehicle, side, tag: language.language_code, now, plays }),
        ),
      )
    },
    getSearchedResults: ({ body, site, services, caller }) => {
      const language = services.sites.language(body.langaudeId) ?? notFound()
      return search.find({
        keyword: body.keyword,
        type: body.video_type,
        now: services.clock.now(),
        ...viewOf(site, language.language_code, caller),
      })
    },
    getCommonSymptoms: ({ params, site, services, caller }) => {
      const language = services.sites.language(params.lang) ?? notFound()
      return search.commonSymptoms(viewOf(site, language.language_code, caller))
    },
  }
}

/** What somebody sees of the library where the brand is not asked for: that of the site. */
const viewOf = (site: Site, tag: string, caller: Caller): View => ({
  tag,
  kind: brandOf(site, 0).vehicle_kind,
  side: site.driverside,
  mayInteractive: mayPlay(caller, 'interactive'),
})

function hierarchy(library: Library, films: readonly Film[], tag: string, now: Date): Hierarchy {
  const name = (names: Record<string, string>) => textFor(new Map(Object.entries(names)), tag)
  return {
    mainSystems: library.systems.map((s) => ({
      system_id: s.id,
      slug: s.slug,
      system_name: name(s.name),
      sequence_no: s.order,
      narrated_count: films.filter((f) => f.of.system === s && f.kind === 'narrated').length,
      interactive_count: films.filter((f) => f.of.system === s && f.kind === 'interactive').length,
    })),
    mainSystemSubSystems: library.systems.flatMap((s) =>
      s.sub_systems.map((sub) => ({
        sub_system_id: sub.id,
        system_id: s.id,
        slug: sub.slug,
        sub_system_name: name(sub.name),
        sequence_no: sub.order,
      })),
    ),
    allAnimation: films.map((f) => tileOf(f, tag, now)),
  }
}
