/**
 * In how many parts a text message travels (GSM 03.38 and 03.40). A message of one part holds 160 units of 7 bits, or 70 of
 * 16 bits when one of its characters is not in the small alphabet of telephones; parts of a longer message lose a
 * few units to their numbering.
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
/** Written with an escape before them: two units. */
const extension = new Set('\f^{}\\[~]|€')

const inGsm = (character: string): boolean => basic.has(character) || extension.has(character)

const capacity = { 'GSM-7': { one: 160, many: 153 }, 'UCS-2': { one: 70, many: 67 } } as const

/** Counts the units and parts of a text. A character of two units is never divided between two parts. */
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

/** What word processors and telephones put in the place of plain signs. */
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

/** A Latin letter without its accent, when telephones have no sign for it with the accent. */
function withoutAccent(character: string): string {
  const [letter = '', ...marks] = character.normalize('NFD')
  const accented = marks.length > 0 && marks.every((mark) => /\p{Mn}/u.test(mark))
  return accented && /[A-Za-z]/.test(letter) ? letter : character
}

/**
 * The text with typographic signs replaced by plain ones, and with accents left out where the alphabet of telephones has
 * no such letter. Letters of other scripts and emoji stay as they are.
 */
export const foldTypography = (text: string): string =>
  Array.from(text.normalize('NFC'))
    .map((character) => (inGsm(character) ? character : (plain[character] ?? withoutAccent(character))))
    .join('')
