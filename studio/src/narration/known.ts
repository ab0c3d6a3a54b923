import { spokenSeconds } from './estimate.ts'
import type { Narration } from './narrate.ts'

/**
 * narration.json in the media of a part: how its narrations came out. Captions are made from it, and a check judges lines
 * by it, where no voice is installed.
 */
export interface KnownLengths {
  format: 1
  tracks: { language: string; voice: 'synthetic' | 'human'; engine: string; lines: KnownLine[] }[]
}

export interface KnownLine {
  text: string
  /** What the voice was given, and the seconds that it took at its own speed. */
  said: string
  seconds: number
  /** When it is heard, and when each of its words begins: seconds of the film. */
  start: number
  end: number
  words: number[]
}

/** What is kept with the media of a narration. */
export function knownTrack({ language, voice, engine, lines }: Narration): KnownLengths['tracks'][number] {
  return {
    language,
    voice,
    engine,
    lines: lines.map(({ text, said, spoken, start, end, words }) => ({
      text,
      said,
      seconds: spoken,
      start,
      end,
      words: words.map((word) => word.start),
    })),
  }
}

/**
 * Seconds that the voice of a language takes for a line: measured where the same words have been said before, else
 * estimated. `known` is the narration.json of the part, if there is one.
 */
export function lineSeconds(
  language: string,
  line: { text: string; spoken?: string },
  known?: KnownLengths,
): { seconds: number; isMeasured: boolean } {
  const said = line.spoken ?? line.text
  const track = known?.tracks.find((each) => each.language === language)
  const measured = track?.lines.find((each) => each.said === said)
  return measured
    ? { seconds: measured.seconds, isMeasured: true }
    : { seconds: spokenSeconds(language, said), isMeasured: false }
}
