import type { FilmTile, MainSystem, SubSystem } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import type { Hierarchy } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import type { VideoType } from '@cutaway/contract/fields.ts'

/** Pure functions on the hierarchy of systems, sub-systems and films. */

export const filmCount = (system: MainSystem, type: VideoType): number =>
  type === 'narrated' ? system.narrated_count : system.interactive_count

export const allFilms = ({ mainSystems }: Hierarchy, type: VideoType): number =>
  mainSystems.reduce((sum, system) => sum + filmCount(system, type), 0)

export const other = (type: VideoType): VideoType => (type === 'narrated' ? 'interactive' : 'narrated')

const inOrder = <T extends { sequence_no: number }>(items: readonly T[]) =>
  items.toSorted((a, b) => a.sequence_no - b.sequence_no)

export const systemsOf = ({ mainSystems }: Hierarchy): readonly MainSystem[] => inOrder(mainSystems)

/** Returns the systems that have films of the type. */
export const systemsWith = (hierarchy: Hierarchy, type: VideoType): readonly MainSystem[] =>
  systemsOf(hierarchy).filter((system) => filmCount(system, type) > 0)

/** Returns the systems that have films of the type: first the site's choice, in its order, then the others. */
export function homeSystems(
  hierarchy: Hierarchy,
  type: VideoType,
  chosen: readonly Pick<MainSystem, 'system_id'>[],
): { first: readonly MainSystem[]; rest: readonly MainSystem[] } {
  const all = systemsWith(hierarchy, type)
  const first = chosen.flatMap(({ system_id: id }) => all.find(({ system_id }) => system_id === id) ?? [])
  return { first, rest: all.filter((system) => !first.includes(system)) }
}

export const subSystemsOf = ({ mainSystemSubSystems }: Hierarchy, systemId: number): readonly SubSystem[] =>
  inOrder(mainSystemSubSystems.filter(({ system_id }) => system_id === systemId))

/** Returns the sub-systems of a system that have films of the type. */
export const subSystemsWith = (hierarchy: Hierarchy, systemId: number, type: VideoType): readonly SubSystem[] =>
  subSystemsOf(hierarchy, systemId).filter(({ sub_system_id: id }) =>
    hierarchy.allAnimation.some((film) => film.sub_system_id === id && film.video_type === type),
  )

/** The orders in which the grid can show films. */
export const filmOrders = ['shared', 'system', 'name'] as const
export type FilmOrder = (typeof filmOrders)[number]

/** Selects the films of the grid. */
export interface Choice {
  type: VideoType
  systemId?: number | undefined
  subSystemId?: number | undefined
}

/** Returns the films of a type, of all systems, one system or one sub-system, in the order of the library. */
export function filmsOf(hierarchy: Hierarchy, { type, systemId, subSystemId }: Choice): readonly FilmTile[] {
  const systems = new Map(hierarchy.mainSystems.map(({ system_id: id, sequence_no: place }) => [id, place]))
  const parts = new Map(hierarchy.mainSystemSubSystems.map(({ sub_system_id: id, sequence_no: place }) => [id, place]))
  const place = (film: FilmTile) => [systems.get(film.system_id) ?? 0, parts.get(film.sub_system_id) ?? 0] as const
  return hierarchy.allAnimation
    .filter(
      (film) =>
        film.video_type === type &&
        (systemId === undefined || film.system_id === systemId) &&
        (subSystemId === undefined || film.sub_system_id === subSystemId),
    )
    .toSorted((a, b) => place(a)[0] - place(b)[0] || place(a)[1] - place(b)[1])
}

/** Returns films in another order. `shares` maps a part id to the number of times that the business shared it. */
export function ordered(
  films: readonly FilmTile[],
  order: FilmOrder,
  { shares, locale }: { shares: ReadonlyMap<string, number>; locale: string },
): readonly FilmTile[] {
  if (order === 'name') {
    const { compare } = new Intl.Collator(locale)
    return films.toSorted((a, b) => compare(a.part_name, b.part_name))
  }
  if (order === 'system') return films
  const count = ({ part_id }: FilmTile) => shares.get(part_id) ?? 0
  return films.toSorted((a, b) => count(b) - count(a))
}

/** Returns the illustration of a film without a picture, by the id of its sub-system. */
export const drawingOf = ({ mainSystemSubSystems }: Hierarchy, subSystemId: number): string | undefined =>
  mainSystemSubSystems.find(({ sub_system_id }) => sub_system_id === subSystemId)?.slug
