import { wordsOf, type SpokenWord } from './speech.ts'

/** A word takes the time of its letters and of about two more for its beginning and end. */
const edge = 2

/**
 * When the words of a text are heard, for a voice that does not tell: by their lengths between `start` and `end`, with
 * the pauses of the sound ([start, end], in the same seconds) set on the punctuation where they fit it.
 */
export function spreadWords(text: string, start: number, end: number, pauses: [number, number][] = []): SpokenWord[] {
  const words = wordsOf(text)
  return clauseSplits(words)
    .map((clauses) => anchored(clauses, start, end, pauses))
    .find((result) => result !== undefined)!
}

/** The words parted at every punctuation mark, at the ends of sentences only, and not at all: the finest that fits. */
function clauseSplits(words: string[]): string[][][] {
  return [/[.,;:!?…]["'”»]?$/, /[.!?…]["'”»]?$/, /^$/].map((mark) => {
    const clauses: string[][] = [[]]
    for (const [i, word] of words.entries()) {
      clauses.at(-1)!.push(word)
      if (mark.test(word) && i < words.length - 1) clauses.push([])
    }
    return clauses
  })
}

/** The clauses between the longest pauses, or none when these do not stand where the clauses end. */
function anchored(
  clauses: string[][],
  start: number,
  end: number,
  pauses: [number, number][],
): SpokenWord[] | undefined {
  const borders = pauses
    .toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]))
    .slice(0, clauses.length - 1)
    .toSorted((a, b) => a[0] - b[0])
  if (borders.length < clauses.length - 1) return undefined
  const silent = borders.reduce((sum, [from, to]) => sum + to - from, 0)
  const whole = clauses.flat().reduce((sum, word) => sum + word.length + edge, 0)
  const words: SpokenWord[] = []
  for (const [i, clause] of clauses.entries()) {
    const from = borders[i - 1]?.[1] ?? start
    const to = borders[i]?.[0] ?? end
    const weight = clause.reduce((sum, word) => sum + word.length + edge, 0)
    const fair = ((end - start - silent) * weight) / whole
    if (clauses.length > 1 && (to - from < fair / 1.6 || to - from > fair * 1.6)) return undefined
    words.push(...between(clause, from, to))
  }
  return words
}

function between(words: string[], start: number, end: number): SpokenWord[] {
  const whole = words.reduce((sum, word) => sum + word.length + edge, 0)
  let passed = 0
  return words.map((text) => {
    const from = start + ((end - start) * passed) / whole
    passed += text.length + edge
    return { text, start: from, end: start + ((end - start) * passed) / whole }
  })
}
