import { distance, mayBeMistyped, withoutAttached } from './words.ts'

/** The words of an index, and the candidates for a query word. */

/** Match quality of a word: smaller is better. Values from `typo` on require typo correction. */
export const nearness = { exact: 0, beginning: 1, inflected: 2, typo: 3, farTypo: 4 } as const

/** Maps a word to its match quality. */
export type Meant = Map<string, number>

export interface Vocabulary {
  /** Returns the words that match a token as spelt. The last word of a query may be unfinished. */
  asSpelt(token: string, unfinished: boolean): Meant
  /** Returns the words that match a token after typo correction. */
  misspelt(token: string, unfinished: boolean): Meant
}

/** Maximum length of an inflectional ending: brake/brakes, squeal/squealing, freno/frenos. */
const longestEnding = 3
const shortestStem = 4

/** Builds the vocabulary. `derived` are generated forms, to which no typo is corrected. */
export function vocabularyOf(all: Iterable<string>, derived: ReadonlySet<string>): Vocabulary {
  const words = [...all].toSorted()
  const known = new Set(words)
  const letters = words.map(lettersOf)

  function asSpelt(token: string, unfinished: boolean): Meant {
    const meant: Meant = new Map()
    const mean = (word: string, near: number) => {
      if (known.has(word) && near < (meant.get(word) ?? Infinity)) meant.set(word, near)
    }
    mean(token, nearness.exact)
    const bare = withoutAttached(token)
    if (bare) mean(bare, nearness.inflected)
    for (let i = firstFrom(words, token); i < words.length && words[i]!.startsWith(token); i += 1) {
      const more = words[i]!.length - token.length
      if (unfinished) mean(words[i]!, nearness.beginning)
      else if (token.length >= shortestStem && more <= longestEnding && mayBeMistyped(token))
        mean(words[i]!, nearness.inflected)
    }
    if (mayBeMistyped(token))
      for (let less = 1; less <= longestEnding && token.length - less >= shortestStem; less += 1)
        mean(token.slice(0, -less), nearness.inflected)
    return meant
  }

  function misspelt(token: string, unfinished: boolean): Meant {
    const meant: Meant = new Map()
    if (!mayBeMistyped(token)) return meant
    const own = lettersOf(token)
    const look = (most: number, near: number, sameStart: boolean) => {
      for (const [i, word] of words.entries()) {
        const theirs = letters[i]!
        // Cheap tests first: most words differ by more letters than the limit.
        if (word.length < token.length - most || (!unfinished && word.length > token.length + most)) continue
        if (bits(own & ~theirs) > most || (!unfinished && bits(theirs & ~own) > most)) continue
        if (sameStart && word[0] !== token[0]) continue
        if (derived.has(word) || !mayBeMistyped(word)) continue
        if (distance(token, word, most, unfinished && token.length >= 5) > most) continue
        meant.set(word, near)
      }
    }
    look(1, nearness.typo, false)
    if (meant.size === 0 && token.length >= 5) look(2, nearness.farTypo, token.length < 8)
    return meant
  }
  return { asSpelt, misspelt }
}

function firstFrom(sorted: readonly string[], wanted: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the letters of a word as a bit set; letters of large alphabets share bits. */
function lettersOf(word: string): number {
  let set = 0
  for (let i = 0; i < word.length; i += 1) set |= 1 << (word.charCodeAt(i) & 31)
  return set
}

function bits(set: number): number {
  let count = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) count += 1
  return count
}
