import type { FoundFilm, SearchMatch } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { mostFound } from '@cutaway/contract/rooms/catalogue/catalogue.ts'

/** Pure readings of what a search found. */

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

/** What of a film's name matched. */
export const nameMarks = ({ part_name, matches }: FoundFilm): SearchMatch['marks'] =>
  matches.find(({ kind, text }) => kind === 'name' && text === part_name)?.marks ?? []

/** Why a film was found, where its name does not already tell. */
export const reasonOf = ({ matches: [best] }: FoundFilm): SearchMatch | undefined =>
  best?.kind === 'name' ? undefined : best

const mostSymptoms = 3

/** The symptoms that the words may mean, the best first. Not the one that was typed in full: it needs no offer. */
export function symptomsOf(films: readonly FoundFilm[], keyword: string): readonly SearchMatch[] {
  const typed = keyword.trim().toLowerCase()
  const symptoms = new Map<string, SearchMatch>()
  for (const { matches } of films)
    for (const match of matches)
      if (match.kind === 'symptom' && !symptoms.has(match.text)) symptoms.set(match.text, match)
  if ([...symptoms.keys()].some((text) => text.toLowerCase() === typed)) return []
  return [...symptoms.values()].slice(0, mostSymptoms)
}

/** How many were found; the server stops at a number. */
export const howMany = (films: readonly FoundFilm[], write: (value: number) => string): string =>
  films.length >= mostFound ? `${write(mostFound)}+` : write(films.length)
