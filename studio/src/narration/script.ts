import { basename } from 'node:path'
import { LineCounter, isMap, isScalar, isSeq, parseDocument } from 'yaml'

/** A line of a script with its time slot: seconds of the film. */
export interface ScriptLine {
  start: number
  end: number
  /** As it is read in the captions. */
  text: string
  /** As the voice is to say it, where that differs: with vowel points, or a word respelled. */
  spoken?: string
}

/** The script of a language, with the place of each line in its file for messages. */
export interface Script {
  /** Name of the file without its folder. */
  file: string
  lines: (ScriptLine & { lineNumber: number })[]
}

/**
 * The script of a text file (its path and its content). Throws with file and line number where a line has no start,
 * end and text, or slots overlap or run backwards.
 */
export function readScript(path: string, content: string): Script {
  const file = basename(path)
  const counter = new LineCounter()
  const script = parseDocument(content, { lineCounter: counter }).get('script')
  if (!isSeq(script)) throw new Error(`${file}: no script`)
  let before = 0
  const lines = script.items.map((item) => {
    if (!isMap(item)) throw new Error(`${file}: a line of the script is not a map of start, end and text`)
    const at = item.items.find(({ key }) => isScalar(key) && key.value === 'text')?.key ?? item
    const range = isScalar(at) || isMap(at) ? at.range : undefined
    const lineNumber = counter.linePos(range?.[0] ?? 0).line
    const { start, end, text, spoken } = item.toJSON() as Record<string, unknown>
    if (typeof start !== 'number' || typeof end !== 'number' || typeof text !== 'string')
      throw new Error(`${file}:${lineNumber}: a line of the script needs start, end and text`)
    if (start < before || end <= start)
      throw new Error(`${file}:${lineNumber}: the slot from ${start} to ${end} overlaps the one before or is empty`)
    before = end
    return { start, end, text, ...(typeof spoken === 'string' ? { spoken } : {}), lineNumber }
  })
  return { file, lines }
}
