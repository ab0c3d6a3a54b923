/** A word as it is written in the script, with the time in which it is heard: seconds. */
export interface SpokenWord {
  text: string
  start: number
  end: number
}

/** What a voice says: mono samples from -1 to 1. `words` only where the voice itself knows when it says each word. */
export interface Speech {
  samples: Float32Array<ArrayBuffer>
  /** Samples a second. */
  rate: number
  words?: SpokenWord[]
}

/** A voice: says a text in the language of a tag such as `es-ES`. Throws where the voice is not installed. */
export type Speak = (text: string, options: { language: string }) => Promise<Speech>

/** The words of a text as people count them: what stands between spaces, punctuation included. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
