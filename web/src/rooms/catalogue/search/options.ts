import type { FoundFilm, SearchMatch } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { isSimilar, symptomsOf } from './answers.ts'

/** The options of the list: symptoms that complete the query, and films. */
export type Option = { kind: 'symptom'; match: SearchMatch } | { kind: 'film'; film: FoundFilm }

const mostFilms = 6

export interface Group {
  /** `similar` has the films whose texts only resemble the query. */
  kind: 'symptom' | 'film' | 'similar'
  options: readonly Option[]
}

/**
 * Returns the groups of the list in the order of the arrow keys. Symptoms come first if the query describes a sound or
 * a feeling, and after the films if it names a part.
 */
export function groupsOf(films: readonly FoundFilm[] | undefined, keyword: string): readonly Group[] {
  if (!films || films.length === 0) return []
  const shown = films.slice(0, mostFilms)
  const group = (kind: Group['kind'], options: readonly Option[]): Group[] =>
    options.length > 0 ? [{ kind, options }] : []
  const filmOption = (film: FoundFilm): Option => ({ kind: 'film', film })
  const heard = group(
    'symptom',
    symptomsOf(films, keyword).map((match): Option => ({ kind: 'symptom', match })),
  )
  const found = group('film', shown.filter((film) => !isSimilar(film)).map(filmOption))
  const similar = group('similar', shown.filter(isSimilar).map(filmOption))
  return films[0]?.matches[0]?.kind === 'symptom' ? [...heard, ...found, ...similar] : [...found, ...heard, ...similar]
}

/** Returns the id of a row's cell: the row itself, or its button that shares the film. */
export const cellId = (list: string, index: number, onShare = false): string =>
  `${list}-row-${index}${onShare ? '-share' : ''}`

export const keyOf = (option: Option): string => (option.kind === 'film' ? option.film.part_id : option.match.text)
