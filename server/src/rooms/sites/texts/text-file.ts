import { problemsOf, type TextProblem } from '@cutaway/contract/administration/message-texts.ts'
import type { ShippedText } from '../../../core/texts.ts'
import { sanitiseTranslation } from '../../../core/sanitise-text.ts'

/**
 * Reads a JSON file of texts: one object of message keys and texts. A file has thousands of lines, so each problem is
 * reported with its line, which JSON.parse does not know.
 */

export interface FileProblem {
  line: number
  /** Null if the file cannot be read from this line on. */
  message_key: string | null
  problem: TextProblem | { kind: 'not_json' | 'not_text' | 'unknown_key' | 'repeated_key' }
}

export interface FileEntry {
  line: number
  key: string
  /** Null for a value that is not text. */
  text: string | null
}

const space = /[ \t\r\n]*/y
// oxlint-disable-next-line no-control-regex -- JSON forbids them in texts
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const otherValue = /-?\d[\d.eE+-]*|true|false|null/y

/** Returns the entries of a flat JSON object, and the line on which it cannot be read any further, if any. */
export function readTextFile(json: string): { entries: FileEntry[]; brokenAt: number | null } {
  const entries: FileEntry[] = []
  const file = json.replace(/^\ufeff/, '')
  let at = 0
  let line = 1
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(file)?.[0]
    at += found?.length ?? 0
    return found
  }
  const skip = () => {
    line += (take(space)!.match(/\n/g) ?? []).length
  }
  const takeSign = (sign: string): boolean => {
    skip()
    if (file[at] !== sign) return false
    at += 1
    return true
  }
  const broken = () => ({ entries, brokenAt: line })

  if (!takeSign('{')) return broken()
  if (!takeSign('}'))
    do {
      skip()
      const keyLine = line
      const key = take(string)
      if (key === undefined || !takeSign(':')) return broken()
      skip()
      const text = take(string)
      if (text === undefined && take(otherValue) === undefined) return broken()
      entries.push({
        line: keyLine,
        key: JSON.parse(key) as string,
        text: text === undefined ? null : (JSON.parse(text) as string),
      })
    } while (takeSign(','))
  if (entries.length > 0 && !takeSign('}')) return broken()
  skip()
  return at < file.length ? broken() : { entries, brokenAt: null }
}

/** Checks the entries of a file against the shipped texts. Returns the texts to write, sanitised. */
export function checkTextFile(
  json: string,
  shipped: readonly ShippedText[],
): { texts: Map<string, string>; problems: FileProblem[] } {
  const { entries, brokenAt } = readTextFile(json)
  const known = new Map(shipped.map((one) => [one.key, one]))
  const texts = new Map<string, string>()
  const problems: FileProblem[] = []
  for (const { line, key, text } of entries) {
    const add = (problem: FileProblem['problem']) => problems.push({ line, message_key: key.slice(0, 200), problem })
    const one = known.get(key)
    if (!one) add({ kind: 'unknown_key' })
    else if (texts.has(key)) add({ kind: 'repeated_key' })
    else if (text === null) add({ kind: 'not_text' })
    else {
      const clean = sanitiseTranslation(text)
      texts.set(key, clean)
      // A shipped text may be whatever the release made it.
      if (clean !== one.text) for (const problem of problemsOf(one.english, clean, { key })) add(problem)
    }
  }
  if (brokenAt !== null) problems.push({ line: brokenAt, message_key: null, problem: { kind: 'not_json' } })
  return { texts, problems }
}
