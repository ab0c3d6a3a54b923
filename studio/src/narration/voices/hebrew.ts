import { pointedWords } from './hebrew.words.ts'

/**
 * Hebrew for espeak-ng, which cannot read it: without vowel points it says consonants only, and with points it says
 * the names of the points. So the words become its phonemes here. A word with points (a line's `spoken`, or the list of
 * hebrew.words.ts) is read by the rules of modern pronunciation; any other word is guessed.
 */

const consonants: Record<string, string> = {
  א: '',
  ב: 'v',
  ג: 'g',
  ד: 'd',
  ה: 'h',
  ו: 'v',
  ז: 'z',
  ח: 'X',
  ט: 't',
  י: 'j',
  כ: 'X',
  ך: 'X',
  ל: 'l',
  מ: 'm',
  ם: 'm',
  נ: 'n',
  ן: 'n',
  ס: 's',
  ע: '',
  פ: 'f',
  ף: 'f',
  צ: 'ts',
  ץ: 'ts',
  ק: 'k',
  ר: 'Q"',
  ש: 'S',
  ת: 't',
}
/** With the point in them (dagesh) these are stops. */
const stops: Record<string, string> = { ב: 'b', כ: 'k', ך: 'k', פ: 'p', ף: 'p' }
/** With a geresh after them: sounds of loan words. */
const foreign: Record<string, string> = { ג: 'dZ', ז: 'Z', צ: 'tS', ץ: 'tS' }
const gutturals = 'אהחע'

const dagesh = '\u05bc'
const shva = '\u05b0'
const sinDot = '\u05c2'
const holam = '\u05b9'
/** The accent that printed dictionaries set over the stressed letter. */
const stressMark = '\u05ab'
const vowels: Record<string, string> = {
  '\u05b1': 'e',
  '\u05b2': 'a',
  '\u05b3': 'o',
  '\u05b4': 'i',
  '\u05b5': 'e',
  '\u05b6': 'e',
  '\u05b7': 'a',
  '\u05b8': 'a',
  [holam]: 'o',
  '\u05ba': 'o',
  '\u05bb': 'u',
  '\u05c7': 'o',
}
const patah = '\u05b7'
const segol = '\u05b6'

/** A consonant with the vowel after it; `marks` are the points of the letter. */
interface Sound {
  letter: string
  marks: string
  consonant: string
  vowel: string
}

/** By their letters. The list is short enough to be read at each start. */
const pointed = new Map(pointedWords.map((word) => [bare(word), word]))

/** A text without its vowel points and accents. */
export function bare(text: string): string {
  return text.replaceAll(/[\u0591-\u05bd\u05bf-\u05c7]/g, '')
}

function hasPoints(text: string): boolean {
  return bare(text) !== text
}

/**
 * A Hebrew text as espeak-ng reads it: words as phonemes in double square brackets, everything else (commas, full
 * stops, Latin words) as it stands.
 */
export function toPhonemes(text: string): string {
  return text.replaceAll(/[\u0590-\u05ea][\u0590-\u05ea'׳"״]*/g, (word) => `[[${phonemes(word)}]]`)
}

/** Words that are neither pointed nor in the list, so that their vowels would be guessed. */
export function unknownWords(text: string): string[] {
  const words = text.match(/[\u0590-\u05ea][\u0590-\u05ea'׳"״]*/g) ?? []
  return [...new Set(words.filter((word) => !hasPoints(word) && !known(word)))]
}

function phonemes(word: string): string {
  if (hasPoints(word)) return fromPoints(word)
  const found = known(word)
  return found ? found.prefix + fromPoints(found.word) : fromPoints(guess(word))
}

/** What the letters that are written onto the front of a word sound like. */
const prefixes: Record<string, string> = {
  '': '',
  ו: 've',
  כש: 'kSe',
  ש: 'Se',
  מ: 'me',
  ל: 'le',
  ב: 'be',
  כ: 'ke',
  ה: 'ha',
}

/** A word of the list, alone or behind "and", "that", "from", "to", "in", "as" and "the". */
function known(word: string): { prefix: string; word: string } | undefined {
  const whole = pointed.get(word)
  if (whole) return { prefix: '', word: whole }
  for (let length = 1; length <= 4 && length < word.length - 1; length += 1) {
    const front = /^(ו?)(כש|[שמלבכ]?)(ה?)$/.exec(word.slice(0, length))
    const rest = pointed.get(word.slice(length))
    if (!front || !rest) continue
    return {
      prefix: front
        .slice(1)
        .map((part) => prefixes[part])
        .join(''),
      word: rest,
    }
  }
  return undefined
}

/** Reads a pointed word. */
function fromPoints(word: string): string {
  const sounds = soundsOf(word)
  const stressed = stressOf(sounds)
  return sounds
    .map(({ letter, consonant, vowel }, i) => {
      // Between vowels an alef or ayin is a catch in the breath, not nothing.
      const onset = 'אע'.includes(letter || '-') && i > 0 && vowel !== '' ? '?' : consonant
      return `${onset}${i === stressed ? "'" : ''}${vowel}`
    })
    .join('')
}

function soundsOf(word: string): Sound[] {
  const letters = [...word.matchAll(/([\u05d0-\u05ea])([\u0591-\u05c7]*)(['׳]?)/g)].map((m) => ({
    letter: m[1]!,
    marks: m[2]!,
    geresh: m[3] !== '',
  }))
  const sounds: Sound[] = []
  for (const [i, { letter, marks, geresh }] of letters.entries()) {
    const before = sounds.at(-1)
    const vowel = Array.from(marks, (mark) => vowels[mark] ?? '').join('')
    const isLast = i === letters.length - 1
    // Vav as a vowel letter: u with a point in it, o with a holam, after a consonant that has no vowel yet.
    if (letter === 'ו' && before && before.vowel === '' && !before.marks.includes(shva)) {
      const sound = marks.includes(dagesh) && vowel === '' ? 'u' : vowel === 'o' && !marks.includes(dagesh) ? 'o' : ''
      if (sound) {
        before.vowel = sound
        before.marks += marks.includes(stressMark) ? stressMark : ''
        continue
      }
    }
    // Full spelling writes the consonant vav twice.
    if (letter === 'ו' && before?.letter === 'ו' && before.consonant === 'v' && (before.vowel === '' || vowel === '')) {
      before.vowel ||= vowel
      continue
    }
    // Vav with a point at the start of a word is "and" before a lip sound: u.
    if (letter === 'ו' && i === 0 && marks === dagesh) {
      sounds.push({ letter, marks, consonant: '', vowel: 'u' })
      continue
    }
    const isSilent =
      vowel === '' &&
      !marks.includes(shva) &&
      ((letter === 'י' && before !== undefined && 'ie'.includes(before.vowel || '-')) ||
        (letter === 'ה' && isLast && !marks.includes(dagesh)) ||
        (letter === 'י' && letters[i + 1]?.letter === 'ו' && i === letters.length - 2 && before?.vowel === 'a'))
    if (isSilent) continue
    // A patah under a last guttural is said before it: ruach.
    if (isLast && marks.includes(patah) && 'חעה'.includes(letter) && before && before.vowel !== '') {
      sounds.push({ letter: '', marks: '', consonant: '', vowel })
      sounds.push({ letter, marks: '', consonant: letter === 'ח' ? 'X' : '', vowel: '' })
      continue
    }
    const consonant = geresh
      ? (foreign[letter] ?? consonants[letter] ?? '')
      : letter === 'ש' && marks.includes(sinDot)
        ? 's'
        : ((marks.includes(dagesh) ? stops[letter] : undefined) ?? consonants[letter] ?? '')
    sounds.push({ letter, marks, consonant, vowel: vowel || shvaOf(marks, letter, letters[i + 1]?.letter, sounds) })
  }
  return sounds
}

/** A shva is heard as e where the consonants would not be sayable without it, else not at all. */
function shvaOf(marks: string, letter: string, next: string | undefined, before: Sound[]): string {
  if (!marks.includes(shva) || next === undefined) return ''
  if (before.length === 0) return 'ובכלמנרי'.includes(letter) || gutturals.includes(next) ? 'e' : ''
  const previous = before.at(-1)!
  return (previous.marks.includes(shva) && previous.vowel === '' && before.length > 1) ||
    (letter === next && letter !== 'ו')
    ? 'e'
    : ''
}

/**
 * Index of the sound with the stress: where it is marked, else on the last vowel, but one earlier where the last is
 * the helping vowel of words like bélem and láchats.
 */
function stressOf(sounds: Sound[]): number {
  const marked = sounds.findIndex((sound) => sound.marks.includes(stressMark))
  if (marked >= 0) return marked
  const spoken = sounds.flatMap((sound, i) => (sound.vowel && sound.letter !== '' && !isShva(sound) ? [i] : []))
  const last = spoken.at(-1)
  const previous = spoken.at(-2)
  if (last === undefined) return sounds.findIndex((sound) => sound.vowel !== '')
  if (previous === undefined || last === sounds.length - 1) return last
  const helping =
    (sounds[last]!.marks.includes(segol) && 'eo'.includes(sounds[previous]!.vowel)) ||
    (sounds[last]!.marks.includes(patah) &&
      'aeo'.includes(sounds[previous]!.vowel) &&
      (gutturals.includes(sounds[last]!.letter) || 'חע'.includes(sounds.at(-1)!.letter))) ||
    (sounds[last]!.letter === 'י' && sounds[last]!.vowel === 'i' && sounds[previous]!.marks.includes(patah))
  return helping ? previous : last
}

function isShva({ marks }: Sound): boolean {
  return marks.includes(shva)
}

/**
 * Points for a word that nobody has pointed: vav is o, yod is i, a last he is a, and two consonants that would stand
 * together get an a, later ones an e. Wrong often enough, but a sayable word, which bare consonants are not.
 */
function guess(word: string): string {
  const letters = Array.from(word.replaceAll(/['׳"״]/g, ''))
  let out = ''
  let guessed = 0
  for (const [i, letter] of letters.entries()) {
    const next = letters[i + 1]
    const isVowelLetter = i > 0 && (letter === 'ו' || letter === 'י')
    if (isVowelLetter && !out.endsWith('\u05b4')) {
      out += letter === 'ו' ? `${letter}${holam}` : letter
      continue
    }
    out += letter
    if ('בכפ'.includes(letter) && i === 0) out += dagesh
    if (next === 'י') out += '\u05b4'
    else if (next !== undefined && next !== 'ו') {
      out += next === 'ה' && i === letters.length - 2 ? '\u05b8' : guessed === 0 ? patah : '\u05b5'
      guessed += 1
    } else if (letter === 'ו' && i === 0) out += shva
  }
  return out
}
