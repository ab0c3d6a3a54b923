/** A piece of a caption that lights up as one, and what stands between it and the next. */
export interface Unit {
  text: string
  gap: string
}

/** Languages that write their words without spaces. */
const unspaced = new Set(['zh', 'th', 'ja', 'lo', 'km', 'my'])
const opening = /^[\p{Ps}\p{Pi}]+$/u

export function isUnspaced(tag: string): boolean {
  return unspaced.has(tag.split('-')[0] ?? '')
}

/**
 * Parts a text into words, punctuation with the word that it follows. Chinese and Thai are parted by the dictionary of
 * the platform; `terms` stay whole, because it does not know the words of the trade. Text and gaps joined are the text.
 */
export function unitsOf(tag: string, text: string, terms: string[] = []): Unit[] {
  if (!isUnspaced(tag)) {
    return Array.from(text.matchAll(/(\S+)(\s*)/g), (m) => ({ text: m[1]!, gap: m[2]! }))
  }
  const units: Unit[] = []
  let before = ''
  for (const { segment, isWord } of segmentsOf(tag, text, terms)) {
    const last = units.at(-1)
    if (isWord) {
      units.push({ text: before + segment, gap: '' })
      before = ''
    } else if (segment.trim() === '' && last && before === '') last.gap += segment
    else if (opening.test(segment) || !last) before += segment
    else {
      last.text += last.gap + segment
      last.gap = ''
    }
  }
  if (before) units.push({ text: before, gap: '' })
  return units
}

interface Segment {
  segment: string
  isWord: boolean
}

function segmentsOf(tag: string, text: string, terms: string[]): Segment[] {
  return parted(
    text,
    terms.flatMap((term) => piecesOf(tag, term)),
  ).flatMap(({ segment, isTerm }) => (isTerm ? [{ segment, isWord: true }] : paired(tag, dictionary(tag, segment))))
}

function dictionary(tag: string, text: string): Segment[] {
  const segmenter = new Intl.Segmenter(tag, { granularity: 'word' })
  return Array.from(segmenter.segment(text), ({ segment, isWordLike }) => ({ segment, isWord: isWordLike === true }))
}

/** Letters from which a single segment of a term is a word that can be told from others. */
const shortestWord: Record<string, number> = { zh: 2, ja: 2 }
const shortestOther = 4

/**
 * A term with its beginnings and endings: a script says `caliper` where the label is `floating caliper`. Of a single
 * segment only what is long enough to be no part of another word.
 */
function piecesOf(tag: string, term: string): string[] {
  const segments = dictionary(tag, term).map(({ segment }) => segment)
  const shortest = shortestWord[tag.split('-')[0] ?? ''] ?? shortestOther
  const pieces = segments.flatMap((_, i) => [segments.slice(0, i + 1), segments.slice(i)])
  return [term, ...pieces.filter((p) => p.length > 1 || p.join('').length >= shortest).map((p) => p.join(''))]
}

/** Signs of Chinese that are words of their own. */
const particles = new Set(
  '的地得把被在里内中上下了着过和与或及从到向对由为是有就也都再又还才请让使将当时后前其此它每各个两只不',
)

/** Chinese signs that the dictionary has left single are joined by two, because most words have two. */
function paired(tag: string, segments: Segment[]): Segment[] {
  if (!tag.startsWith('zh')) return segments
  const isSingle = ({ segment, isWord }: Segment) => isWord && segment.length === 1 && !particles.has(segment)
  const joined: Segment[] = []
  let wasSingle = false
  for (const segment of segments) {
    if (wasSingle && isSingle(segment)) {
      joined.at(-1)!.segment += segment.segment
      wasSingle = false
    } else {
      joined.push({ ...segment })
      wasSingle = isSingle(segment)
    }
  }
  return joined
}

/** The text parted at the terms, the longer ones first. */
function parted(text: string, terms: string[]): { segment: string; isTerm: boolean }[] {
  const whole = new Set(terms.filter((term) => term.length > 1))
  if (!whole.size) return [{ segment: text, isTerm: false }]
  const pattern = [...whole]
    .toSorted((a, b) => b.length - a.length)
    .map((term) => term.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join('|')
  return text
    .split(new RegExp(`(${pattern})`))
    .filter((segment) => segment !== '')
    .map((segment) => ({ segment, isTerm: whole.has(segment) }))
}

/** The words of the trade in the labels and keywords of a language: what stands between commas and brackets. */
export function termsOf({ labels, keywords }: { labels: Record<string, string>; keywords: Record<string, string> }) {
  const names = [...Object.values(labels), ...Object.values(keywords)]
  return [...new Set(names.flatMap((name) => name.split(/[\s,，、;；/()（）]+/)).filter((term) => term !== ''))]
}
