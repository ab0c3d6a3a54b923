import type { VideoType } from '@cutaway/contract/fields.ts'
import type { MainSystem } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { textFor, type Film, type Library } from './library/library.ts'
import type { SystemEntry } from './library/part.format.ts'
import { isShownFor } from './tiles.ts'

/** The part of the library that a caller can see. */
export interface Seen {
  kind: 'car' | 'motorcycle'
  side: 'left' | 'right'
  /** Language tag. */
  tag: string
}

/** Returns the films of the library that are visible in this view. */
export const filmsSeen = (library: Library, { kind, side }: Seen): Film[] =>
  library.films.filter((film) => isShownFor(film, kind, side))

export const nameOf = (names: Record<string, string>, tag: string): string =>
  textFor(new Map(Object.entries(names)), tag)

/** Returns a system in its wire format, with its films counted among `films`. */
export function mainSystem(system: SystemEntry, films: readonly Film[], tag: string): MainSystem {
  const count = (type: VideoType) => films.filter((film) => film.of.system === system && film.kind === type).length
  return {
    system_id: system.id,
    slug: system.slug,
    system_name: nameOf(system.name, tag),
    sequence_no: system.order,
    narrated_count: count('narrated'),
    interactive_count: count('interactive'),
  }
}

/**
 * Returns the systems related to one, the closest first: those with the most "related part" references to or from it,
 * as the authors of the parts declared them. Only films in `films` count.
 */
export function relatedSystems(library: Library, systemId: number, films: readonly Film[]): SystemEntry[] {
  const parts = new Set(films.map(({ of }) => of))
  const ties = new Map<SystemEntry, number>()
  const tie = (system: SystemEntry) => ties.set(system, (ties.get(system) ?? 0) + 1)
  for (const from of parts)
    for (const id of from.part.related) {
      const to = library.film(id)?.of
      if (!to || !parts.has(to) || to.system === from.system) continue
      if (from.system.id === systemId) tie(to.system)
      else if (to.system.id === systemId) tie(from.system)
    }
  return [...ties].toSorted(([a, m], [b, n]) => n - m || a.order - b.order).map(([system]) => system)
}
