import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { estimateError } from '../narration/estimate.ts'
import { lineSeconds, type KnownLengths } from '../narration/known.ts'
import { overruns } from '../narration/overrun.ts'
import { readCharacters, readingSpeed } from '../narration/reading.ts'
import { readScript, type Script } from '../narration/script.ts'
import type { Source } from '../source.ts'
import type { Fault, Faults } from './fault.ts'

/** Lines that cannot be said, or in a language without a voice of its own not be read, in their slots. */

export function checkSpeech(source: Source, faults: Faults): void {
  for (const { language } of source.part.film?.audio ?? [])
    faults.list.push(...linesTooLong(source, language, 'surely'))
  const spoken = new Set(source.part.film?.audio.map((a) => a.language))
  for (const tag of source.part.film?.captions ?? []) if (!spoken.has(tag)) checkReading(source, tag, faults)
}

/**
 * The lines that are too long for the voice: by the length that it took where it has said them, else by an estimate. A line
 * is `surely` too long when a usual error of the estimate does not save it, and `perhaps` when one would break it.
 */
export function linesTooLong(source: Source, language: string, how: 'surely' | 'perhaps'): Fault[] {
  const script = scriptOf(source, language)
  if (!script) return []
  const path = join(source.folder, 'media/narration.json')
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as KnownLengths) : undefined
  const error = estimateError(language)
  const lengths = script.lines.map((line) => {
    const { seconds, isMeasured } = lineSeconds(language, line, known)
    return isMeasured
      ? { least: seconds, most: seconds }
      : { least: seconds * (1 - error), most: seconds * (1 + error) }
  })
  const most = lengths.map((l) => l.most)
  const judged = how === 'surely' ? lengths.map((l) => l.least) : most
  return overruns(script, judged, most).map((message) => {
    const [, line, says] = /^[^:]+:(\d+): (.*)$/.exec(message)!
    return { part: source.id, file: script.file, line: Number(line), says: says! }
  })
}

function checkReading(source: Source, tag: string, faults: Faults): void {
  const script = scriptOf(source, tag)
  const speed = readingSpeed(tag)
  for (const { start, end, text, lineNumber } of script?.lines ?? []) {
    const seconds = end - start
    const characters = readCharacters(text)
    const most = Math.floor(seconds * speed)
    if (characters > most)
      faults.list.push({
        part: source.id,
        file: script!.file,
        line: lineNumber,
        says:
          `the caption is too long to be read in its slot of ${seconds.toFixed(1)} s, at ${speed} characters a second; ` +
          `shorten it from ${characters} to ${most} characters`,
      })
  }
}

/** None where the file is missing or its slots are in disorder, which others tell. */
function scriptOf(source: Source, tag: string): Script | null {
  const file = `text.${tag}.yaml`
  if (!source.texts.has(tag)) return null
  try {
    return readScript(file, readFileSync(join(source.folder, file), 'utf8'))
  } catch {
    return null
  }
}
