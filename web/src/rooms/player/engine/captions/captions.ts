import type { Cue, Word } from './vtt.ts'

/** Which caption stands on the film, and how much of it has been spoken. Pure; `Captions.tsx` draws it. */

/** The cue of a second. Where two overlap the later one has begun to speak. */
export function cueAt(cues: readonly Cue[], second: number): Cue | null {
  return cues.findLast((cue) => cue.start <= second && second < cue.end) ?? null
}

/** Number of words of the cue that have been spoken. */
export const spokenWords = (cue: Cue, second: number): number =>
  cue.words.findLastIndex((word) => word.at <= second) + 1

/** 2.2 % of the film's width, from 14 to 34 px; more or less of it where somebody chose so. */
export const captionSize = (filmWidth: number, factor = 1): number =>
  Math.min(34, Math.max(14, filmWidth * 0.022)) * factor

/** Films narrower than this have small captions over the whole width, of one line where it can be. */
const narrow = 560
/** What two lines hold and the eye takes in at once. */
const mostLetters = 74

/** How many narrow letters a caption may hold on a film of a width: one line or two, at most what reads at ease. */
export function captionRoom(filmWidth: number, factor = 1): number {
  const isNarrow = filmWidth < narrow
  const line = (filmWidth * (isNarrow ? 0.9 : 0.8)) / (captionSize(filmWidth, factor) * 0.52)
  return Math.round(isNarrow ? line : Math.min(mostLetters, 2 * line))
}

// Letters that are as broad as high: Chinese, Japanese, Korean, full-width forms.
const broad = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u
// Marks that stand above or below another letter take no room: Thai vowels, Hebrew points.
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

/** Where words part best: after a sentence, else after a pause, else nearest the middle. */
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
 * Cues that are longer than fits into two lines are shown in pieces, one after the other, by the times of their words.
 * A cue without times of its words cannot be parted.
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
