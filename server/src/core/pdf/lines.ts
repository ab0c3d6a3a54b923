import { segmentsIn } from '../formats.ts'

/**
 * Breaks lines by measured widths. The renderer's own line breaking squeezes spaces, does not support Thai or Chinese,
 * and inserts a hyphen wherever there is no space. Here Chinese breaks between any two characters, except at marks that
 * must not begin or end a line. Thai breaks between words, which come from the dictionary of the runtime and the
 * document's own terms. All other scripts break at spaces.
 */

const thai = /[\u0e00-\u0e7f]/
const chinese = /[\u2e80-\u9fff\uff00-\uffef]/

/** Never at the beginning of a line: closing marks and everything that belongs to the text before it. */
const staysWithBefore = /^[\s\u00a0、。，．：；！？…—～·）］｝〉》」』】〕〗”’%‰℃°,.:;!?)\]}ฯๆ]/u
/** Never at the end of a line. */
const staysWithNext = /[（［｛〈《「『【〔〖“‘([{$¥￥\u00a0]$/u

/** A Chinese unit has two characters at most. */
const figureAndUnit = /\d\s?\p{Script=Han}?$/u

/**
 * Returns the pieces between which a line may break. Joined they are the text, with some spaces made non-breaking.
 * `terms` are never split in Thai.
 */
export function pieces(given: string, tag: string, terms: readonly string[] = []): string[] {
  const text = bound(given)
  if (!thai.test(text) && !chinese.test(text)) return text.match(/[^ ]* +|[^ ]+/g) ?? []
  const granularity = thai.test(text) ? 'word' : 'grapheme'
  const whole = thai.test(text) ? insides(text, terms) : new Set<number>()
  const joined: string[] = []
  for (const { segment, index } of segmentsIn(text, tag, granularity)) {
    const before = joined.at(-1)
    const together =
      before !== undefined &&
      (whole.has(index) ||
        staysWithBefore.test(segment) ||
        staysWithNext.test(before) ||
        (isForeign(before.at(-1)!) && isForeign(segment)) ||
        (figureAndUnit.test(before) && chinese.test(segment)))
    if (together) joined[joined.length - 1] = before + segment
    else joined.push(segment)
  }
  return joined
}

/** Letters and figures of other scripts form words and numbers, which are never split. */
const isForeign = (text: string) => /^[\p{L}\p{N}]/u.test(text) && !thai.test(text) && !chinese.test(text)

/** The number of characters that identify a term. The rest may be another word joined to it. */
const enough = 5

/** Returns the positions inside a term, where no line may break. */
function insides(text: string, terms: readonly string[]): Set<number> {
  const places = new Set<number>()
  for (const term of terms) {
    const start = term.slice(0, enough)
    if (start.length < 2) continue
    for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + start.length)) {
      let length = start.length
      while (length < term.length && text[at + length] === term[length]) length += 1
      for (let i = at + 1; i < at + length; i += 1) places.add(i)
    }
  }
  return places
}

/** Binds a figure to its unit, and a French punctuation mark to its word. */
const bound = (text: string) =>
  text.replace(/(?<=\d) (?=[\p{L}°%]{1,3}(?!\p{L}))|(?<=\S) (?=[;:!?»%](?:\s|$))|(?<=«) /gu, '\u00a0')

/**
 * Returns the text as the font draws it. Thai AM after a tone mark is drawn as a ring under the mark and a letter
 * behind it: in the font's text these are two characters, in this order. The renderer does not support this, loses a
 * letter for each, and draws mark and ring over each other.
 */
export const asDrawn = (text: string): string => text.replace(/([\u0e48-\u0e4b]?)\u0e33/g, '\u0e4d$1\u0e32')

export interface LineOptions {
  tag: string
  /** In the unit of `measure`. */
  width: number
  measure: (text: string) => number
  terms?: readonly string[]
}

/**
 * Breaks a paragraph into lines. If the last line has only a word or two, all lines are shortened slightly to fill it,
 * provided that this adds no line.
 */
export function breakLines(text: string, { tag, width, measure: measureText, terms }: LineOptions): string[] {
  const parts = pieces(text, tag, terms)
  const widths = new Map<string, number>()
  const measure = (part: string) => {
    const known = widths.get(part) ?? measureText(part)
    widths.set(part, known)
    return known
  }
  const lines = fill(parts, width, measure)
  if (lines.length < 2 || measure(lines.at(-1)!) > width / 4) return lines
  // Short texts may become slightly narrower than the surrounding text; in a long paragraph that would be visible.
  for (const share of lines.length > 3 ? [0.97, 0.94] : [0.96, 0.92, 0.88, 0.84]) {
    const narrower = fill(parts, width * share, measure)
    if (narrower.length > lines.length) break
    if (measure(narrower.at(-1)!) > width / 4) return narrower
  }
  return lines
}

function fill(parts: readonly string[], width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  let length = 0
  for (const part of parts) {
    if (line !== '' && length + measure(part.trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
      length = 0
    }
    line += part
    length += measure(part)
    // A single word that is wider than the line, such as a web address, is broken anywhere.
    while (line.length > 1 && line === part.slice(-line.length) && measure(line.trimEnd()) > width) {
      const fits = beginningOf(line, width, measure)
      lines.push(fits)
      line = line.slice(fits.length)
      length = measure(line)
    }
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  return lines
}

/** Returns as many letters, with their marks, as fit; at least one. */
function beginningOf(word: string, width: number, measure: (text: string) => number): string {
  let fits = ''
  for (const { segment } of segmentsIn(word, 'en', 'grapheme')) {
    if (fits !== '' && measure(fits + segment) > width) break
    fits += segment
  }
  return fits
}
