/**
 * Counts the segments of a text message (GSM 03.38 and 03.40). A message of one segment holds 160 units of 7 bits, or
 * 70 of 16 bits if one of its characters is not in the GSM alphabet; in a longer message each segment loses a few units
 * to the concatenation header.
 */

export interface Segments {
  encoding: 'GSM-7' | 'UCS-2'
  /** Units that the text takes; some characters take two. */
  units: number
  /** 0 for an empty text. */
  segments: number
  /** Units that still fit before another segment is needed. */
  unitsLeft: number
}

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Characters that need an escape: two units. */
const extension = new Set('\f^{}\\[~]|€')

const inGsm = (character: string): boolean => basic.has(character) || extension.has(character)

const capacity = { 'GSM-7': { one: 160, many: 153 }, 'UCS-2': { one: 70, many: 67 } } as const

/** Counts the units and segments of a text. A character of two units is never split between two segments. */
export function segmentsOf(text: string): Segments {
  const characters = Array.from(text)
  const encoding = characters.every(inGsm) ? 'GSM-7' : 'UCS-2'
  const size = (character: string): number =>
    encoding === 'UCS-2' ? character.length : extension.has(character) ? 2 : 1
  const { one, many } = capacity[encoding]
  const units = characters.reduce((sum, character) => sum + size(character), 0)
  if (units <= one) return { encoding, units, segments: units === 0 ? 0 : 1, unitsLeft: one - units }

  let segments = 1
  let used = 0
  for (const character of characters) {
    const wanted = size(character)
    if (used + wanted > many) {
      segments += 1
      used = 0
    }
    used += wanted
  }
  return { encoding, units, segments, unitsLeft: many - used }
}

/** Replacements for the typographic characters that word processors and phones insert. */
const plain: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '«': '"',
  '»': '"',
  '″': '"',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '‹': "'",
  '›': "'",
  '′': "'",
  '´': "'",
  '`': "'",
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '…': '...',
  '•': '-',
  '·': '-',
  '×': 'x',
  '\t': ' ',
  '\u{a0}': ' ',
  '\u{2002}': ' ',
  '\u{2003}': ' ',
  '\u{2009}': ' ',
  '\u{200a}': ' ',
  '\u{202f}': ' ',
  '\u{ad}': '',
  '\u{200b}': '',
  '\u{feff}': '',
  œ: 'oe',
  Œ: 'OE',
}

/** Returns a Latin letter without its accent, if the GSM alphabet lacks the accented letter. */
function withoutAccent(character: string): string {
  const [letter = '', ...marks] = character.normalize('NFD')
  const accented = marks.length > 0 && marks.every((mark) => /\p{Mn}/u.test(mark))
  return accented && /[A-Za-z]/.test(letter) ? letter : character
}

/**
 * Returns the text with typographic characters replaced by plain ones, and without accents that the GSM alphabet lacks.
 * Letters of other scripts and emoji do not change.
 */
export const foldTypography = (text: string): string =>
  Array.from(text.normalize('NFC'))
    .map((character) => (inGsm(character) ? character : (plain[character] ?? withoutAccent(character))))
    .join('')
