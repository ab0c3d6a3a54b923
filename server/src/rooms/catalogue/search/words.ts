import { segmentsIn } from '../../../core/formats.ts'

/**
 * Tokenises text for the search. Tokens are lower case, without accents, Hebrew points and final letter forms; each
 * records its position in the text, so that a match can be marked.
 *
 * Thai has no spaces between words, so a dictionary segments it. Chinese has none either, but dictionaries segment the
 * same characters differently in a short query than in a sentence; therefore every two adjacent characters are a token.
 */

export interface Token {
  /** The normalised form. */
  text: string
  /** For each character of `text`, the start and end of its first original character (UTF-16 units). */
  starts: number[]
  ends: number[]
}

const finals: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' }
/**
 * Tone marks, and the mark over a silent letter: often omitted in typing. Other Thai marks are vowels and are
 * significant.
 */
const thaiTones = /[\u0E47-\u0E4C]/
const thaiVowel = /[\u0E31\u0E34-\u0E3A\u0E4D]/
/** Geresh and gershayim within a Hebrew word, or the quotation marks that replace them. */
const hebrewQuote = /["'׳״]/
const hebrew = /\p{Script=Hebrew}/u
const chinese = /\p{Script=Han}/u
const thai = /\p{Script=Thai}/u
const letter = /[\p{L}\p{N}]/u

/** Returns the normalised form of one character; empty for an insignificant mark. */
export function foldCharacter(character: string): string {
  let folded = ''
  for (const c of character.normalize('NFKD').toLowerCase().normalize('NFD')) {
    if (thaiTones.test(c)) continue
    if (/\p{M}/u.test(c) && !thaiVowel.test(c)) continue
    folded += finals[c] ?? (c === 'ß' ? 'ss' : c === 'œ' ? 'oe' : c === 'æ' ? 'ae' : c === 'ø' ? 'o' : c)
  }
  return folded
}

type Script = 'word' | 'thai' | 'han'
interface Run {
  script: Script
  token: Token
}

/**
 * Returns the tokens of a text in order. A trouble code written in pieces ("p 0301", "P-0301") is one token. `asked` is
 * true for a query: in a query the last of several Chinese characters is not a separate token.
 */
export function tokensOf(text: string, asked = false): Token[] {
  const tokens: Token[] = []
  for (const { script, token } of runsOf(text)) {
    if (script === 'han') tokens.push(...pairsOf(token, asked))
    else tokens.push(token)
  }
  return joinCodes(tokens)
}

function runsOf(text: string): Run[] {
  const runs: Run[] = []
  let run: Run | undefined
  const boundaries = thai.test(text) ? thaiBoundaries(text) : undefined
  let at = 0
  for (const character of text) {
    const start = at
    at += character.length
    const isMark = /\p{M}/u.test(character)
    const script = thai.test(character) ? 'thai' : chinese.test(character) ? 'han' : 'word'
    const belongs = isMark || letter.test(character)
    const insideHebrew =
      hebrewQuote.test(character) && hebrew.test(text[start - 1] ?? '') && hebrew.test(text[at] ?? '')
    if (insideHebrew) continue
    if (!belongs) {
      run = undefined
      continue
    }
    if (isMark && run && script !== 'thai') {
      run.token.ends[run.token.ends.length - 1] = at
      continue
    }
    if (!run || run.script !== script || boundaries?.has(start)) {
      run = { script, token: { text: '', starts: [], ends: [] } }
      runs.push(run)
    }
    const folded = foldCharacter(character)
    if (folded === '' && run.token.ends.length > 0) run.token.ends[run.token.ends.length - 1] = at
    run.token.text += folded
    for (let i = 0; i < folded.length; i += 1) {
      run.token.starts.push(start)
      run.token.ends.push(at)
    }
  }
  return runs.filter(({ token }) => token.text !== '')
}

function thaiBoundaries(text: string): Set<number> {
  return new Set([...segmentsIn(text, 'th', 'word')].map(({ index }) => index))
}

/**
 * Splits 制动片 into 制动, 动片, 片. The last character is also a separate token, so that a single one is found at the end of a
 * word.
 */
function pairsOf({ text, starts, ends }: Token, asked: boolean): Token[] {
  const characters = Array.from(text)
  let at = 0
  const places = characters.map((c) => {
    const place = at
    at += c.length
    return place
  })
  const pairs = characters.map((character, i) => {
    const next = characters[i + 1] ?? ''
    const from = places[i]!
    const to = from + character.length + next.length
    return { text: character + next, starts: starts.slice(from, to), ends: ends.slice(from, to) }
  })
  return asked && pairs.length > 1 ? pairs.slice(0, -1) : pairs
}

const codeLetter = /^[pcbu]$/
const codeDigits = /^(?=.*\d)[0-9o][0-9a-fo]{0,3}$/
const wholeCode = /^[pcbu](?=.*\d)[0-9o][0-9a-fo]{0,3}$/

/** Joins a letter with the digits after it, and replaces the letter O in a code with zero. */
function joinCodes(tokens: Token[]): Token[] {
  const joined: Token[] = []
  for (let token of tokens) {
    const before = joined.at(-1)
    if (before && codeLetter.test(before.text) && codeDigits.test(token.text)) {
      joined.pop()
      token = {
        text: before.text + token.text,
        starts: [...before.starts, ...token.starts],
        ends: [...before.ends, ...token.ends],
      }
    }
    if (wholeCode.test(token.text)) token = { ...token, text: token.text.replaceAll('o', '0') }
    joined.push(token)
  }
  return joined
}

/** Stop words of English, Spanish and French, normalised: they may match, but never decide whether a part is found. */
const smallWords = new Set(
  (
    'a an and are at for from i in is it my of off on or that the to when while with ' +
    'al con cuando de del el en es la las lo los mi para por se un una y ' +
    'au aux avec c d dans des du est et l le les ma mon n ou par pour quand qui s sur une'
  ).split(' '),
)
export const isSmallWord = (token: string): boolean => smallWords.has(token)

/**
 * Returns whether typo correction applies to a token: not to a code, another number, or a pair of Chinese characters.
 */
export const mayBeMistyped = (token: string): boolean => token.length >= 4 && !/\d/.test(token) && !chinese.test(token)

/** Hebrew prefixes: and, the, in, to, from, that, as. */
const attached = /^[והבלמשכ]/

/** Returns a Hebrew word without its prefix; undefined if it has none. */
export const withoutAttached = (token: string): string | undefined =>
  hebrew.test(token) && token.length >= 5 && attached.test(token) ? token.slice(1) : undefined

/**
 * Returns the edit distance (insertion, deletion, substitution, transposition) from `a` to `b`, or to the closest
 * prefix of `b`. Returns `most + 1` if it exceeds `most`.
 */
export function distance(a: string, b: string, most: number, toBeginning = false): number {
  if (!toBeginning && Math.abs(a.length - b.length) > most) return most + 1
  const width = toBeginning ? Math.min(b.length, a.length + most) : b.length
  let before: number[] = []
  let last = Array.from({ length: width + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    let least = i
    for (let j = 1; j <= width; j += 1) {
      const same = a[i - 1] === b[j - 1]
      let value = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) value = Math.min(value, before[j - 2]! + 1)
      row.push(value)
      least = Math.min(least, value)
    }
    if (least > most) return most + 1
    before = last
    last = row
  }
  return Math.min(toBeginning ? Math.min(...last) : last[width]!, most + 1)
}
