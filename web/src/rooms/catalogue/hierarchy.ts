import type { FilmTile, MainSystem, SubSystem } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import type { Hierarchy } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import type { VideoType } from '@cutaway/contract/fields.ts'

/** Pure functions on the hierarchy of systems, sub-systems and films. */

export const filmCount = (system: MainSystem, type: VideoType): number =>
  type === 'narrated' ? system.narrated_count : system.interactive_count

export const allFilms = ({ mainSystems }: Hierarchy, type: VideoType): number =>
  mainSystems.reduce((sum, system) => sum + filmCount(system, type), 0)

const inOrder = <T extends { sequence_no: number }>(items: readonly T[]) =>
  items.toSorted((a, b) => a.sequence_no - b.sequence_no)

export const systemsOf = ({ mainSystems }: Hierarchy): readonly MainSystem[] => inOrder(mainSystems)

/**
 * Returns the systems of the home page: first the site's choice, in its order, then the others. If the site has no
 * choice, all systems are in the first group.
 */
export function homeSystems(
  hierarchy: Hierarchy,
  chosen: readonly Pick<MainSystem, 'system_id'>[],
): { first: readonly MainSystem[]; rest: readonly MainSystem[] } {
  const all = systemsOf(hierarchy)
  const first = chosen.flatMap(({ system_id: id }) => all.find(({ system_id }) => system_id === id) ?? [])
  return first.length === 0
    ? { first: all, rest: [] }
    : { first, rest: all.filter((system) => !first.includes(system)) }
}

export const subSystemsOf = ({ mainSystemSubSystems }: Hierarchy, systemId: number): readonly SubSystem[] =>
  inOrder(mainSystemSubSystems.filter(({ system_id }) => system_id === systemId))

export interface Group {
  id: number
  /** Slug of the illustration of the system or sub-system. */
  slug: string
  name: string
  films: readonly FilmTile[]
}

/** Returns the films of a system grouped by sub-system; omits a sub-system without a film of this type. */
export function filmsBySubSystem(hierarchy: Hierarchy, systemId: number, type: VideoType): readonly Group[] {
  return subSystemsOf(hierarchy, systemId)
    .map(({ sub_system_id: id, slug, sub_system_name: name }) => ({
      id,
      slug,
      name,
      films: hierarchy.allAnimation.filter((film) => film.sub_system_id === id && film.video_type === type),
    }))
    .filter(({ films }) => films.length > 0)
}

/** Returns every film, grouped by system. */
export function filmsBySystem(hierarchy: Hierarchy, type: VideoType): readonly Group[] {
  return systemsOf(hierarchy)
    .map(({ system_id: id, slug, system_name: name }) => ({
      id,
      slug,
      name,
      films: hierarchy.allAnimation.filter((film) => film.system_id === id && film.video_type === type),
    }))
    .filter(({ films }) => films.length > 0)
}

/** Returns the illustration of a film without a picture, by the id of its sub-system. */
export const drawingOf = ({ mainSystemSubSystems }: Hierarchy, subSystemId: number): string | undefined =>
  mainSystemSubSystems.find(({ sub_system_id }) => sub_system_id === subSystemId)?.slug

/** Returns the new films of either type, at most `most`. */
export const newFilms = ({ allAnimation }: Hierarchy, most: number): readonly FilmTile[] =>
  allAnimation.filter(({ isNew }) => isNew === 1).slice(0, most)
