/**
 * How long a voice takes for a text, told without the voice.
 *
 * Calibrated against the voices themselves: 35 lines of each language, as the library's narration.json tells their lengths,
 * fitted by least squares of the relative error. `error` is what remains of it (root mean square); the worst line is 24 % off
 * in French, 17 % in English, 14 % in Hebrew and 10 % in Spanish. A change of the voices or of their speed calls for new
 * figures.
 */
interface Pace {
  /** Seconds that any line takes. */
  line: number
  /** Seconds of a character, spaces included. */
  character: number
  /** Seconds of the pause at a comma, semicolon or colon within the line. */
  comma: number
  /** Seconds of the pause at the end of a sentence within the line. */
  sentence: number
  /** How far a usual line is off, as a share of its length. */
  error: number
}

const paces: Record<string, Pace> = {
  en: { line: 0, character: 0.0579, comma: 0.11, sentence: 0.13, error: 0.08 },
  es: { line: 0.14, character: 0.061, comma: 0.37, sentence: 0.65, error: 0.04 },
  fr: { line: 0.07, character: 0.0463, comma: 0.36, sentence: 0.66, error: 0.08 },
  he: { line: 0.08, character: 0.0827, comma: 0.11, sentence: 0.02, error: 0.06 },
  // Not measured: the length of a syllable or a word in calm speech.
  zh: { line: 0.3, character: 0.22, comma: 0.2, sentence: 0.4, error: 0.17 },
  th: { line: 0.3, character: 0.08, comma: 0.2, sentence: 0.4, error: 0.17 },
}

/** For a language that nobody has measured: the common rule of 14 characters a second. */
const common: Pace = { line: 0, character: 1 / 14, comma: 0, sentence: 0, error: 0.17 }

const paceOf = (tag: string): Pace => paces[tag.split('-')[0] ?? ''] ?? common

/** How far the estimate of a usual line is off in a language, as a share of its length. */
export const estimateError = (tag: string): number => paceOf(tag).error

/**
 * Seconds that the voice of a language (a tag such as `es-ES`) takes for a text at its own speed. Vowel points are not
 * characters.
 */
export function spokenSeconds(tag: string, text: string): number {
  const { line, character, comma, sentence } = paceOf(tag)
  const plain = text.trim().replaceAll(/\p{Mn}/gu, (mark) => (/[\u0591-\u05c7]/.test(mark) ? '' : mark))
  const count = (mark: RegExp) => plain.match(mark)?.length ?? 0
  return (
    line +
    plain.length * character +
    count(/[,;:](?=\s)|[，、；：](?=.)/g) * comma +
    count(/[.!?…](?=\s)|[。！？](?=.)/g) * sentence
  )
}
