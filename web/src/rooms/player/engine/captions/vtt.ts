/** Parses WebVTT into cues with word times; ignores settings. Pure. */

export interface Word {
  /** Second at which the word is spoken. */
  at: number
  /** Includes the space that follows it in the file. */
  text: string
}

export interface Cue {
  start: number
  end: number
  words: readonly Word[]
}

const timing = /^((?:\d+:)?\d{1,2}:\d{2}[.,]\d{3})\s+-->\s+((?:\d+:)?\d{1,2}:\d{2}[.,]\d{3})(?:\s|$)/

/** '00:01:02.500' or '01:02.500' -> 62.5 */
function seconds(text: string): number {
  return text
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0)
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: '\u00a0', lrm: '\u200e', rlm: '\u200f' }
const plain = (text: string) => text.replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => named[name] ?? '')

/** Returns the words of a cue's text. Tags other than times are removed; a text without times is one word. */
function wordsOf(text: string, start: number): Word[] {
  const words: Word[] = []
  let at = start
  for (const part of text.split(/(<[^>]*>)/)) {
    if (part.startsWith('<')) {
      const stamp = part.slice(1, -1)
      if (/^\d/.test(stamp)) at = seconds(stamp)
      continue
    }
    const clean = plain(part.replaceAll('\n', ' '))
    const last = words.at(-1)
    if (clean === '') continue
    // A space between two tags belongs to the previous word.
    if (last && (clean.trim() === '' || last.at === at)) last.text += clean
    else words.push({ at, text: clean })
  }
  return words
}

/** Returns the cues of a file in time order. Skips invalid cues. */
export function readVtt(file: string): Cue[] {
  const blocks = file
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)
  const cues = blocks.flatMap((block): Cue[] => {
    const lines = block.split('\n')
    const index = lines.findIndex((line) => timing.test(line))
    const [, from, to] = timing.exec(lines[index] ?? '') ?? []
    if (from === undefined || to === undefined) return []
    const [start, end] = [seconds(from), seconds(to)]
    const words = wordsOf(
      lines
        .slice(index + 1)
        .join('\n')
        .trim(),
      start,
    )
    return end > start && words.length > 0 ? [{ start, end, words }] : []
  })
  return cues.toSorted((a, b) => a.start - b.start)
}

export const textOfCue = (cue: Cue): string =>
  cue.words
    .map((word) => word.text)
    .join('')
    .trim()
