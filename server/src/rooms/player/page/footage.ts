import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { textFor, type Film } from '../../catalogue/library/library.ts'
import { mediaUrl } from '../../catalogue/tiles.ts'

/** What pages that the server draws tell about the footage of a film. */

export const footageOf = ({ kind, of }: Film) => (kind === 'narrated' ? of.part.film! : of.part.interactive_film!)

/** Returns the first of the languages in which a film is narrated. */
export function heardIn(film: Film, languages: readonly Language[]): Language | undefined {
  const tracks = film.of.streams?.audio ?? []
  return languages.find((l) =>
    tracks.some((t) => t.language === l.language_code || t.also_for.includes(l.language_code)),
  )
}

/** Returns the URL and the texts of a film's labels, if it has any. */
export function labelsOf({ of, kind }: Film, language: Language) {
  if (kind !== 'narrated' || !of.hasLabels) return null
  return { url: mediaUrl(of, of.part.film!.labels), texts: textFor(of.texts, language.language_code).labels }
}
