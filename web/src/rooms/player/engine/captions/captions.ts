import type { Cue, Word } from './vtt.ts'

/** Selects the current caption and how much of it has been spoken. Pure; `Captions.tsx` renders it. */

/** Returns the cue at a second. Of two overlapping cues, the later one has started to speak. */
export function cueAt(cues: readonly Cue[], second: number): Cue | null {
  return cues.findLast((cue) => cue.start <= second && second < cue.end) ?? null
}

/** Returns the number of spoken words of the cue. */
export const spokenWords = (cue: Cue, second: number): number =>
  cue.words.findLastIndex((word) => word.at <= second) + 1

/** Returns the font size: 2.2 % of the film's width, from 14 to 34 px, scaled by the user's choice. */
export const captionSize = (filmWidth: number, factor = 1): number =>
  Math.min(34, Math.max(14, filmWidth * 0.022)) * factor

/** Films narrower than this have small captions over the full width, on one line if possible. */
const narrow = 560
/** The most that fits two lines and is easy to read at once. */
const mostLetters = 74

/** Returns how many narrow letters a caption may have at a film width: one line or two, limited by readability. */
export function captionRoom(filmWidth: number, factor = 1): number {
  const isNarrow = filmWidth < narrow
  const line = (filmWidth * (isNarrow ? 0.9 : 0.8)) / (captionSize(filmWidth, factor) * 0.52)
  return Math.round(isNarrow ? line : Math.min(mostLetters, 2 * line))
}

// Full-width letters: Chinese, Japanese, Korean, full-width forms.
const broad = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u
// Combining marks have no width: Thai vowels, Hebrew points.
const noRoom = /\p{Mn}/u

function room(text: string): number {
  let sum = 0
  for (const letter of text) sum += broad.test(letter) ? 2 : noRoom.test(letter) ? 0 : 1
  return sum
}
const roomOf = (words: readonly Word[]) =>
  room(
    words
      .map((word) => word.text)
      .join('')
      .trim(),
  )

const sentenceEnd = /[.!?…。！？]["'”’»)]?\s*$/
const pause = /[,;:،，、；：–—]["'”’»)]?\s*$/

/** Finds the best split of words: after a sentence, else after a pause, else nearest the middle. */
function partition(words: readonly Word[], most: number): (readonly Word[])[] {
  if (words.length < 2 || roomOf(words) <= most) return [words]
  const total = roomOf(words)
  let best = { index: 0, cost: Infinity }
  for (let index = 1; index < words.length; index += 1) {
    const before = words[index - 1]?.text ?? ''
    const first = roomOf(words.slice(0, index))
    const reach = Math.abs(first - total / 2) / total
    const cost = reach + (sentenceEnd.test(before) ? -1 : pause.test(before) ? -0.3 : 0)
    if (cost < best.cost) best = { index, cost }
  }
  return [...partition(words.slice(0, best.index), most), ...partition(words.slice(best.index), most)]
}

/**
 * Splits cues that do not fit two lines into pieces, shown one after the other by their word times. A cue without word
 * times cannot be split.
 */
export function piecesOf(cues: readonly Cue[], most: number): Cue[] {
  return cues.flatMap((cue) => {
    const parts = partition(cue.words, most)
    return parts.map((words, i) => ({
      words,
      start: i === 0 ? cue.start : (words[0]?.at ?? cue.start),
      end: parts[i + 1]?.[0]?.at ?? cue.end,
    }))
  })
}
