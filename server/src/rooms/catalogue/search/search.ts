import type { VideoType } from '@cutaway/contract/fields.ts'
import { mostFound, type FoundFilm } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { LRUCache } from 'lru-cache'
import { buildIndex, findIn, type Found, type Phrase, type SearchIndex } from './search.index.ts'
import { textFor, type Film, type Library, type LibraryPart } from '../library/library.ts'
import { isShownFor, tileOf } from '../tiles.ts'

/** Search over the library. Builds an index for each vehicle kind, driver side and language on first use. */

export interface SearchLanguage {
  language_id: number
  language_code: string
}

/** The part of the library that a caller can see. */
export interface View {
  language: SearchLanguage
  kind: 'car' | 'motorcycle'
  side: 'left' | 'right'
  mayInteractive: boolean
}

export interface Query extends View {
  keyword: string
  /** The preferred kind if a part has both films. */
  type: VideoType
  /** Other languages whose texts are searched if those of the requested one do not have the words as spelt. */
  others: readonly SearchLanguage[]
  now: Date
}

/** Two vehicle kinds, two driver sides, eight languages. */
const mostIndexes = 32

/** A part with its visible films. */
interface Shown {
  of: LibraryPart
  films: Film[]
}

interface Made {
  parts: Shown[]
  /** The texts from which the index was built, part by part. */
  texts: unknown[]
  index: Promise<SearchIndex>
}

export interface Search {
  /** Returns films in order of relevance, one per part. Returns nothing for a blank keyword. */
  find(query: Query): Promise<FoundFilm[]>
  /** Returns suggestions: a few symptoms from different systems. */
  commonSymptoms(view: View): string[]
}

export function searchOf(library: Library): Search {
  const made = new LRUCache<string, Made>({ max: mostIndexes })

  function indexFor({ kind, side }: Query, { language_code: tag }: SearchLanguage): Made {
    const key = `${kind} ${side} ${tag}`
    const parts = shownParts(library, kind, side)
    const texts = parts.map(({ of }) => textFor(of.texts, tag))
    const kept = made.get(key)
    // Comparing some thousand references costs less than a tenth of a search.
    if (kept && kept.texts.length === texts.length && texts.every((text, i) => text === kept.texts[i])) return kept
    const index = buildIndex(parts.map(({ of }) => phrasesOf(of, tag)))
    const fresh = { parts, texts, index }
    made.set(key, fresh)
    index.catch(() => made.get(key) === fresh && made.delete(key))
    return fresh
  }

  async function findBy(query: Query, language: SearchLanguage, typos = true): Promise<FoundFilm[]> {
    const { parts, index } = indexFor(query, language)
    const chosen = (part: number) => chosenFilm(parts[part]!, query)
    const shown = (part: number) => chosen(part) !== undefined
    const found = findIn(await index, query.keyword, { most: mostFound, shown, typos })
    return found.map((hit) => foundFilm(hit, chosen(hit.part)!, query, language, shown))
  }

  return {
    async find(query) {
      if (query.keyword.trim() === '') return []
      const own = await findBy(query, query.language)
      if (own.some(isAsSpelt)) return own
      // Workshops everywhere also use the terms of their neighbours' languages.
      const found: FoundFilm[] = []
      for (const other of query.others) found.push(...(await findBy(query, other, false)))
      return oncePerPart([...found, ...own]).slice(0, mostFound)
    },
    commonSymptoms: (view) => commonSymptoms(shownParts(library, view.kind, view.side), view),
  }
}

const isAsSpelt = ({ matches }: FoundFilm): boolean => matches[0]?.is_typo === 0

/** Returns the first entry of each part. */
function oncePerPart(films: readonly FoundFilm[]): FoundFilm[] {
  const first = new Map<string, FoundFilm>()
  for (const film of films) if (!first.has(film.part_id)) first.set(film.part_id, film)
  return [...first.values()]
}

const mostCommon = 5

/** Returns the most frequent symptom of each system, then the second of each, until the limit is reached. */
function commonSymptoms(parts: readonly Shown[], view: View): string[] {
  const bySystem = new Map<number, Map<string, number>>()
  for (const part of parts.filter(({ films }) => seen(films, view).length > 0)) {
    const { system, texts, part: file } = part.of
    const counts = bySystem.get(system.id) ?? new Map<string, number>()
    bySystem.set(system.id, counts)
    const { symptoms } = textFor(texts, view.language.language_code)
    for (const text of file.symptoms.flatMap((id) => symptoms[id] ?? [])) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const ranked = [...bySystem.values()].map((counts) =>
    [...counts].toSorted((a, b) => b[1] - a[1]).map(([text]) => text),
  )
  const common = new Set<string>()
  const longest = Math.max(0, ...ranked.map((symptoms) => symptoms.length))
  for (let place = 0; place < longest; place += 1)
    for (const text of ranked.flatMap((symptoms) => symptoms[place] ?? []))
      if (common.size < mostCommon) common.add(text)
  return [...common]
}

function shownParts(library: Library, kind: View['kind'], side: View['side']): Shown[] {
  const parts = new Map<LibraryPart, Film[]>()
  for (const film of library.films) {
    if (!isShownFor(film, kind, side)) continue
    const films = parts.get(film.of)
    if (films) films.push(film)
    else parts.set(film.of, [film])
  }
  return [...parts].map(([of, films]) => ({ of, films }))
}

const seen = (films: readonly Film[], { mayInteractive }: View): Film[] =>
  films.filter(({ kind }) => kind === 'narrated' || mayInteractive)

function chosenFilm({ films }: Shown, query: Query): Film | undefined {
  const allowed = seen(films, query)
  return allowed.find(({ kind }) => kind === query.type) ?? allowed[0]
}

/** Returns the phrases that find a part, in the language or the nearest available one. */
function phrasesOf(of: LibraryPart, tag: string): Phrase[] {
  const text = textFor(of.texts, tag)
  const name = (names: Record<string, string>) => textFor(new Map(Object.entries(names)), tag)
  const phrases = (kind: Phrase['kind'], texts: (string | undefined)[]) =>
    texts.flatMap((t): Phrase[] => (t ? [{ kind, text: t }] : []))
  return [
    ...phrases('name', [text.name]),
    ...phrases('code', of.part.trouble_codes),
    ...phrases(
      'keyword',
      of.part.keywords.map((id) => text.keywords[id]),
    ),
    ...phrases(
      'symptom',
      of.part.symptoms.map((id) => text.symptoms[id]),
    ),
    ...phrases('system', [name(of.subSystem.name), name(of.system.name)]),
  ]
}

function foundFilm(
  { reasons }: Found,
  film: Film,
  { language, now }: Query,
  { language_id }: SearchLanguage,
  shown: (part: number) => boolean,
): FoundFilm {
  const tag = language.language_code
  return {
    ...tileOf(film, tag, now),
    system_name: textFor(new Map(Object.entries(film.of.system.name)), tag),
    matches: reasons.map(({ kind, text, marks, isTypo, parts }) => ({
      kind,
      text,
      language_id,
      marks,
      is_typo: isTypo ? 1 : 0,
      films: parts.filter(shown).length,
    })),
  }
}
