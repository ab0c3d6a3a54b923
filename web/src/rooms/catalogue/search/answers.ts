import type { FoundFilm, SearchMatch } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { mostFound } from '@cutaway/contract/rooms/catalogue/catalogue.ts'

/** Pure functions on search results. */

/** A piece of a text, marked where it matched. */
export interface Piece {
  text: string
  marked: boolean
}

export function pieces(text: string, marks: readonly (readonly [number, number])[]): readonly Piece[] {
  const found: Piece[] = []
  let at = 0
  for (const [start, end] of marks) {
    if (start > at) found.push({ text: text.slice(at, start), marked: false })
    found.push({ text: text.slice(start, end), marked: true })
    at = end
  }
  if (at < text.length) found.push({ text: text.slice(at), marked: false })
  return found
}

/** Returns the matched words of a film's name. */
export const nameMarks = ({ part_name, matches }: FoundFilm): SearchMatch['marks'] =>
  matches.find(({ kind, text }) => kind === 'name' && text === part_name)?.marks ?? []

/** Returns why a film was found, unless its name in the language of the page already shows it. */
export const reasonOf = ({ matches: [best] }: FoundFilm, language: number): SearchMatch | undefined =>
  best?.kind === 'name' && best.language_id === language ? undefined : best

/** Returns whether the film was found only by words that resemble the query. */
export const isSimilar = ({ matches: [best] }: FoundFilm): boolean => best?.is_typo === 1

const mostSymptoms = 3

/** Returns the symptoms that the query may mean, best first. Omits a symptom that was typed in full. */
export function symptomsOf(films: readonly FoundFilm[], keyword: string): readonly SearchMatch[] {
  const typed = keyword.trim().toLowerCase()
  const symptoms = new Map<string, SearchMatch>()
  for (const { matches } of films)
    for (const match of matches)
      if (match.kind === 'symptom' && !symptoms.has(match.text)) symptoms.set(match.text, match)
  if ([...symptoms.keys()].some((text) => text.toLowerCase() === typed)) return []
  return [...symptoms.values()].slice(0, mostSymptoms)
}

/** Returns the number of results; the server limits it. */
export const howMany = (films: readonly FoundFilm[], write: (value: number) => string): string =>
  films.length >= mostFound ? `${write(mostFound)}+` : write(films.length)
