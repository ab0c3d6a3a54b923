/** Returns the languages of a film: narrated, and with captions only. Pure. */

export interface FilmLanguage {
  language_id: number
  /** As in <html lang>: es-ES. */
  tag: string
  /** Native name of the language. */
  name: string
}

export interface LanguageChoice extends FilmLanguage {
  /** Whether the film has a narration in it, or only captions. */
  heard: boolean
}

/** 'es_es' and 'ES-es' -> 'es-ES'. */
export function normalTag(tag: string): string {
  const [language = '', ...rest] = tag.split(/[-_]/)
  return [language.toLowerCase(), ...rest.map((part) => (part.length === 2 ? part.toUpperCase() : part))].join('-')
}

const base = (tag: string) => tag.split('-', 1)[0]

/**
 * Returns the tag of a list that matches a requested one: itself, else another of the same language (en-AU matches
 * en-US).
 */
export function servingTag(wanted: string, available: readonly string[]): string | null {
  const tag = normalTag(wanted)
  return (
    available.find((other) => normalTag(other) === tag) ??
    available.find((other) => base(normalTag(other)) === base(tag)) ??
    null
  )
}

/** Returns the entries of the language menu: narrations in order, then languages with captions only. */
export function languageChoices(
  narrations: readonly FilmLanguage[],
  captions: readonly FilmLanguage[],
): LanguageChoice[] {
  const heard = narrations.map((tongue) => ({ ...tongue, heard: true }))
  const onlyRead = captions.filter(({ tag }) => !narrations.some((other) => other.tag === tag))
  return [...heard, ...onlyRead.map(({ language_id, tag, name }) => ({ language_id, tag, name, heard: false }))]
}

/** Returns the name of a language in another: 'th-TH' in 'en-US' -> Thai. */
export function nameOfLanguage(tag: string, inLanguage: string): string {
  try {
    return new Intl.DisplayNames([inLanguage], { type: 'language' }).of(base(normalTag(tag)) ?? tag) ?? tag
  } catch {
    return tag
  }
}
