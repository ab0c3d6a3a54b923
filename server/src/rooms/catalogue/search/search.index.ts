import type { SearchMatch } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { nearness, vocabularyOf, type Meant, type Vocabulary } from './vocabulary.ts'
import { isSmallWord, tokensOf, withoutAttached } from './words.ts'

/**
 * The in-memory index over the texts of parts in one language, and the ranking of results. Pure functions: the index
 * knows a part only as a list of phrases.
 */

type Kind = SearchMatch['kind']

/** A phrase that finds a part. */
export interface Phrase {
  kind: Kind
  text: string
}

interface Entry extends Phrase {
  words: readonly string[]
  /** Numbers of the parts that contain it, and its position among the phrases of each. */
  parts: number[]
  places: number[]
}

export interface SearchIndex {
  entries: readonly Entry[]
  /** Maps a word to the entries that contain it. */
  entriesOf: ReadonlyMap<string, readonly number[]>
  vocabulary: Vocabulary
}

/** A found part by number, with the reasons, the best first. */
export interface Found {
  part: number
  reasons: Reason[]
}
export interface Reason extends Phrase {
  marks: [number, number][]
  isTypo: boolean
  /** Numbers of the parts that contain it. */
  parts: readonly number[]
}

/** Ranking: a hit in an earlier kind comes first; a corrected typo comes after all of them. */
const order: readonly Kind[] = ['name', 'code', 'keyword', 'symptom', 'system']
const mostWords = 8
const fewFound = 10

/** Indexing yields to the event loop after each batch, so that other requests are not blocked. */
const turn = 8
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Builds the index of parts, each a list of its phrases in descending importance. */
export async function buildIndex(parts: readonly Iterable<Phrase>[]): Promise<SearchIndex> {
  const entries: Entry[] = []
  const byPhrase = new Map<string, Entry>()
  const entriesOf = new Map<string, number[]>()
  const written = new Set<string>()
  let began = performance.now()
  for (const [part, phrases] of parts.entries()) {
    let place = 0
    for (const { kind, text } of phrases) {
      const key = `${kind} ${text}`
      let entry = byPhrase.get(key)
      if (!entry) {
        entry = { kind, text, words: tokensOf(text).map((t) => t.text), parts: [], places: [] }
        byPhrase.set(key, entry)
        for (const word of entry.words) written.add(word)
        for (const word of new Set(entry.words.flatMap(formsOf))) {
          const list = entriesOf.get(word)
          if (list) list.push(entries.length)
          else entriesOf.set(word, [entries.length])
        }
        entries.push(entry)
      }
      if (entry.parts.at(-1) !== part) {
        entry.parts.push(part)
        entry.places.push(place)
      }
      place += 1
    }
    if (performance.now() - began > turn) {
      await nextTurn()
      began = performance.now()
    }
  }
  const derived = new Set([...entriesOf.keys()].filter((word) => !written.has(word)))
  return { entries, entriesOf, vocabulary: vocabularyOf(entriesOf.keys(), derived) }
}

/** Returns the indexed forms of a word: a code also without its letter, a Hebrew word also without its prefix. */
function formsOf(word: string): string[] {
  const forms = [word, withoutAttached(word) ?? '', /^[pcbu]\d/.test(word) ? word.slice(1) : '']
  return forms.filter((form) => form !== '')
}

interface Hit {
  entry: number
  /** Bit n is set if the entry contains word n of the query; stop words are excluded. */
  covers: number
  /** Match quality of each word of the query; Infinity if the entry does not contain it. */
  near: number[]
  /** Smaller is better. */
  score: number[]
}

interface Candidate {
  part: number
  hits: { hit: Hit; place: number }[]
  covers: number
}

interface Asked {
  token: string
  meant: Meant
}

/**
 * Returns the parts that match a keyword, the best first, at most `most`. All words count, except those without a
 * match. `shown` returns whether a part is visible. Without `typos`, words match as spelt only, which is much faster.
 */
export function findIn(
  index: SearchIndex,
  keyword: string,
  {
    most = Infinity,
    shown = () => true,
    typos = true,
  }: { most?: number; shown?: (part: number) => boolean; typos?: boolean } = {},
): Found[] {
  const asked = [...new Set(tokensOf(keyword, true).map((t) => t.text))].slice(0, mostWords)
  if (asked.length === 0) return []
  const unfinished = (i: number) => i === asked.length - 1
  const { asSpelt, misspelt } = index.vocabulary
  const spelt = asked.map((token, i) => asSpelt(token, unfinished(i)))
  const counting = asked.some((token) => !isSmallWord(token))
    ? asked.reduce((set, token, i) => (isSmallWord(token) ? set : set | (1 << i)), 0)
    : 2 ** asked.length - 1
  const seen = (words: Meant[]) => collect(index, words, counting, shown)

  let meant = asked.map((token, i) => (spelt[i]!.size > 0 || !typos ? spelt[i]! : misspelt(token, unfinished(i))))
  let found = seen(meant)
  if (typos && found.length < fewFound) {
    // An existing word may also be a typo of another one. Such results come last, unless they match more words.
    meant = asked.map((token, i) =>
      token.length >= 5 ? new Map([...misspelt(token, false), ...meant[i]!]) : meant[i]!,
    )
    const more = seen(meant)
    const has = new Set(found.map(({ part }) => part))
    const answersMore = bits(more[0]?.covers ?? 0) > bits(found[0]?.covers ?? 0)
    found = answersMore ? more : [...found, ...more.filter(({ part }) => !has.has(part))]
  }
  const query = asked.map((token, n) => ({ token, meant: meant[n]! }))
  return found.slice(0, most).map((candidate) => toFound(index, candidate, query))
}

/** Returns the parts that match the most words of the query, in order. */
function collect(
  index: SearchIndex,
  meant: readonly Meant[],
  counting: number,
  shown: (part: number) => boolean,
): Candidate[] {
  const hits = new Map<number, Hit>()
  for (const [n, words] of meant.entries())
    for (const [word, near] of words)
      for (const entry of index.entriesOf.get(word) ?? []) {
        let hit = hits.get(entry)
        if (!hit) hits.set(entry, (hit = { entry, covers: 0, near: meant.map(() => Infinity), score: [] }))
        hit.covers |= (1 << n) & counting
        hit.near[n] = Math.min(hit.near[n]!, near)
      }

  const candidates = new Map<number, Candidate>()
  let most = 0
  for (const hit of hits.values()) {
    if (hit.covers === 0) continue
    hit.score = scoreOfHit(index, hit, meant)
    const { parts, places } = index.entries[hit.entry]!
    for (const [i, part] of parts.entries()) {
      if (!shown(part)) continue
      let candidate = candidates.get(part)
      if (!candidate) candidates.set(part, (candidate = { part, hits: [], covers: 0 }))
      candidate.hits.push({ hit, place: places[i]! })
      candidate.covers |= hit.covers
      most = Math.max(most, bits(candidate.covers))
    }
  }
  if (most < Math.ceil(bits(counting) / 2)) return []
  return [...candidates.values()]
    .filter(({ covers }) => bits(covers) === most)
    .map((candidate) => ({ candidate, score: scoreOf(index, candidate, meant) }))
    .toSorted((a, b) => compare(a.score, b.score) || a.candidate.part - b.candidate.part)
    .map(({ candidate }) => candidate)
}

/** Returns the score for lexicographic comparison; smaller is better. */
function scoreOf(index: SearchIndex, { hits, covers }: Candidate, meant: readonly Meant[]): number[] {
  let best: Candidate['hits'][number] | undefined
  for (const candidate of hits)
    if (candidate.hit.covers === covers && (!best || isBetter(candidate, best))) best = candidate
  const inOne = best ? [...best.hit.score, best.place] : undefined
  if (inOne && bits(covers) === 1) return inOne
  // The words are in several phrases: the score is that of the worst one, plus half a step.
  const words = meant.map((_, n) => n).filter((n) => covers & (1 << n))
  const each = words.map((n) => {
    const scores = hits
      .filter(({ hit }) => hit.covers & (1 << n))
      .map(({ hit, place }) => [hit.near[n]! >= nearness.typo ? 1 : 0, rankOf(index, hit), hit.near[n]!, 2, place])
    return scores.toSorted(compare)[0]!
  })
  const worst = each.toSorted(compare).at(-1)!
  const spread = [worst[0]!, worst[1]! + 0.5, ...worst.slice(2)]
  return inOne && compare(inOne, spread) <= 0 ? inOne : spread
}

const rankOf = (index: SearchIndex, hit: Hit): number => order.indexOf(index.entries[hit.entry]!.kind)

function isBetter(a: Candidate['hits'][number], b: Candidate['hits'][number]): boolean {
  return (compare(a.hit.score, b.hit.score) || a.place - b.place) < 0
}

/** Returns the score of a hit: typo or not; kind; match quality; whole phrase, its beginning, or inside it. */
function scoreOfHit(index: SearchIndex, hit: Hit, meant: readonly Meant[]): number[] {
  const { words } = index.entries[hit.entry]!
  const near = hit.near.filter(Number.isFinite)
  const farthest = Math.max(...near)
  const whole = near.length === meant.length && words.length === meant.length && farthest === nearness.exact
  return [
    farthest >= nearness.typo ? 1 : 0,
    rankOf(index, hit),
    near.reduce((sum, n) => sum + n, 0),
    whole ? 0 : meant[0]!.has(words[0] ?? '') ? 1 : 2,
  ]
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return a[i]! - b[i]!
  return 0
}

const mostSymptoms = 3
const mostOthers = 2

function toFound(index: SearchIndex, { part, hits, covers }: Candidate, query: readonly Asked[]): Found {
  const sorted = hits
    .toSorted(
      (a, b) => bits(b.hit.covers) - bits(a.hit.covers) || compare(a.hit.score, b.hit.score) || a.place - b.place,
    )
    .map(({ hit }) => hit)
  const reasons: Hit[] = []
  let told = 0
  let others = 0
  let symptoms = 0
  for (const hit of sorted) {
    const { kind } = index.entries[hit.entry]!
    const tellsMore = (told | hit.covers) !== told
    if (!tellsMore && hit.covers !== covers && kind !== 'name') continue
    const isSymptom = kind === 'symptom'
    if (!tellsMore && kind !== 'name' && (isSymptom ? symptoms >= mostSymptoms : others >= mostOthers)) continue
    told |= hit.covers
    if (isSymptom) symptoms += 1
    else others += 1
    reasons.push(hit)
  }
  return { part, reasons: reasons.map((hit) => toReason(index.entries[hit.entry]!, hit, query)) }
}

function toReason(entry: Entry, hit: Hit, query: readonly Asked[]): Reason {
  const near = hit.near.filter(Number.isFinite)
  return {
    kind: entry.kind,
    text: entry.text,
    marks: marksIn(entry.text, query),
    isTypo: Math.max(...near) >= nearness.typo,
    parts: entry.parts,
  }
}

/**
 * Returns the positions of the query's words in a text; for an unfinished word, of its prefix. A word that matches only
 * after typo correction is not marked: "noise" does not stand in "Nose".
 */
function marksIn(text: string, query: readonly Asked[]): [number, number][] {
  const marks: [number, number][] = []
  for (const { text: word, starts, ends } of tokensOf(text)) {
    let from = Infinity
    let to = 0
    for (const form of formsOf(word))
      for (const { token, meant } of query) {
        const near = meant.get(form)
        if (near === undefined || near >= nearness.typo) continue
        const first = word.length - form.length
        const length = near === nearness.beginning ? token.length : form.length
        from = Math.min(from, starts[first]!)
        to = Math.max(to, ends[first + length - 1]!)
      }
    if (to === 0) continue
    const last = marks.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else marks.push([from, to])
  }
  return marks
}

function bits(set: number): number {
  let count = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) count += 1
  return count
}
