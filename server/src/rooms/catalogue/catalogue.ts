import { contract } from '@cutaway/contract'
import type { Hierarchy } from '@cutaway/contract/rooms/catalogue.ts'
import { notFound } from '../../core/errors.ts'
import { prepare, type Handlers, type Prepared } from '../../core/endpoints.ts'
import { brandOf } from './brands.ts'
import { textFor, type Library } from './library.ts'
import { filmLists } from './lists.ts'
import { isShownFor, tileOf } from './tiles.ts'

/** A day's answers are the same for everybody with the same brand, driver side and language: made once, then bytes. */
const keepFor = 15 * 60_000

export function catalogueHandlers(library: Library): Handlers<typeof contract.catalogue> {
  const made = new Map<string, { at: number; answer: Prepared }>()
  return {
    ...filmLists(library),
    getMainSystemsSubSystemsHierarchy: async ({ params, site, services, caller }) => {
      if (params.user !== caller.user.user_id) await caller.mayActFor(params.user)
      const language = services.sites.language(params.lang) ?? notFound()
      const brand = brandOf(site, params.brand)
      const key = `${brand.vehicle_kind} ${params.driverside} ${language.language_id}`
      const now = services.clock.now()
      const kept = made.get(key)
      if (kept && now.getTime() - kept.at < keepFor) return kept.answer
      const data = hierarchy(library, brand.vehicle_kind, params.driverside, language.language_code, now)
      const answer = prepare(contract.catalogue.getMainSystemsSubSystemsHierarchy, data)
      made.set(key, { at: now.getTime(), answer })
      return answer
    },
  }
}

function hierarchy(
  library: Library,
  kind: 'car' | 'motorcycle',
  side: 'left' | 'right',
  tag: string,
  now: Date,
): Hierarchy {
  const films = library.films.filter((f) => isShownFor(f, kind, side))
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
