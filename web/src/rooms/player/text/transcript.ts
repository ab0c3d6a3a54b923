import { type Cue, textOfCue, type Word } from '../engine/captions/vtt.ts'

/** Combines the transcript with word times, which only the captions have. Pure. */

export interface Line {
  start: number
  end: number
  text: string
  /** The words with their times; empty if the captions differ from the transcript. */
  words: readonly Word[]
}

const bare = (text: string) => text.replaceAll(/\s+/g, '')

/** Assigns to a line the words of the captions that start within it, if they match its text. */
export function linesOf(transcript: readonly Omit<Line, 'words'>[], cues: readonly Cue[]): Line[] {
  return transcript.map((line) => {
    const within = cues.filter(({ start, end }) => {
      const middle = (start + end) / 2
      return middle >= line.start - 0.5 && middle <= line.end + 0.5
    })
    const same = bare(within.map(textOfCue).join('')) === bare(line.text)
    // A space separates two consecutive captions within a line.
    const words = within.flatMap((cue, i) =>
      cue.words.map((word, j) =>
        j === cue.words.length - 1 && i < within.length - 1 ? { ...word, text: `${word.text.trimEnd()} ` } : word,
      ),
    )
    return { ...line, words: same ? words : [] }
  })
}

/** Returns the index of the current line at a second; between two lines the previous one. Null before the first. */
export const lineAt = (lines: readonly Line[], second: number): number | null => {
  const index = lines.findLastIndex(({ start }) => start <= second + 0.05)
  return index === -1 ? null : index
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Returns the indexes of the lines that contain all words, ignoring case and accents; all lines for an empty query. */
export function linesSaying(lines: readonly Pick<Line, 'text'>[], words: string): number[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean)
  return lines.flatMap(({ text }, i) => (wanted.every((word) => plain(text).includes(word)) ? [i] : []))
}
