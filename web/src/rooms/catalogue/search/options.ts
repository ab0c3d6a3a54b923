import type { FoundFilm, SearchMatch } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { symptomsOf } from './answers.ts'

/** The options of the list: symptoms that complete the query, and films. */
export type Option = { kind: 'symptom'; match: SearchMatch } | { kind: 'film'; film: FoundFilm }

const mostFilms = 6

export interface Group {
  kind: Option['kind']
  options: readonly Option[]
}

/**
 * Returns the groups of the list in the order of the arrow keys. Symptoms come first if the query describes a sound or
 * a feeling, and after the films if it names a part.
 */
export function groupsOf(films: readonly FoundFilm[] | undefined, keyword: string): readonly Group[] {
  if (!films || films.length === 0) return []
  const symptoms = symptomsOf(films, keyword).map((match): Option => ({ kind: 'symptom', match }))
  const found: Group = {
    kind: 'film',
    options: films.slice(0, mostFilms).map((film): Option => ({ kind: 'film', film })),
  }
  if (symptoms.length === 0) return [found]
  const heard: Group = { kind: 'symptom', options: symptoms }
  return films[0]?.matches[0]?.kind === 'symptom' ? [heard, found] : [found, heard]
}

export const optionId = (list: string, index: number): string => `${list}-option-${index}`

export const keyOf = (option: Option): string => (option.kind === 'film' ? option.film.part_id : option.match.text)
